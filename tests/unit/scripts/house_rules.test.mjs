// The house's own ESLint rules catch what they are there for, and let the rest pass.
import { describe, it } from 'node:test';
import { RuleTester } from 'eslint';

import { importAreas, snakeCaseFile } from '../../../scripts/lib/house_rules.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester();
/** @param {string} below */
const src = (below) => `/any/where/web/src/${below}`;
/** @param {string} below @param {string} from */
const imports = (below, from) => ({
  filename: src(below),
  code: `import { x } from '${from}'; x();`,
});
/** @param {string} below @param {string} from */
const breach = (below, from) => ({ ...imports(below, from), errors: [{ messageId: 'breach' }] });

tester.run('import-areas', importAreas, {
  valid: [
    imports('base/event.ts', './lifecycle'),
    imports('transport/stream_wire.ts', './wire'),
    imports('transport/stream_wire.ts', '../base/event.ts'),
    imports('engine/worker.ts', '../protocol/messages'),
    imports('engine/engine_port.ts', 'boardwalk-engine'),
    imports('engine/pump.ts', './engine_port'),
    imports('engine/pump.ts', '../transport/wire'),
    imports('terminal/terminal.ts', '@xterm/xterm'),
    imports('main.ts', './ui/transfer_panel'),
    imports('main.ts', './files/picker.ts'),
    { filename: src('main.ts'), code: "import './style.css';" },
    { filename: '/any/where/scripts/start.mjs', code: "import '../web/src/ui/notices';" },
  ],
  invalid: [
    breach('base/event.ts', '../protocol/messages'),
    breach('base/event.ts', 'some-package'),
    breach('protocol/messages.ts', '../engine/pump'),
    breach('transport/wire.ts', '../files/sink'),
    breach('engine/pump.ts', '../transport/socket_wire'),
    breach('engine/pump.ts', '../protocol/messages'),
    breach('engine/worker.ts', '../ui/notices'),
    breach('ui/notices.ts', '../terminal/terminal'),
    breach('ui/notices.ts', '../engine/pump.js'),
    breach('ui/notices.ts', '../main'),
    breach('terminal/terminal.ts', 'boardwalk-engine'),
    breach('main.ts', './engine/worker'),
    breach('main.ts', './files/directory_sink'),
    {
      filename: src('ui/late.ts'),
      code: "import('../engine/pump');",
      errors: [{ messageId: 'breach' }],
    },
    {
      filename: src('ui/all.ts'),
      code: "export * from '../engine/pump';",
      errors: [{ messageId: 'breach' }],
    },
    { filename: src('shed/tool.ts'), code: '1;', errors: [{ messageId: 'unknown' }] },
  ],
});

tester.run('snake-case-file', snakeCaseFile, {
  valid: [
    { filename: src('files/safe_name.ts'), code: '1;' },
    { filename: src('files/safe_name.test.ts'), code: '1;' },
  ],
  invalid: [
    { filename: src('files/safeName.ts'), code: '1;', errors: [{ messageId: 'name' }] },
    { filename: src('files/safe-name.ts'), code: '1;', errors: [{ messageId: 'name' }] },
  ],
});
