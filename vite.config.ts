// How the page is built and served while working on it. Knows where things lie, and nothing of what
// they do: it imports nothing of ours. `npm run build` writes dist/, a folder any web server can host.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const port = Number(process.env['BOARDWALK_WEB_PORT'] ?? 8080);

export default defineConfig({
  root: here('web'),
  cacheDir: here('node_modules/.vite'),
  // Relative addresses: the site may live in any folder of any host.
  base: './',
  resolve: {
    // The engine as emcc left it. Its glue finds the .wasm beside itself by import.meta.url, so Vite
    // must see the real file, not a copy.
    alias: { 'boardwalk-engine': here('build/wasm/wasm/boardwalk_engine.mjs') },
  },
  // The worker imports modules; only the ES format keeps them.
  worker: { format: 'es' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // A wasm or a font inlined as data: would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'es2024',
  },
  // strictPort: another port than the one asked for is an address that nobody opens.
  server: { host: '127.0.0.1', port, strictPort: true, fs: { allow: [here('.')] } },
  preview: { host: '127.0.0.1', port, strictPort: true },
  test: {
    // Unit tests need no browser; what needs one is a story in tests/e2e.
    environment: 'node',
    include: ['src/**/*.test.ts'],
  },
});
