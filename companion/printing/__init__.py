"""Makes a box's list into paper: sheets, labels and pages of codes, as PDF, SVG, PNG and HTML.

`document` is what others call. A layout composes pages of marks in millimetres; a pen draws them.
Nothing is imported here, so that a command pays for the one kind of file that it makes.
"""
