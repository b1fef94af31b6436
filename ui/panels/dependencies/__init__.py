"""The dependencies of the selection as an indented tree.

`pane.DependenciesPane()` is what the window places.

Methods:
    ``set_target(target, name)``: a file or node identifier; asks for its tree; ``show_tree(tree)``: the answer to
    the newest `TreeRequest`; ``graft(request, tree)``: the answer to a `loadRequested`; ``show_failure(message,
    remedy)``; ``clear()``; ``set_compact(on)``: edge chips become one button (split view); ``back()`` (Alt+Left).

Signals
    ``treeRequested(TreeRequest)``: target or settings changed; ``loadRequested(TreeRequest)``: a cut branch is
    wanted, to be answered with ``graft``; ``previewRequested(TreeNode)``: Enter, double click;
    ``rootRequested(TreeNode)``: Ctrl+Enter made it the root (``treeRequested`` follows); ``copyRequested(text)``;
    ``countChanged(int)``: nodes shown, for the tab.
"""
