"""What a message tries to do, judged by its content: named signs, a small model of wording, and their weights."""
