/** Tables of `go tool pprof` that ours equal to the unit, and how long the largest questions take. */
import { decode } from '../../server/profile/decode/decode.ts';
import { diffFlameGraph, diffTop } from '../../server/profile/diff/diff.ts';
import { pairOf } from '../../server/profile/query/pair.ts';
import {
  differences, loadProfile, ourRows, profileBytes, readOracles, unwrap,
} from '../../testdata/profiles/oracles.ts';
import type { BenchRow } from '../benchRow.ts';

const LARGE_BEFORE = 'synthetic/medium-before.pb.gz';
const LARGE_AFTER = 'synthetic/medium-after.pb.gz';
const MAX_SECONDS = 5;

/** One row for tops, one for diffs, one for filters and granularities, one for the time of the largest pair. */
export async function profileBench(): Promise<BenchRow[]> {
  const oracles = readOracles();
  const kindOf = ({ name, base }: (typeof oracles)[number]): string =>
    name.startsWith('filters/') || name.startsWith('made/') ? 'filters and granularities' : base === null ? 'top'
      : 'diff/top';
  const rows: BenchRow[] = [];
  for (const kind of ['top', 'diff/top', 'filters and granularities']) {
    const tables = oracles.filter((oracle) => kindOf(oracle) === kind);
    let equal = 0;
    let functions = 0;
    for (const table of tables) {
      if (differences(table, await ourRows(table)).length === 0) equal++;
      functions += table.rows.size;
    }
    rows.push({
      name: `profiles: ${kind} against go tool pprof`,
      measured: `${equal} of ${tables.length} tables equal (${functions} rows)`,
      bar: 'all equal', pass: tables.length > 0 && equal === tables.length,
    });
  }
  return [...rows, await largestPair()];
}

async function largestPair(): Promise<BenchRow> {
  await loadProfile(LARGE_BEFORE);
  const started = performance.now();
  const before = unwrap(await decode(profileBytes(LARGE_BEFORE))).profile;
  const after = unwrap(await decode(profileBytes(LARGE_AFTER))).profile;
  const decodedMs = performance.now() - started;
  const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none'));
  unwrap(diffTop(pair, {}));
  const graph = unwrap(diffFlameGraph(pair, { minRatio: 0.0005 }));
  const seconds = (performance.now() - started) / 1000;
  return {
    name: 'profiles: decode, diff table and diff flame graph of two profiles of 12,696 samples',
    measured: `${seconds.toFixed(2)} s (decode ${(decodedMs / 1000).toFixed(2)} s), `
      + `${graph.nodes} nodes drawn, ${graph.culledNodes} culled`,
    bar: `${MAX_SECONDS} s`,
    pass: seconds < MAX_SECONDS,
  };
}
