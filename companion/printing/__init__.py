"""Makes a box's list into paper: sheets, labels and pages of codes, as PDF, SVG, PNG and HTML.

Other packages call `document`. A layout composes pages of marks in millimetres; a pen draws them.
Nothing is imported here, so that a command loads only what its kind of file needs.
"""
