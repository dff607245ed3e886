"""Peers for the bridge's tests: a WebSocket client, boards, a running bridge.

They share no code with the bridge, so a fault of one is never a fault of both.
"""
