#!/usr/bin/env bash
# Which files are ours, by kind: for the linters and the formatters. Names are separated by NUL.

cpp_files() {
  find engine wasm tests -type f \( -name '*.cc' -o -name '*.h' \) -print0
}

# Scripts without a suffix say what they are in their first line.
python_files() {
  find proxy tests -type f -name '*.py' -print0
  find scripts .ci -type f -exec awk 'FNR == 1 && /^#!.*python3/ { printf "%s%c", FILENAME, 0 } { nextfile }' {} +
}

shell_files() {
  find scripts .ci tests -type f -exec awk 'FNR == 1 && /^#!.*(bash|\/sh)/ { printf "%s%c", FILENAME, 0 } { nextfile }' {} +
}
