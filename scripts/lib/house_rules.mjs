// Two ESLint rules of the house: who may import whom inside web/src (the table below is the law that
// docs/ARCHITECTURE.md draws), and how files are named. Knows paths only, nothing of what the code does.
// Tested by tests/unit/scripts/house_rules.test.mjs.
import path from 'node:path';

/**
 * For each area of web/src: the areas (and packages) it may import from, besides itself.
 * Arrows point down only, so that the worker's side never reaches the page's, nor the reverse.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const AREAS = {
  base: [],
  protocol: ['base'],
  transport: ['base'],
  files: ['base'],
  engine: ['boardwalk-engine', 'transport', 'files', 'protocol', 'base'],
  terminal: ['@xterm/*', 'base'],
  ui: ['protocol', 'base'],
  api: ['protocol', 'base'],
  // The shell (files directly in web/src) joins the parts of the page; the worker it only starts.
  shell: [
    'api',
    'ui',
    'terminal',
    'protocol',
    'base',
    'files/picker',
    'files/safe_name',
    '@xterm/*',
  ],
};

/**
 * Rules for single files, narrower or wider than their area's. The key is the path below web/src.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const FILES = {
  // The pump knows no browser: it moves bytes between interfaces.
  'engine/pump.ts': ['transport/wire', 'files/sink', 'files/source', 'base'],
  'engine/engine_port.ts': ['boardwalk-engine', 'base'],
};

/**
 * Where in web/src a file is.
 * @param {string} file absolute path
 * @returns {{ area: string, below: string } | undefined} `below` is its path below web/src
 */
function placeOf(file) {
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf('web');
  if (at < 0 || parts[at + 1] !== 'src') return undefined;
  const below = parts.slice(at + 2);
  const area = below.length === 1 ? 'shell' : (below[0] ?? 'shell');
  return { area, below: below.join('/') };
}

/**
 * @param {string} target an area, `area/file` or package
 * @param {readonly string[]} allowed
 */
function isAllowed(target, allowed) {
  return allowed.some((entry) =>
    entry.endsWith('/*')
      ? target.startsWith(entry.slice(0, -1))
      : target === entry || target.startsWith(`${entry}/`),
  );
}

/** @type {import('eslint').Rule.RuleModule} */
export const importAreas = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      breach:
        "{{from}} may not import '{{target}}': it may import {{allowed}} (scripts/lib/house_rules.mjs).",
      unknown:
        "'{{area}}' is not an area of web/src: name it in scripts/lib/house_rules.mjs first.",
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    if (place === undefined) return {};
    const rules = FILES[place.below] ?? AREAS[place.area];
    if (rules === undefined) {
      return { Program: (node) => context.report({ node, messageId: 'unknown', data: place }) };
    }

    /** @param {import('estree').Node & { value?: unknown }} source */
    function check(source) {
      if (typeof source.value !== 'string') return;
      const written = source.value.split('?')[0] ?? '';
      let target = written;
      if (written.startsWith('.')) {
        const found = placeOf(path.resolve(path.dirname(context.filename), written));
        // Style sheets and other assets beside the page are Vite's business, not a layer.
        if (/\.(css|svg|png|woff2)$/.test(written)) return;
        if (found !== undefined) {
          // Files of one area are one family, unless a rule of their own says less.
          if (found.area === place?.area && FILES[place.below] === undefined) return;
          target =
            found.area === 'shell' ? `shell/${found.below}` : found.below.replace(/\.(ts|js)$/, '');
          if (found.area === place?.area && target.startsWith(`${place.area}/`)) return;
        }
      }
      if (isAllowed(target, rules ?? [])) return;
      const allowed = rules?.length ? rules.join(', ') : 'nothing';
      context.report({
        node: source,
        messageId: 'breach',
        data: { from: place?.below ?? '', target, allowed },
      });
    }

    return {
      ImportDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => {
        if (node.source) check(node.source);
      },
    };
  },
};

/** @type {import('eslint').Rule.RuleModule} */
export const snakeCaseFile = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      name: "'{{name}}': files are named in snake_case, in every language of the house.",
    },
  },
  create(context) {
    const name = path.basename(context.filename);
    const stem = name.split('.')[0] ?? '';
    if (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(stem)) return {};
    return { Program: (node) => context.report({ node, messageId: 'name', data: { name } }) };
  },
};

export const houseRules = {
  rules: { 'import-areas': importAreas, 'snake-case-file': snakeCaseFile },
};
