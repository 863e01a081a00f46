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
  'oneSentence', 'internalNames', 'recordings', 'incidents', '*.recording', 'picture', 'gcCpu', 'compactionJoined',
  'reports', 'spikeStability', 'gcTrouble', 'gcDuringLines', 'walActivity', 'compactionTrouble', 'replayLogCut',
  // Files on disk, worker threads, programs and servers.
  'targetStore', 'sampleStore', 'seriesSelector', 'sideTable', 'damagedFiles', 'folderFaults', 'fileFaults',
  'jsonFolder', 'noteStore', 'workerPool', 'disassemble', 'lastingObjects', 'sender', 'outbox', 'readBack',
  'manyTargets', 'hostileNeighbours', 'historyReader', 'discovery', 'diskUsage', 'remoteProcess', 'sampleReader',
  'shardKeeper', 'sampleJournal', 'captureStore', 'spooledChunks', 'dataClient', 'readerClient', 'pictureClient',
  'profileClient', 'benchmarkClient', 'targetScraper', 'nodeScraper', 'captureProfile', 'fetchHostile', 'receiver',
  // Many profiles or benchmarks, against oracles.
  'oracles', 'benchstatOracle', 'decode', 'unpack', 'diffProperties', 'stackTree', 'foreign', 'spans', 'significance',
  'executionTraces', 'readTrace', 'preparedProfile', 'mergeSpan', 'callGraph', 'goFunctions',
  // Many cases, or expressions that are made to take long.
  'states', 'causeRules', 'credentialCorpus', 'timedRegex', 'correlation',
  // Stands in for a module that others load as it is.
  'heapGrowth',
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
