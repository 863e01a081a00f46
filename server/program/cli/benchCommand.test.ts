import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import { commandEnd } from '../../../testdata/commandEnd.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-command-'));
const data = (name: string): string => fileURLToPath(new URL(`../../../testdata/benchmarks/${name}`, import.meta.url));
const made = (name: string): string => join(folder, name);
const runs = (base: number): string =>
  Array.from({ length: 6 }, (_, run) => `BenchmarkA-2 1 ${base + run} ns/op\n`).join('');

beforeAll(() => {
  writeFileSync(made('fast.txt'), runs(100));
  writeFileSync(made('slow.txt'), runs(120));
});
afterAll(() => { rmSync(folder, { recursive: true }); });

describe('tsdbscope bench', () => {
  it('prints the comparison and ends with 0 where nothing became worse', async () => {
    const ended = await commandEnd(['bench', data('old.txt'), data('new.txt')]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('-25.12% (p=0.015 n=10)');
  });

  it('ends with 3 on a significant regression over the threshold, and names it', async () => {
    const ended = await commandEnd(['bench', made('fast.txt'), made('slow.txt'), '--threshold', '5%']);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('regression: A-2 sec/op +19.51% (p=0.002 n=6)');
    expect((await commandEnd(['bench', made('fast.txt'), made('slow.txt'), '--threshold', '50%'])).code).toBe(0);
  });

  it('answers in JSON and Markdown', async () => {
    const json = await commandEnd(['bench', data('old.txt'), data('new.txt'), '--format', 'json']);
    expect((JSON.parse(json.stdout) as BenchmarkReport).units.map(({ unit }) => unit))
      .toEqual(['sec/op', 'B/op', 'allocs/op']);
    expect((await commandEnd(['bench', data('old.txt'), data('new.txt'), '--format', 'markdown'])).stdout)
      .toContain('| --- | ---: |');
  });

  it('takes counted units as exact when told to, so that one run a side can fail', async () => {
    writeFileSync(made('one.txt'), 'BenchmarkA-2 1 100 ns/op 10 B/op 1 allocs/op\n');
    writeFileSync(made('two.txt'), 'BenchmarkA-2 1 200 ns/op 10 B/op 2 allocs/op\n');
    const plain = await commandEnd(['bench', made('one.txt'), made('two.txt')]);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('One run per side');
    const exact = await commandEnd(['bench', made('one.txt'), made('two.txt'), '--exact', 'B/op,allocs/op']);
    expect(exact.code).toBe(3);
    expect(exact.stdout).toContain('regression: A-2 allocs/op +100.00% (n=1)');
    expect(exact.stdout).not.toContain('regression: A-2 sec/op');
  });

  it('judges many benchmarks together, says which pass, and each on its own with --gate each', async () => {
    const side = (values: number[]): string => Array.from(
      { length: 40 },
      (_, name) => (name > 1 ? [10, 20, 30, 40, 50, 60] : values).map((ns) => `BenchmarkA${name}-2 1 ${ns} ns/op\n`)
        .join('')
    ).join('');
    writeFileSync(made('forty.txt'), side([10, 20, 30, 40, 50, 60]));
    writeFileSync(made('forty-again.txt'), side([35, 45, 65, 66, 75, 85]));
    const together = await commandEnd(['bench', made('forty.txt'), made('forty-again.txt')]);
    expect(together.code).toBe(0);
    expect(together.stdout).toContain(
      '2 rows are worse at p <= 0.05 by themselves, but not beyond what chance brings '
        + 'among so many benchmarks; --gate each counts them.'
    );
    const each = await commandEnd(['bench', made('forty.txt'), made('forty-again.txt'), '--gate', 'each']);
    expect(each.code).toBe(3);
    expect(each.stdout).toContain('regression: A1-2 sec/op +87.14% (p=0.041 n=6)');
  });

  it('tells a regression from nothing in figures, and its package where there are several', async () => {
    const runs = (pkg: string, allocs: number): string =>
      `pkg: ${pkg}\n${`BenchmarkA-2 1 10 ns/op ${allocs} allocs/op\n`.repeat(6)}`;
    const side = (allocs: number): string => runs('a', 0) + runs('b', allocs);
    writeFileSync(made('none.txt'), side(0));
    writeFileSync(made('some.txt'), side(3));
    expect((await commandEnd(['bench', made('none.txt'), made('some.txt')])).stdout)
      .toContain('regression: A-2 allocs/op 0.000 to 3.000 (p=0.002 n=6) in pkg: b');
  });

  it('compares the values of a key of the names within one file', async () => {
    writeFileSync(
      made('formats.txt'),
      Array.from(
        { length: 6 },
        (_, run) =>
          `BenchmarkEncode/format=json-8 1 ${100 + run} ns/op\nBenchmarkEncode/format=gob-8 1 ${150 + run} ns/op\n`
      ).join('')
    );
    const ended = await commandEnd(['bench', made('formats.txt'), '--col', '/format', '--format', 'csv']);
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    expect(ended.stdout).toContain(
      ',json,,gob,,,\n,sec/op,CI,sec/op,CI,vs '
        + 'base,P\nEncode-8,1.025e-07,2%,1.5250000000000002e-07,2%,+48.78%,p=0.002 n=6\n'
    );
    expect((await commandEnd(['bench', made('formats.txt'), '--col', 'Format'])).code).toBe(2);
    expect(await commandEnd(['bench', made('formats.txt')])).toMatchObject(
      { code: 1, stderr: expect.stringContaining('holds one side') as string }
    );
  });

  it('compares more than two', async () => {
    const ended = await commandEnd(
      ['bench', made('fast.txt'), made('slow.txt'), made('fast.txt'), '--format', 'csv']
    );
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    expect(ended.stdout.split('\n')[2])
      .toMatch(/^A-2,1\.025e-07,2%,1\.225e-07,2%,\+19\.51%,p=0\.002 n=6,1\.025e-07,2%,~,p=1\.000 n=6$/);
  });

  it('says how it is used', async () => {
    expect((await commandEnd(['bench', '--help'])).stdout).toMatch(/^Usage: tsdbscope bench OLD NEW/);
  });

  it('ends with 1 for a file without benchmarks', async () => {
    const ended = await commandEnd(['bench', made('fast.txt'), fileURLToPath(import.meta.url)]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^tsdbscope: bench: [^\n]+\n$/);
  });

  it.each([
    ['a bare threshold of 1 or more', ['bench', 'a', 'b', '--threshold', '5'], 'write e.g. 5% or 0.05'],
    ['the standard input twice', ['bench', '-', '-'], 'can only be one of the files'],
    ['no file', ['bench'], '0 files named'],
    ['a file that is not there', ['bench', '/nowhere.txt', '/nowhere2.txt'], 'cannot be read'],
    ['an unknown gate', ['bench', 'a', 'b', '--gate', 'all'], 'is none of together, each'],
    ['an address', ['bench', 'http://localhost/old.txt', 'b'], 'is an address; fetch it into a file first'],
    ['an unknown format', ['bench', 'a', 'b', '--format', 'xml'], 'is none of'],
  ])('refuses %s in one sentence with 2', async (_, args, said) => {
    const ended = await commandEnd(args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^tsdbscope: [^\n]+\n$/);
    expect(ended.stderr).toContain(said);
  });
});
