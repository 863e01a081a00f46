/** Tests that what is said of a file without a page has no sentence that holds for any file of its form. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import { benchmarkReport } from '../../../analysis/benchmarks/report.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { openSent, type OpenDeps } from './openFile.ts';

async function said(...lines: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const deps = { recognize: async () => Promise.resolve(ok(recognize(bytes))) } as unknown as OpenDeps;
  const [file] = await openSent(deps, { name: '', file: '/nowhere', sizeBytes: bytes.length }, () => undefined);
  expect(file?.outcome).toBe('refused');
  return file?.sentence ?? '';
}

it('with a step of its own: only that', async () => {
  const sentence = await said('We see this:', '', 'backup: query failed: ERROR:  out of shared memory',
    'HINT:  You might need to increase max_locks_per_transaction.', 'backup: query was: LOCK TABLE a');
  expect(sentence).toMatch(/^This is a text with known messages \(PostgreSQL\)\. It has the error "/);
  expect(sentence).toMatch(/raise max_locks_per_transaction, which needs a restart\.$/);
});

it('without one: what was found and what to open, or that the form is not read', async () => {
  const sentence = await said('panic: it broke');
  expect(sentence).toMatch(/^This is [^.]*\. It crashed with .* Open the log with/);
  expect(await said('nothing in particular')).toContain('tsdbscope does not read this form');
});

async function ofBenchmarks(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'output-'));
  try {
    const bytes = new TextEncoder().encode(text);
    const file = join(folder, 'bench.txt');
    await writeFile(file, bytes);
    const deps = {
      recognize: async () => Promise.resolve(ok(recognize(bytes))), now: () => 0,
      outputs: { put: async () => Promise.resolve(ok({ id: '1' })) },
      benchmarks: { compare: async () => Promise.resolve(benchmarkReport([{ name: 'bench.txt', text }])) },
    } as unknown as OpenDeps;
    const [opened] = await openSent(deps, { name: 'bench.txt', file, sizeBytes: bytes.length }, () => undefined);
    return opened?.sentence ?? '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const runs = (ns: number): string => [0, 1, 2, 3, 4, 5].map((i) => `BenchmarkGet-4 100 ${ns + i} ns/op`).join('\n');

it('two sides of one text are compared as two files are, and each thing is said once', async () => {
  expect(await ofBenchmarks(`## base\n${runs(200)}\n\n## pull/7\n${runs(300)}\n`)).toBe('The output of go test -bench. '
    + 'pull/7 against base: Time: 1 slower (+49 %). Time: Get-4 +49 % (203 ns/op to 303 ns/op, p=0.002 n=6).');
  expect(await ofBenchmarks(`note: old\n${runs(200)}\nnote: new\n${runs(200)}\n`))
    .toBe('The output of go test -bench. new against old: Time: no difference shown in 1.');
});

it('sides before the benchmark was changed are named as not compared, with one run and with several', async () => {
  const omitted = 'Not compared: main, measured before the benchmark was changed, which is other work.';
  const text = (of: (ns: number) => string): string => ['main:', of(200), 'After changing the benchmark:', of(400),
    'This PR:', of(300), ''].join('\n');
  expect(await ofBenchmarks(text(runs))).toMatch(new RegExp('^The output of go test -bench\\. This PR against After '
    + `changing the benchmark: Time: 1 faster \\(−25 %\\)\\..* ${omitted}$`));
  const once = await ofBenchmarks(text((ns) => `BenchmarkGet-4 1 ${ns} ns/op`));
  expect(once).toContain(omitted);
  expect(once).toContain('−25 % (400 ns/op to 300 ns/op)');
});

it('too few runs of two sides, and three sides, keep the note on the sides', async () => {
  expect(await ofBenchmarks('## base\nBenchmarkGet-4 1 9 ns/op\n## next\nBenchmarkGet-4 1 8 ns/op\n'))
    .toContain('One text with two sides: base and next; the first is the base. One run per side');
  expect(await ofBenchmarks(`## a\n${runs(200)}\n## b\n${runs(300)}\n## c\n${runs(400)}\n`))
    .toContain('One text with 3 sides: a, b and c; the first is the base.');
});
