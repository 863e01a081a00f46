import { defineConfig } from '@playwright/test';
import { filesOf } from './scripts/testing/lanes.mjs';

/** `page` is in the gate; `live` drives a real Prometheus, `pictures` compares the demo with stored pictures. */
const LANES = ['page', 'page-long', 'pictures', 'live'];

/** The page in the machine's own Chromium; nothing is downloaded. */
export default defineConfig({
  testDir: 'web/e2e',
  // Apart, since each run clears its own: `npm test` runs them beside each other.
  projects: LANES.map((name) => ({
    name, testMatch: filesOf(name).map((file) => `**/${file}`), outputDir: `test-results/${name}`,
  })),
  // A machine that is full takes its time; nothing here measures how quick a page is.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 1,
  retries: 0,
  reporter: 'list',
  use: {
    timezoneId: 'UTC',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync',
      ],
    },
  },
});
