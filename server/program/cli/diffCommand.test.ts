import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DiffTopTable, RenameProposal } from '../../../core/contract/contract.ts';
import type { DiffRegression } from './judgedDiff.ts';
import { encode } from '../../profile/decode/encode.ts';
import { commandEnd, type CommandEnd } from '../../../testdata/commandEnd.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';

const profile = (name: string): string => fileURLToPath(new URL(`../../../testdata/profiles/${name}`, import.meta.url));
const [before, after] = [profile('seed-wal/before.cpu.pb.gz'), profile('seed-wal/after.cpu.pb.gz')];
const labels = profile('goprofiles/before/labels.cpu.pb.gz');
const steady = (name: string, ...numbers: number[]): string =>
  numbers.map((number) => profile(`steady/${name}-${number}.cpu.pb.gz`)).join(',');

interface DiffJson extends DiffTopTable {
  verdict: string;
  regressions: DiffRegression[];
  thresholdRatio: number;
  renames: RenameProposal[];
}

async function asJson(args: string[]): Promise<{ code: number; diff: DiffJson }> {
  const ended = await commandEnd(['diff', ...args, '--format', 'json']);
  expect(ended.stderr).toBe('');
  return { code: ended.code, diff: JSON.parse(ended.stdout) as DiffJson };
}

function expectOneSentence({ stderr, stdout }: CommandEnd): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^tsdbscope: diff: [^\n]+\n$/);
}

describe('tsdbscope diff', () => {
  it('ends with 0 for a patch that costs less, with the headline of the page and how the sides differ', async () => {
    const ended = await commandEnd(['diff', before, after, '--top', '8']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('No regression: the total did not grow.');
    expect(ended.stdout.split('\n'))
      .toContain('CPU −32 % (75.2 to 51 s): GC −12 s, allocation −7 s, WAL replay −4.9 s.');
    expect(ended.stdout).toMatch(/duration: 49\.8 s -> 29\.1 s\./);
    expect(ended.stdout).toMatch(/8\.99 s +1\.85 s +−79 % +0\.00\d +sure +runtime\.scanobject\n/);
    expect(ended.stdout).toContain('150 more functions');
  });

  it('ends with 3 where the total grew beyond noise by more than the threshold', async () => {
    const found = await asJson([after, before, '--threshold', '40%']);
    expect(found.code).toBe(3);
    expect(found.diff.regressions).toEqual([
      {
        what: 'total', function: null, before: 51_030_000_000, after: 75_160_000_000,
        shareRatio: expect.closeTo(0.4729, 4) as number, pValue: expect.any(Number) as number, qValue: null,
      },
    ]);
    expect(found.diff).toMatchObject({ unit: 'nanoseconds', sampleType: 'cpu', thresholdRatio: 0.4 });
    expect((await asJson([after, before, '--threshold', '0.5'])).code).toBe(0);
  });

  it('judges functions by their own value as a share of the total before, when asked or filtered', async () => {
    const functions = await asJson([before, after, '--gate', 'functions', '--threshold', '2%']);
    expect(functions.code).toBe(3);
    expect(functions.diff.regressions.map(({ function: name }) => name)).toContain('runtime.mapaccess1_fast64');
    expect(functions.diff.regressions.every(({ shareRatio }) => shareRatio > 0.02)).toBe(true);
    expect((await asJson([before, after, '--focus', 'scanobject'])).code).toBe(0);
    expect((await asJson([before, after, '--focus', 'mapaccess1_fast64'])).code).toBe(3);
  });

  it('finds nothing between groups of the same load, and a busier load', async () => {
    const same = await asJson([steady('busy', 1, 2, 3), steady('busy', 4, 5, 6), '--gate', 'any']);
    expect(same).toMatchObject({ code: 0, diff: { regressions: [] } });
    const busier = await asJson([steady('light', 1, 2, 3, 4), steady('busy', 1, 2, 3, 4), '--threshold', '10%']);
    expect(busier.code).toBe(3);
    expect(busier.diff.howSure.method).toBe('rank');
  });

  it('says that one snapshot of a heap a side cannot be judged, and does not fail for it', async () => {
    const ended = await commandEnd(['diff', profile('live/heap.pb.gz'), profile('live/heap-2.pb.gz')]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^Not judged: whether the total grew beyond noise cannot be estimated/);
  });

  it('says the same for totals made equal', async () => {
    const found = await asJson([after, before, '--normalize', 'total', '--gate', 'total']);
    expect(found.code).toBe(0);
    expect(found.diff.verdict).toMatch(/^Not judged/);
  });

  it('writes Markdown with the verdict, the sure rows and the command that checks them', async () => {
    const { stdout, code } = await commandEnd(['diff', after, before, '--format', 'markdown', '--top', '3']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^## CPU \+47 % \(51 to 75\.2 s\): GC \+12 s/);
    expect(stdout).toContain('**Regression: the total (51 s to 75.2 s, +47 %) grew beyond noise.**');
    expect(stdout.match(/^\| `/gm)).toHaveLength(3);
    expect(stdout).toContain(`-diff_base=${after} ${before}`);
  });

  it('compares profiles of different set times in cores, and as recorded if asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diff-'));
    const cpu = (seconds: number, parse: number): string => {
      const file = join(folder, `${seconds}.pb`);
      const stacks = `main.main;shop.parse ${parse}\nmain.main;shop.store ${50 * seconds}`;
      writeFileSync(file, encode(foldedProfile(stacks, { durationNanos: BigInt(seconds) * 1_000_000_000n })));
      return file;
    };
    try {
      const files = [cpu(30, 1500), cpu(60, 6600)];
      const { code, stdout } = await commandEnd(['diff', ...files]);
      expect(code).toBe(3);
      expect(stdout)
        .toMatch(/^Regression: the total \(1 core to 1\.6 cores, \+60 %\) grew beyond noise\.\nCPU \+60 % \(1 core/);
      expect(stdout).toContain('of each profile, 30 s and 60 s; as recorded they have 30 s and 96 s of CPU.');
      expect(stdout).toContain('cpu, per second of profile (--normalize none: as recorded)\n');
      const { diff } = await asJson(files);
      expect(diff).toMatchObject({
        normalize: 'duration', unit: 'nanoseconds', totals: { before: 30_000_000_000, after: 48_000_000_000 },
      });
      const recorded = await commandEnd(['diff', ...files, '--normalize', 'none']);
      expect(recorded.stdout).toContain('the total (30 s to 96 s, +220 %) grew beyond noise.');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['one file', ['diff', before], 2, '1 files named'],
    ['a file that is not there', ['diff', before, '/nowhere.pb.gz'], 2, 'there is no such file'],
    ['a folder', ['diff', before, profile('')], 2, 'it is a folder'],
    ['an unknown flag', ['diff', before, after, '--nope'], 2, 'nope'],
    ['an unknown gate', ['diff', before, after, '--gate', 'x'], 2, '--gate'],
    ['an unknown normalisation', ['diff', before, after, '--normalize', 'x'], 2, '--normalize'],
    [
      'a file that is not a profile', ['diff', before, profile('malformed/json.json')], 1,
      'the file is JSON, but neither a speedscope file nor a profile of V8',
    ],
    ['a cut profile', ['diff', profile('malformed/truncated-gzip.pb.gz'), after], 1, 'truncated-gzip.pb.gz'],
    ['profiles of two kinds', ['diff', before, profile('seed-wal/before.heap.pb.gz')], 1, 'no sample type in common'],
    [
      'a sample type that is not there', ['diff', before, after, '--sample-type', 'inuse_space'], 1,
      'sampleType "inuse_space"',
    ],
    ['an expression that cannot be read', ['diff', before, after, '--focus', '('], 1, 'focus'],
  ])('refuses %s in one sentence', async (_, args, code, said) => {
    const ended = await commandEnd(args);
    expect(ended.code).toBe(code);
    expectOneSentence(ended);
    expect(ended.stderr).toContain(said);
  });

  it('says how it is used', async () => {
    expect(await commandEnd(['diff', '--help']))
      .toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: tsdbscope diff BEFORE AFTER/) as string });
  });

  it('keeps on each side the samples of its own label, in either spelling', async () => {
    const { diff } = await asJson(
      [labels, labels, '--before-tagfocus', 'tenant=acme', '--after_tagfocus=tenant=globex']
    );
    expect(diff.totals).toEqual({ before: 1_230_000_000, after: 980_000_000 });
  });

  it('has the values of labels as frames', async () => {
    const { diff } = await asJson([labels, labels, '--tagroot', 'tenant', '--top', '200']);
    expect(diff.rows.find((row) => row.function === 'acme')?.cum).toMatchObject({ before: 1_230_000_000, delta: 0 });
  });

  it('renames functions by every rule', async () => {
    const { diff } = await asJson(
      [labels, labels, '--top', '200', '--rename', 'main.mix:main.mixed', '--rename', '/^runtime\\./:rt.']
    );
    const names = diff.rows.map((row) => row.function);
    expect(names).toContain('main.mixed');
    expect(names.filter((name) => name.startsWith('runtime.') || name === 'main.mix')).toEqual([]);
    expect(diff.renames).toEqual([]);
  });
});
