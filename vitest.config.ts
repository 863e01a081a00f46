import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { ensureSchemas } from './scripts/freshness.mjs';
import { filesOf } from './scripts/testing/lanes.mjs';

// Dates in tests are UTC wherever they run.
process.env.TZ = 'UTC';
ensureSchemas();

/** Those that take longest, so that they begin first. */
const LONGEST = [
  'provoked', 'ruleNames', 'queryLog', 'startSteps', 'powerLoss', 'triggers', 'walFailures', 'compactions',
  'fileFaults', 'recordings', 'oneSentence', 'gcCpu.recording', 'replicatedObjects', 'targetStore', 'states',
];
const DEMO_SERVER = 'server/program/integration/gate/demoServer.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      (LONGEST.findIndex((name) => basename(moduleId).startsWith(name)) + LONGEST.length + 1) % (LONGEST.length + 1);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

/** A project of the files that the table of lanes gives it. */
function project(lane: string, name: string, settings: Settings): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: filesOf(lane, name === lane ? undefined : name),
      // Polls wait for what happens; that it comes late on a full machine is not a failure.
      expect: { poll: { timeout: 30_000 } },
      ...settings,
    },
  };
}

const UNIT: Settings = {
  environment: 'node',
  // Pictures read the page's colours from its style sheets; else vitest makes those empty.
  css: { include: [/\.css\?raw$/] },
  testTimeout: 60_000,
  setupFiles: ['scripts/testing/propertySeed.mjs'],
};
/** Of a program that is started: one file at a time. */
const SERVER: Settings = { testTimeout: 240_000, hookTimeout: 240_000, fileParallelism: false };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // vitest's default on two cores is one.
    maxWorkers: 2,
    projects: [
      // One process for many files: half of the time goes into imports otherwise.
      project('unit', 'quick', { ...UNIT, isolate: false }),
      project('unit', 'slow', { ...UNIT, isolate: false }),
      project('unit', 'io', UNIT),
      project('unit-long', 'unit-long', UNIT),
      project('real', 'real', SERVER),
      project('server', 'server', { ...SERVER, ...(existsSync(DEMO_SERVER) ? { globalSetup: [DEMO_SERVER] } : {}) }),
      project('server-long', 'server-long', SERVER),
      project('quiet', 'quiet', { testTimeout: 500_000, hookTimeout: 300_000 }),
      project('precise', 'precise', { testTimeout: 500_000, hookTimeout: 300_000, fileParallelism: false }),
      {
        test: {
          name: 'bench', include: ['bench/**/*.bench.test.ts'], testTimeout: 900_000, hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
