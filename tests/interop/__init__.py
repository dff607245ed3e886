"""The native tool against real peers over a simulated line, and as people call it."""
