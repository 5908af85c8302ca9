"""Results to and from other programs: pure codecs of files and links."""
