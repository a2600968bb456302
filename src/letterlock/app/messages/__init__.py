"""Messages: listing, reading, labelling, waiting for, sending and answering them."""
