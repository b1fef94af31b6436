"""The neighbourhood of a tree's root, drawn: users at the left, dependencies at the right.

`stage.GraphStage()` is the widget beside the tree. It shows the items of the tree's model, so that what was loaded
below a cut branch is on the canvas too.

    neighbourhood.py   the items of the tree as things and edges, each thing once
    boxes.py           things of one file or database in one box, hubs folded
    placing.py         where the boxes are placed, by the layout library
    lit.py             the way between two things
    model.py           the cells of the boxes as rows, for keys and assistive programs
    canvas.py          the view: mouse, keys, scrolling and zoom
    painter.py         how boxes and edges look, on the screen and in exported pictures
    picture.py         the drawing as SVG and PNG
    stage.py           the canvas with its buttons
"""
