import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { openSent, type OpenDeps } from './openFile.ts';
import { withComparison } from './openedSides.ts';

const rows = (ns: number): string =>
  `Benchmark     Time      CPU   Iterations\n${'-'.repeat(40)}\nfill     ${ns} ns     ${ns} ns     100\n`;

it('two outputs of one form without a page are compared in what the second says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sides-'));
  try {
    const texts: Record<string, string> = { 'a.txt': rows(100), 'b.txt': rows(80) };
    const deps = {
      recognize: async (_file: string, name: string) =>
        Promise.resolve(ok(recognize(new TextEncoder().encode(texts[name] ?? ''), name))),
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
