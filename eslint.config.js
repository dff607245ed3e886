// ESLint: typescript-eslint's strict set with types, and the rules of this house: import areas, names,
// no default exports, private means #private. Formatting is Prettier's and is not checked here.
import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { houseRules } from './scripts/lib/house_rules.mjs';

/** Tools demand a default export from their configuration file; emcc gives its module one. */
const CONFIGURATION = ['*.config.{js,ts}', 'tests/e2e/playwright.config.ts', 'wasm/*.d.ts'];

export default defineConfig(
  globalIgnores(['build/', 'dist/', 'node_modules/', 'tests/e2e/report/', 'tests/e2e/results/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    plugins: { boardwalk: houseRules },
    rules: {
      'boardwalk/snake-case-file': 'error',
      'boardwalk/import-areas': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true },
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'default', format: ['camelCase'], leadingUnderscore: 'forbid' },
        // An unused parameter whose place matters is written _name, or _.
        { selector: 'parameter', format: null, filter: '^_$' },
        {
          selector: 'parameter',
          modifiers: ['unused'],
          format: ['camelCase'],
          leadingUnderscore: 'allow',
        },
        { selector: 'import', format: ['camelCase', 'PascalCase'] },
        {
          selector: 'variable',
          modifiers: ['const'],
          // PascalCase: a class that is looked up at run time.
          format: ['camelCase', 'UPPER_CASE', 'PascalCase'],
        },
        // A static constant of a class, and members of outside shapes, keep their own spelling.
        {
          selector: 'classProperty',
          modifiers: ['static', 'readonly'],
          format: ['camelCase', 'UPPER_CASE'],
        },
        {
          selector: ['objectLiteralProperty', 'objectLiteralMethod', 'typeProperty'],
          format: null,
        },
        { selector: 'typeLike', format: ['PascalCase'] },
        // `Sink`, not `ISink`.
        {
          selector: 'interface',
          format: ['PascalCase'],
          custom: { regex: '^I[A-Z]', match: false },
        },
        { selector: 'enumMember', format: ['camelCase', 'PascalCase'] },
      ],
      'no-restricted-syntax': [
        'error',
        {
          // A constructor cannot have a #name, and "only by way of open()" is worth saying.
          selector:
            ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
          message: 'Write #name: it is private at run time too.',
        },
        {
          selector: 'TSParameterProperty',
          message: 'Declare the field, then assign it: a class shows what it holds in one place.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Numbers in messages are what messages are made of.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `on('status', () => panel.show())` says what it means; the braces would say it again.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // [...text] is how a string is cut into its code points here, and it is meant.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // A variable that a callback changes is not "always" what flow analysis saw last.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
    },
  },
  {
    // Scripts run in node and speak to a person on a terminal.
    files: ['scripts/**/*.mjs', 'tests/**/*.mjs', '*.js'],
    languageOptions: {
      globals: {
        Buffer: 'readonly',
        URL: 'readonly',
        WebAssembly: 'readonly',
        clearTimeout: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        setTimeout: 'readonly',
        TextDecoder: 'readonly',
        TextEncoder: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  {
    // A test may look anywhere.
    files: ['**/*.test.ts'],
    rules: { 'boardwalk/import-areas': 'off' },
  },
  {
    // Playwright reads a fixture's dependencies off its first parameter, so one without any has {}.
    files: ['tests/e2e/support/*.ts'],
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: CONFIGURATION,
    rules: { 'no-restricted-exports': 'off' },
  },
);
