// The one table of tests: which file runs in which lane, what kind of test that is, and how long the files take.
// vitest.config.ts, playwright.config.ts, `npm test` and `npm run test:all` read it; lanes.test.ts holds it against the
// files that are there.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../freshness.mjs';

/**
 * Lanes by name. `gate`: part of `npm test`. `kind`: `unit` (no other program), `server` (the built program), `real`
 * (other programs too) or `page` (Chromium). A failure of the last three may be tried again alone (`again.mjs`).
 * `workers`: files at a time, where it is not the runner's usual number.
 */
export const LANES = {
  unit: { runner: 'vitest', kind: 'unit', gate: true },
  real: { runner: 'vitest', kind: 'real', gate: true },
  server: { runner: 'vitest', kind: 'server', gate: true },
  page: { runner: 'playwright', kind: 'page', gate: true },
  'unit-long': { runner: 'vitest', kind: 'unit', gate: false },
  'server-long': { runner: 'vitest', kind: 'server', gate: false },
  // Real servers that mostly wait: three files at a time.
  quiet: { runner: 'vitest', kind: 'real', gate: false, workers: 3 },
  // Real servers whose times are compared: one file at a time and nothing beside it.
  precise: { runner: 'vitest', kind: 'real', gate: false },
  'page-long': { runner: 'playwright', kind: 'page', gate: false, workers: 2 },
  pictures: { runner: 'playwright', kind: 'page', gate: false },
  live: { runner: 'playwright', kind: 'page', gate: false },
};

/** What `npm test` may take on two idle cores, and what its files may take together, each in seconds. */
export const GATE_BUDGET = { wallSeconds: 360, fileSeconds: 480 };

const named = (...names) => `(?:${names.join('|')})`;
const CLOCK = String.raw`\.clock\.test\.ts$`;

/**
 * Rows in order; the first whose pattern matches a path has the file. `project`: the lane's vitest project, where it
 * has several. `seconds`: of all its files together, measured one after another on an idle machine.
 */
export const ROWS = [
  { files: /^bench\//, lane: null, seconds: 0 },

  { files: /^server\/program\/integration\/gate\/.*\.real\.test\.ts$/, lane: 'real', seconds: 60 },
  { files: /^server\/program\/integration\/gate\//, lane: 'server', seconds: 75 },
  {
    files: new RegExp(`^server/program/integration/(?:.*/)?${named(
      'startSteps', 'powerLoss', 'replay', 'compactions', 'nodeExporter', 'victoriaMetrics', 'shards',
      'hostileNeighbours'
    )}${CLOCK}`),
    lane: 'precise', seconds: 1000,
  },
  { files: new RegExp(`^server/program/integration/.*${CLOCK}`), lane: 'quiet', seconds: 3530 },
  { files: /^server\/program\/integration\//, lane: 'server-long', seconds: 330 },

  { files: /^web\/e2e\/gate\//, lane: 'page', seconds: 70 },
  { files: /^web\/e2e\/pictures\//, lane: 'pictures', seconds: 200 },
  { files: /^web\/e2e\/live\//, lane: 'live', seconds: 350 },
  { files: /^web\/e2e\//, lane: 'page-long', seconds: 900 },

  // Seconds each, or another program; what they prove, quicker ones prove in part.
  {
    files: new RegExp(String.raw`\.long\.test\.ts$|/${named(
      'fileFaults', 'recordings', 'incidents', 'replicatedObjects', 'disassemble', 'goFunctions', 'readBack', 'sender',
      'outbox', 'profileClient', 'benchmarkClient', 'workerPool', 'targetScraper', 'hostileNeighbours',
      'historyReader', 'manyTargets', 'timedRegex', 'fetchHostile', 'remoteProcess', 'readerClient', 'dataClient'
    )}\.test\.ts$`),
    lane: 'unit-long', project: 'unit-long', seconds: 260,
  },
  // Files on disk, worker threads, programs and sockets: a process for each file.
  {
    files: new RegExp(`/${named(
      'oneSentence', 'targetStore', 'sampleStore', 'seriesSelector', 'damagedFiles', 'folderFaults', 'jsonFolder',
      'noteStore', 'discovery', 'diskUsage', 'sampleReader', 'shardKeeper', 'sampleJournal', 'captureStore',
      'spooledChunks', 'pictureClient', 'nodeScraper', 'captureProfile', 'receiver', 'unpack', 'spans',
      'executionTraces', 'heapGrowth'
    )}\\.test\\.ts$`),
    lane: 'unit', project: 'io', seconds: 56,
  },
  // Many recordings, pictures, profiles or cases: in `npm test`, not in `npm run check`.
  {
    files: new RegExp(`${named(
      '/internalNames', '\\.recording', '/picture', '/gcCpu', '/compactionJoined', '/reports', '/spikeStability',
      '/gcTrouble', '/gcDuringLines', '/walActivity', '/compactionTrouble', '/replayLogCut', '/sideTable', '/oracles',
      '/benchstatOracle', '/decode', '/diffProperties', '/stackTree', '/foreign', '/significance', '/readTrace',
      '/preparedProfile', '/mergeSpan', '/callGraph', '/states', '/causeRules', '/credentialCorpus', '/correlation',
      '\\.property', '/recognize', '/recognizeFiles', '/madeVariants', '/textReports', '/alertFindings', '/duckEngine',
      '/gcCpuUnknown', '/triggers', '/embedStream', '/mcp/answers', '/readLog', '/diffCommand', '/alertEmbeds',
      '/pageRoutes', '/compactionChance'
    )}\\.test\\.ts$`),
    lane: 'unit', project: 'slow', seconds: 114,
  },
  { files: /\.test\.tsx?$/, lane: 'unit', project: 'quick', seconds: 32 },
];

/**
 * Tests taken out of the gate by hand, at most five, each for at most 14 days; the long lanes run them.
 *
 * @type {{ file: string, test: string, since: string, why: string }[]} `since` as YYYY-MM-DD; `test`: its full name
 */
export const QUARANTINE = [];

/** Every test file of the project, as its path from the root. */
export function testFiles() {
  return ['core', 'server', 'web', 'bench', 'scripts', 'testdata'].flatMap((folder) => {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:test\.tsx?|spec\.ts)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  }).concat(readdirSync(root).filter((name) => name.endsWith('.test.ts'))).sort();
}

/** The row of a test file; undefined where none has it. */
export function rowOf(file) {
  return ROWS.find(({ files }) => files.test(file));
}

/** The files of a lane, or of one of its projects. */
export function filesOf(lane, project) {
  return testFiles().filter((file) => {
    const row = rowOf(file);
    return row?.lane === lane && (project === undefined || row.project === project);
  });
}
