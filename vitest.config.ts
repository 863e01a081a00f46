import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Dates in tests are UTC wherever they run.
process.env.TZ = 'UTC';

/** Those that take longest, so that they begin first. */
const LONGEST = ['compactions', 'incident', 'replay.', 'nodeExporter', 'victoriaMetrics', 'history'];

/** Unit tests that take most of the lane's time: `npm test` runs them, `npm run check` does not. */
const SLOW = [
  // Many recordings, or pictures of them.
  'oneSentence', 'recordings', 'incidents', 'compaction.recording', 'gcCpu.recording', 'walReplay.recording', 'picture',
  'gcCpu', 'compactionJoined', 'reports', 'spikeStability',
  // Files on disk, and worker threads.
  'targetStore', 'sampleStore', 'seriesSelector', 'sideTable', 'damagedFiles', 'folderFaults', 'fileFaults',
  'jsonFolder', 'noteStore', 'workerPool',
  'profileClient', 'benchmarkClient', 'targetScraper', 'nodeScraper', 'captureProfile',
  // Many profiles or benchmarks, against oracles.
  'oracles', 'benchstatOracle', 'decode', 'unpack', 'diffProperties', 'stackTree',
].map((name) => `**/${name}.test.ts`);

/** What both lanes of unit tests share. */
const UNIT = {
  environment: 'node' as const,
  // Pictures read the page's colours from its style sheets; else vitest makes those empty.
  css: { include: [/\.css\?raw$/] },
  testTimeout: 60_000,
};
const NO_UNIT = ['server/integration/**', 'web/e2e/**', '**/node_modules/**'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      (LONGEST.findIndex((name) => basename(moduleId).startsWith(name)) + LONGEST.length + 1) % (LONGEST.length + 1);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** Polls wait for what happens; that it comes late on a full machine is not a failure. */
const EXPECT = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['core/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: [...NO_UNIT, ...SLOW],
          expect: EXPECT,
          ...UNIT,
        },
      },
      { test: { name: 'slow', include: SLOW, exclude: NO_UNIT, expect: EXPECT, ...UNIT } },
      {
        test: {
          name: 'integration',
          include: ['server/integration/**/*.test.ts'],
          exclude: ['**/*.clock.test.ts'],
          testTimeout: 240_000,
          expect: EXPECT,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          // Servers whose blocks, histories, time-outs and restarts take minutes of the clock and little CPU: three at
          // a time, and `npm test` runs them beside the others.
          name: 'clock',
          include: ['server/integration/**/*.clock.test.ts'],
          testTimeout: 500_000,
          expect: EXPECT,
          hookTimeout: 300_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
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
