"""The command line: parse the words, ask one question, print the answer."""
