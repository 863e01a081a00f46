import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { LOOK_BYTES } from './look/look.ts';
import { recognize } from './recognize.ts';

/** Expected formats of the project's test data and demo files by path; the first row that fits wins. */
const EXPECTED: readonly (readonly [path: RegExp, format: string | null])[] = [
  [/\.(?:ts|mjs|md|go|br)$|malformed\/|testdata\/(?:spikes|ruleEvaluations)\/|\/credentials\//, null],
  // In half of them the program did not crash (crashesOfIssues.test.ts).
  [/knownIssues\/crashes\//, null],
  [/oracles?\.(?:tsv|json)|Oracles\.tsv|truth\.json|answers\.json|graphs\.json|columns\.csv/, null],
  [/quota\.json|promql\.json|compactions\.json|cpu-samples-go1\.26\.json|generated\.csv/, null],
  [/\.(?:crt|key)$/, 'credential'],
  [/blocks\.ndjson$/, 'block-meta'],
  [/\.ndjson(?:\.gz)?$/, 'recording'],
  [/\.tar\.gz$/, 'tar'],
  [/\.svg$/, 'svg'],
  [/\.png$/, 'picture'],
  [/\.time\.txt$/, 'time-output'],
  [/\.dump\.txt$/, 'goroutine-dump'],
  [/leaks\/[^/]+\.debug1\.txt$/, 'text-goroutineleak'],
  [/benchstat\.csv$/, 'benchstat'],
  [/benchmarks\/.*(?:old|new)\.txt$/, 'go-benchmark'],
  [/query\.log\.gz$/, 'prometheus-query-log'],
  [/\.log(?:\.gz)?$/, 'prometheus-log'],
  [/metrics\.txt/, 'metrics'],
  [/\.collapsed/, 'collapsed'],
  [/perf-.*\.txt/, 'perf'],
  [/\.cpuprofile$/, 'cpuprofile'],
  [/speedscope\.json$/, 'speedscope'],
  [/gctrace\.txt$/, 'gctrace'],
  [/\.rules\.yml$/, 'prometheus-rules'],
  [/testdata\/traces\/.*\.gz$/, 'go-trace'],
  [/profiles\/views\/.*\.dot\.txt/, 'pprof-graph'],
  [/profiles\/views\/.*\.tags\.txt/, 'pprof-tags'],
  [/profiles\/views\/.*\.traces\.txt/, 'pprof-traces'],
  [/profiles\/views\/.*\.txt/, 'pprof-text'],
  [/\.pb(?:\.gz)?$/, 'pprof'],
];

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function headOf(path: string): Uint8Array {
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).subarray(0, LOOK_BYTES);
}

it('every file of the test data and of the demo is what its name says', () => {
  const files = [...filesBelow('testdata'), ...filesBelow('public/demo')];
  const told = files.flatMap((path) => {
    const row = EXPECTED.find(([pattern]) => pattern.test(path));
    if (row?.[1] === null) return [];
    const { format } = recognize(headOf(path), path);
    return [{ path, format, expected: row?.[1] ?? 'no row' }];
  });
  expect(told.length).toBeGreaterThan(250);
  expect(told.filter(({ format, expected }) => format !== expected)).toEqual([]);
});
