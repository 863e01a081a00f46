import { defineConfig } from 'vitest/config';

// Dates in tests are UTC wherever they run.
process.env.TZ = 'UTC';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: ['server/integration/**', 'web/e2e/**', '**/node_modules/**'],
          environment: 'node',
          // Pictures read the page's colours from its style sheets; else vitest makes those empty.
          css: { include: [/\.css\?raw$/] },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/integration/**/*.test.ts'],
          exclude: ['**/*.clock.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // One real Prometheus under load at a time.
          fileParallelism: false,
        },
      },
      {
        test: {
          // Servers whose blocks, histories and restarts take minutes of the clock and little CPU: `npm test` runs them beside the others.
          name: 'clock',
          include: ['server/integration/**/*.clock.test.ts'],
          testTimeout: 400_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['bench/**/*.bench.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
