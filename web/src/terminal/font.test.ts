import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the committed font is what scripts/build_font makes of the ROM table', () => {
  const script = fileURLToPath(new URL('../../../scripts/build_font', import.meta.url));
  // Debian's Python: the one that sees Debian's fonttools.
  const said = execFileSync('/usr/bin/python3', [script, '--check'], { encoding: 'utf8' });
  expect(said).toContain('as built from the table');
});
