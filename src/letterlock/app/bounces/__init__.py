"""What other mail systems say about mail we sent: bounces, delays, complaints."""
