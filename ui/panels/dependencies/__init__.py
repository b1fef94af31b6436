"""The dependencies of the selection as an indented tree.

`pane.DependenciesPane()` is the widget that the window contains.

Methods:
    ``set_target(target, name)``: request the tree of a file or node; ``show_tree(tree)``: the answer to the newest
    `TreeRequest`; ``graft(request, tree)``: the answer to ``loadRequested``; ``show_failure(message, remedy)``;
    ``clear()``; ``set_compact(on)``: show the edge chips as one button (split view); ``back()`` (Alt+Left).

Signals
    ``treeRequested(TreeRequest)``: target or settings changed; ``loadRequested(TreeRequest)``: load a cut branch,
    answered with ``graft``; ``previewRequested(TreeNode)``: Enter, double click; ``rootRequested(TreeNode)``:
    Ctrl+Enter made it the root (``treeRequested`` follows); ``copyRequested(text)``; ``countChanged``: number of
    visible nodes, for the tab.
"""
