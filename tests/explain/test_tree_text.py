from noughts import GameTree, Position, tree_text


def test_a_small_tree_drawn_in_full():
    """A whole tree, in ASCII: moves, levels, values for MAX, ends, and the sizes."""
    assert tree_text(GameTree(Position.parse("XOX/OX./O..")), 3, ascii_only=True) == "\n".join(
        [
            "XOX/OX./O..  MAX (X to move)  +1 X wins in 1 ply",
            "|-- c2  MIN  0 draw",
            "|   |-- b3  MAX  +1 X wins in 1 ply",
            "|   |   `-- c3  end  +1 X has won",
            "|   `-- c3  MAX  0 draw",
            "|       `-- b3  end  0 draw",
            "|-- b3  MIN  0 draw",
            "|   |-- c2  MAX  +1 X wins in 1 ply",
            "|   |   `-- c3  end  +1 X has won",
            "|   `-- c3  MAX  0 draw",
            "|       `-- c2  end  0 draw",
            "`-- c3  end  +1 X has won",
            "",
            "The whole tree: 12 nodes, 5 leaves (complete games).",
            "Alpha-beta in this order visits 12 nodes and cuts 0.",
        ]
    )


def test_hidden_nodes_are_counted():
    """What lies below the shown depth is counted at the node that hides it."""
    text = tree_text(GameTree(Position.start()), 1)
    assert "├── a1  MIN  0 draw  … 59,704 nodes below" in text
    assert "549,946 nodes, 255,168 leaves (complete games)" in text


def test_symmetric_siblings_and_cuts_are_marked():
    """Merged siblings carry how many they are, and a cut tells the bounds that met."""
    text = tree_text(GameTree(Position.start(), merge=True), 2)
    assert "├── a1 x4  MIN  0 draw" in text
    assert "a2 x2  MAX  +1 X wins in 5 plies  CUT: alpha 0 >= beta 0" in text


def test_boards_can_be_drawn_at_the_nodes():
    """Each node can show its board, and without Unicode nothing but ASCII is written."""
    text = tree_text(GameTree(Position.parse("XOX/.XO/O..")), 1, boards=True, ascii_only=True)
    assert text.isascii()
    assert "|-- a2  MIN  0 draw  ... 4 nodes below\n|       X O X\n|       X X O\n|       O . ." in text
