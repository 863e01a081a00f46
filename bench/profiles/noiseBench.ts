/** Profiles of the same work must come out as no difference, and a planted change must not be missed. */
import { regressionsOf } from '../../server/program/cli/diffRun.ts';
import { seededRandom } from '../../core/statistics/random.ts';
import { diffTop } from '../../server/profile/diff/diff.ts';
import { pairOf } from '../../server/profile/query/pair.ts';
import { at, type Profile } from '../../server/profile/decode/profile.ts';
import { functionName } from '../../server/profile/decode/stackView.ts';
import { loadProfile, unwrap } from '../../testdata/profiles/oracles.ts';
import { halves, redrawn } from '../../testdata/profiles/resample.ts';
import type { DiffTopTable, Normalize } from '../../core/contract/contract.ts';
import type { BenchRow } from '../benchRow.ts';

const MAX_CALLED = 0.05;
const HALVINGS = 100;
const PLANTS = 100;
const MIN_FOUND = 95;
const SEED = 20_261_120;
/** Has 303 samples of its own. */
const PLANTED_IN = 'github.com/prometheus/tsdb.(*Head).processWALSamples';
const HALVED = [
  'seed-wal/before.cpu.pb.gz', 'seed-wal/after.cpu.pb.gz', 'recordings/compact-1.cpu.pb.gz', 'live/profile-30s.pb.gz',
];

export async function noiseBench(): Promise<BenchRow[]> {
  return [
    await quietPairs('none'), await quietPairs('total'), await steadyPairs('light', 8), await steadyPairs('busy', 6),
    await steadyGroups(), await unequalGroups('total'), await unequalGroups('any'), await quietHeaps(),
    await halvings(), await plants(1.5), await plants(0.5),
  ];
}

/** Pairs may be told apart by any of their rows, so the share is of the rows that were tested. */
interface Called {
  rows: number; tested: number; cumTested: number; flat: number; cum: number; quiet: number; tables: number
}

function count(tables: DiffTopTable[]): Called {
  const rows = tables.flatMap((table) => table.rows);
  return {
    rows: rows.length, tested: rows.filter((row) => row.pValue !== null).length,
    cumTested: rows.filter((row) => row.cumPValue !== null).length, tables: tables.length,
    flat: rows.filter((row) => row.sure === 'different').length,
    cum: rows.filter((row) => row.cumSure === 'different').length,
    quiet: tables.filter((table) => table.finding.sentence.startsWith('No difference')).length,
  };
}

function rowOf(name: string, called: Called): BenchRow {
  const { rows, tested, cumTested, flat, cum, quiet, tables } = called;
  return {
    name, bar: `at most ${100 * MAX_CALLED} % of the rows`,
    measured: `${flat} of ${tested} tested rows (${rows} in all) called different, by cum ${cum} of ${cumTested}; `
      + `${quiet} of ${tables} headlines say no difference`,
    pass: tested > 0 && flat <= MAX_CALLED * tested && cum <= MAX_CALLED * cumTested,
  };
}

function tableOf(before: Profile, after: Profile, normalize: Normalize = 'none'): DiffTopTable {
  return unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', normalize)), {}));
}

async function quietPairs(normalize: Normalize): Promise<BenchRow> {
  const quiet = await Promise.all([1, 2, 3, 4].map((number) => loadProfile(`recordings/quiet-${number}.cpu.pb.gz`)));
  const tables = quiet.flatMap((before, i) => quiet.slice(i + 1).map((after) => tableOf(before, after, normalize)));
  return rowOf(`noise: ${tables.length} pairs of CPU profiles of the same load, normalize ${normalize}`, count(tables));
}

/**
 * CPU profiles of 30 s, one after the other, of a Prometheus under unchanged load: 30,000 samples/s, and 200,000 where
 * others want the cores too.
 */
async function steadyPairs(load: 'light' | 'busy', captures: number): Promise<BenchRow> {
  const profiles = await steady(load, captures);
  const tables = profiles.flatMap((before, i) => profiles.slice(i + 1).map((after) => tableOf(before, after)));
  return rowOf(
    `noise: ${tables.length} pairs of ${captures} CPU profiles of a steady server, ${load} load`, count(tables)
  );
}

function steady(load: 'light' | 'busy', captures: number): Promise<Profile[]> {
  return Promise.all(Array.from({ length: captures }, (_, i) => loadProfile(`steady/${load}-${i + 1}.cpu.pb.gz`)));
}

/** Every way to part eight profiles of one load into four and four. */
async function steadyGroups(): Promise<BenchRow> {
  const profiles = await steady('light', 8);
  const tables: DiffTopTable[] = [];
  for (let bits = 0; bits < 2 ** profiles.length; bits += 2) {
    const sideOf = (side: number): { profile: Profile }[] =>
      profiles.filter((_, i) => ((bits >> i) & 1) === side).map((profile) => ({ profile }));
    const [before, after] = [sideOf(0), sideOf(1)];
    if (after.length === before.length) tables.push(unwrap(diffTop(unwrap(pairOf(before, after, 'cpu', 'none')), {})));
  }
  return rowOf(
    `noise: ${tables.length} ways to part 8 CPU profiles of a steady server into 4 against 4`, count(tables)
  );
}

/** Every way to part eight profiles of one load, of whatever sizes, as `tsdbscope diff` judges them in CI. */
async function unequalGroups(gate: 'total' | 'any'): Promise<BenchRow> {
  const profiles = await steady('light', 8);
  const found = new Map<string, { splits: number; regressions: number }>();
  for (let bits = 1; bits < 2 ** profiles.length - 1; bits++) {
    const sideOf = (side: number): { profile: Profile }[] =>
      profiles.filter((_, i) => ((bits >> i) & 1) === side).map((profile) => ({ profile }));
    const [before, after] = [sideOf(0), sideOf(1)];
    const pair = unwrap(pairOf(before, after, 'cpu', 'none'));
    const regressions = regressionsOf(pair, unwrap(diffTop(pair, {})), { gate, thresholdRatio: 0, filters: {} });
    const size = `${before.length} against ${after.length}`;
    const so = found.get(size) ?? { splits: 0, regressions: 0 };
    found.set(size, { splits: so.splits + 1, regressions: so.regressions + Math.min(1, regressions.length) });
  }
  const all = [...found.values()];
  const splits = all.reduce((sum, each) => sum + each.splits, 0);
  const regressions = all.reduce((sum, each) => sum + each.regressions, 0);
  const bySize = [...found].map(([size, each]) => `${size}: ${each.regressions} of ${each.splits}`);
  return {
    name: `noise: groups, A/A, all ${splits} splits of 8 CPU profiles of a steady server, --gate ${gate}`,
    bar: `at most ${100 * MAX_CALLED} % false regressions`,
    measured: `${regressions} of ${splits} (${bySize.sort().join(', ')})`,
    pass: regressions <= MAX_CALLED * splits,
  };
}

async function quietHeaps(): Promise<BenchRow> {
  const [one, other] = await Promise.all([1, 4].map((number) => loadProfile(`recordings/quiet-${number}.heap.pb.gz`)));
  if (one === undefined || other === undefined) throw new Error('there are two heaps');
  const tables = [[one, other], [other, one]].map(([before = one, after = other]) => (
    unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], 'inuse_space', 'none')), {}))));
  return rowOf('noise: in-use heaps of the same load at two moments, either way round', count(tables));
}

async function halvings(): Promise<BenchRow> {
  const random = seededRandom(SEED);
  const profiles = await Promise.all(HALVED.map(loadProfile));
  const tables = Array.from({ length: HALVINGS }, (_, i) => {
    const profile = profiles[i % profiles.length];
    if (profile === undefined) throw new Error('there is a profile for each turn');
    return tableOf(...halves(profile, random));
  });
  return rowOf(`noise: ${HALVINGS} seeded random halvings of CPU profiles`, count(tables));
}

async function plants(factor: number): Promise<BenchRow> {
  const random = seededRandom(SEED + factor);
  const profile = await loadProfile('seed-wal/before.cpu.pb.gz');
  const leafIs = (sample: number): boolean => {
    const leaf = at(profile.frames, at(profile.frameStart, sample));
    return functionName(profile, at(profile.locations.lineStart, leaf)) === PLANTED_IN;
  };
  const planted = new Set(Array.from({ length: profile.sampleCount }, (_, sample) => sample).filter(leafIs));
  let found = 0;
  let others = 0;
  for (let turn = 0; turn < PLANTS; turn++) {
    const before = redrawn(profile, random);
    const after = redrawn(profile, random, (samples, sample) => (planted.has(sample) ? samples * factor : samples));
    const called = tableOf(before, after).rows.filter((row) => row.sure === 'different');
    if (called.some((row) => row.function === PLANTED_IN)) found++;
    others += called.filter((row) => row.function !== PLANTED_IN).length;
  }
  const samples = [...planted].reduce((sum, sample) => sum + at(profile.values, 2 * sample), 0);
  return {
    name: `noise: a planted change to ${100 * factor} % of a function with ${samples} samples`,
    measured: `called in ${found} of ${PLANTS} (besides, ${others} other rows in all)`, bar: `at least ${MIN_FOUND}`,
    pass: found >= MIN_FOUND,
  };
}
