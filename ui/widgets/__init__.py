"""Small widgets of which the window is built; they only show values and emit signals."""
