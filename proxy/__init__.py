"""The bridge between a browser's WebSocket and a board's TCP port.

Run it with `python3 -m proxy`; README.md in this folder has a line for each file.
The bridge carries bytes and knows nothing of telnet, terminals or transfers.
"""
