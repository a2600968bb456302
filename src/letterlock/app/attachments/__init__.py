"""Operations on the files of messages."""
