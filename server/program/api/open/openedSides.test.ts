import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import { benchmarkReport } from '../../../analysis/benchmarks/report.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { sentencesTogether } from '../../../features/logs/together/filesTogether.ts';
import { ADD_OTHER, openSent, type OpenDeps } from './openFile.ts';
import { withComparison } from './openedSides.ts';

const together: OpenDeps['together'] = async (files) => ok(await sentencesTogether(files));

const rows = (ns: number): string =>
  `Benchmark     Time      CPU   Iterations\n${'-'.repeat(40)}\nfill     ${ns} ns     ${ns} ns     100\n`;

it('two outputs of one form without a page are compared in what the second says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sides-'));
  try {
    const texts: Record<string, string> = { 'a.txt': rows(100), 'b.txt': rows(80) };
    const deps = {
      recognize: async (_file: string, name: string) =>
        Promise.resolve(ok(recognize(new TextEncoder().encode(texts[name] ?? ''), name))),
      together,
    } as unknown as OpenDeps;
    const sent = await Promise.all(Object.entries(texts).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const files = (await Promise.all(sent.map(async (one) => openSent(deps, one, () => undefined)))).flat();
    const [first, second] = await withComparison(deps, sent, files);
    expect(first?.sentence).toBe(files[0]?.sentence);
    expect(second?.sentence).toMatch(/^b\.txt against a\.txt: fill \u221220 % \(100 ns to 80 ns\)\. This is the/);
    expect(await withComparison(deps, sent.slice(0, 1), files.slice(0, 1))).toEqual(files.slice(0, 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('two outputs of benchmarks are compared, the old one first, and none asks for the other side', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sides-'));
  try {
    const texts = { 'after.txt': 'BenchmarkA 1 20 ns/op\n', 'before.txt': 'BenchmarkA 1 10 ns/op\n' };
    const sent = await Promise.all(Object.entries(texts).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const files = sent.map(({ name, sizeBytes }): OpenedFile => ({
      name, sizeBytes, outcome: 'opened', sentence: `The output of go test -bench. A: 1 ns/op. ${ADD_OTHER}`,
      address: null, profiles: [], target: null, log: null, output: name,
      what: { format: 'go-benchmark', name: 'the output of go test -bench', program: null, version: null,
        confidence: 'likely', envelope: null },
    }));
    const compare: OpenDeps['benchmarks']['compare'] = async (bytes) => {
      const body = JSON.parse(new TextDecoder().decode(bytes)) as { files: { name: string; text: string }[] };
      return Promise.resolve(benchmarkReport(body.files));
    };
    const told = await withComparison({ benchmarks: { compare } as OpenDeps['benchmarks'], together }, sent, files);
    expect(told.map(({ sentence }) => sentence)).toEqual([
      'after.txt against before.txt: One run per side cannot show a difference from noise. Time, after.txt against '
        + 'before.txt: A 2 times (10 ns/op to 20 ns/op). Run each side at least 4 times, better 10 (-count=10), '
        + 'alternating.', 'The output of go test -bench: the side with which after.txt is compared.',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('benchmarks of one side that are compared with each other are left out beside the comparison of two', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sides-'));
  try {
    const own = 'The output of go test -bench. batch takes 3 times as long, against single, in 2 benchmarks.';
    const texts = { 'main.txt': 'BenchmarkA/single 1 10 ns/op\n', 'pr.txt': 'BenchmarkA/single 1 20 ns/op\n' };
    const sent = await Promise.all(Object.entries(texts).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const opened = (sentence: string): OpenedFile[] => sent.map(({ name, sizeBytes }): OpenedFile => ({
      name, sizeBytes, outcome: 'opened', sentence, address: null, profiles: [], target: null, log: null, output: name,
      what: { format: 'go-benchmark', name: 'the output of go test -bench', program: null, version: null,
        confidence: 'likely', envelope: null },
    }));
    const compare: OpenDeps['benchmarks']['compare'] = async (bytes) => {
      const body = JSON.parse(new TextDecoder().decode(bytes)) as { files: { name: string; text: string }[] };
      return Promise.resolve(benchmarkReport(body.files));
    };
    const deps = { benchmarks: { compare } as OpenDeps['benchmarks'], together };
    const [before, after] = await withComparison(deps, sent, opened(own));
    expect(before?.sentence).toBe('The output of go test -bench: the side with which pr.txt is compared.');
    expect(after?.sentence).not.toContain('against single');
    const both = 'The output of go test -bench. new against old: Time: 1 slower (+9 %), against what it was.';
    const [kept] = await withComparison(deps, sent, opened(both));
    expect(kept?.sentence).toBe(both);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a log is reported with the description of its container, and with what that one shows better', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sides-'));
  try {
    const texts = {
      'describe.txt': 'Name: prom-0\nStatus: Running\nContainers:\n  prometheus:\n    Last State:     Terminated\n'
        + '      Reason:       OOMKilled\n      Exit Code:    137\n'
        + '      Started:      Wed, 04 Mar 2026 10:00:00 +0000\n'
        + '      Finished:     Wed, 04 Mar 2026 10:20:00 +0000\n    Ready:          False\n',
      'prom.log': 'ts=2026-03-04T10:00:01Z level=info msg="WAL segment loaded" segment=3 maxSegment=9\n',
    };
    const sent = await Promise.all(Object.entries(texts).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const files = sent.map(({ name, sizeBytes }): OpenedFile => ({
      name, sizeBytes, outcome: 'opened', sentence: 'A log. A startup probe must allow 5m or more. It is short.',
      address: null, profiles: [], target: null, log: name, output: null,
      what: {
        format: name === 'prom.log' ? 'prometheus-log' : 'kubectl-describe', name: 'a log', program: null,
        version: null, confidence: 'likely', envelope: null,
      },
    }));
    const [first, second] = await withComparison({ benchmarks: {} as OpenDeps['benchmarks'], together }, sent, files);
    expect(first).toEqual(files[0]);
    expect(second?.sentence).toMatch(
      /^describe\.txt says how the run in prom\.log ended .+ raise the limit first\. A log\. It is short\.$/
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
