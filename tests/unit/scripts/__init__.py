"""Tests of scripts/. A package so that unittest finds it from the repository's root."""
