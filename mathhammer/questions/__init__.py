"""The questions that can be asked: read text, run the sequence, wrap the answer."""
