// How the stories run: Debian's Chromium, one at a time (two cores, and real servers beside each), no
// second try: a story that passes only sometimes is a fault to find. Servers are started by the
// fixtures in support/, never here, so that each story has its own.
import { defineConfig } from '@playwright/test';

const inCi = process.env['CI'] === 'true';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: './results',
  forbidOnly: inCi,
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Filming every story would cost more than the story; the last picture is taken anyway.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Playwright's own browser is never downloaded.
      executablePath: process.env['BOARDWALK_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox', // CI is root, and Chromium's sandbox refuses root
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
