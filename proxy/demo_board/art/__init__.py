"""Boardwalk's own ANSI pieces: drawn by scenes.py, kept as .ans files beside it."""
