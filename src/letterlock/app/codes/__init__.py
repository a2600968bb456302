"""One-time codes and acting links: who gets them."""
