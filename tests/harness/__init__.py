"""Things that tests need around the program: a web server on the loopback, sources' files."""
