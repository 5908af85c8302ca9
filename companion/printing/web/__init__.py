"""Write printed forms for a browser, which sets the text and breaks the pages itself."""
