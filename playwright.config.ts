import { defineConfig } from '@playwright/test';

/** A real Prometheus under load, and the page that waits for what it does. */
const LIVE = /\/live\/\w+\.spec\.ts$/;
/** Stored pictures of the demo, beside what is drawn now. */
const PICTURES = /\/pictures\/\w+\.spec\.ts$/;

/** The page in the machine's own Chromium; nothing is downloaded. */
export default defineConfig({
  testDir: 'web/e2e',
  // Apart, since each run clears its own: `npm test` runs them beside each other.
  projects: [
    { name: 'pages', testIgnore: [LIVE, PICTURES], outputDir: 'test-results/pages' },
    { name: 'pictures', testMatch: PICTURES, outputDir: 'test-results/pictures' },
    { name: 'live', testMatch: LIVE, outputDir: 'test-results/live' },
  ],
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
