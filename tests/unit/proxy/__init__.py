"""Unit tests of the bridge: real sockets, a real WebSocket client, real boards on free ports.

Run from the repository root with Debian's Python (pyenv's does not see websockify):
/usr/bin/python3 -m unittest discover -s tests/unit/proxy -t .
"""
