import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../core/result.ts';
import { JsonFolder } from './jsonFolder.ts';

interface Count { id: string; n: number; pad?: string }

let root: string;
let folder: string;
let told: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'json-folder-'));
  folder = join(root, 'deep', 'counts');
  told = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

function check(value: unknown, id: string): Result<Count> {
  const isRecord = typeof value === 'object' && value !== null && 'id' in value && value.id === id;
  const isCount = isRecord && 'n' in value && typeof value.n === 'number';
  return isCount ? ok(value as Count) : fail('bad_data', 'it holds no count');
}

function open(maxBytes = 1000): JsonFolder<Count> {
  const notice = (sentence: string): void => { told.push(sentence); };
  return new JsonFolder({ folder, id: /^[a-z]+$/, maxBytes, check, noun: 'count', notice });
}

describe('documents', () => {
  it('are there for the next one who opens the folder, for their owner alone, and gone once removed', async () => {
    const counts = open();
    await Promise.all([counts.write('a', { id: 'a', n: 1 }), counts.write('b', { id: 'b', n: 2 })]);
    expect(await open().load()).toEqual(new Map([['a', { id: 'a', n: 1 }], ['b', { id: 'b', n: 2 }]]));
    expect((await stat(counts.path('a'))).mode & 0o777).toBe(0o600);
    await counts.remove('a');
    await counts.remove('a');
    expect(await readdir(folder)).toEqual(['b.json']);
    expect(await counts.read('a')).toBeNull();
    expect(told).toEqual([]);
  });

  it('are none where there is no folder, of which nobody is told', async () => {
    expect(await open().load()).toEqual(new Map());
    expect(told).toEqual([]);
  });

  it('are written in the order asked for, each by itself; the last one stays', async () => {
    const counts = open();
    const write = (n: number): Promise<void> => counts.write('a', { id: 'a', n, pad: 'x'.repeat((n * 37) % 500) });
    const writes = Array.from({ length: 40 }, (_, n) => write(n));
    const gone = counts.remove('b');
    void counts.write('b', { id: 'b', n: 0 });
    await counts.settled();
    await Promise.all([...writes, gone]);
    expect(await open().load()).toMatchObject(new Map([['a', { n: 39 }], ['b', { n: 0 }]]));
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.json']);
  });

  it('of which one cannot be written: whoever asked is told, and the next is written', async () => {
    const counts = open();
    await mkdir(counts.path('a'), { recursive: true });
    await writeFile(join(counts.path('a'), 'inside'), '');
    await expect(counts.write('a', { id: 'a', n: 1 })).rejects.toThrow();
    await counts.write('b', { id: 'b', n: 1 });
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.json']);
  });
});

describe('a damaged document', () => {
  const kinds: [string, string, RegExp][] = [
    ['empty', '', /it is empty/],
    ['half', '{"id":"a","n":', /JSON/],
    ['garbage', '\u0000\u0001\ufffd', /JSON/],
    ['JSON of another shape', '[1]', /it holds no count/],
    ['of another id', '{"id":"b","n":1}', /it holds no count/],
    ['too large', JSON.stringify({ id: 'a', n: 1, pad: 'x'.repeat(1000) }), /it is too large/],
  ];
  it.each(kinds)('%s is set aside with one sentence, and the rest opens', async (_kind, text, reason) => {
    await open().write('b', { id: 'b', n: 2 });
    await writeFile(join(folder, 'a.json'), text);
    await writeFile(join(folder, 'a.txt'), 'of somebody else');
    await writeFile(join(folder, 'a.json.5f0c.tmp'), 'half written');
    const counts = open();
    expect(await counts.load()).toEqual(new Map([['b', { id: 'b', n: 2 }]]));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^The count a\.json is damaged \(.+\) and was set aside as a\.json\.damaged; .+\.$/);
    expect(told[0]).toMatch(reason);
    expect(await readFile(join(folder, 'a.json.damaged'), 'utf8')).toBe(text);
    expect((await readdir(folder)).sort()).toEqual(['a.json.damaged', 'a.txt', 'b.json']);
    await counts.write('a', { id: 'a', n: 3 });
    expect((await open().load()).get('a')).toEqual({ id: 'a', n: 3 });
  });

  it('with a folder in its place is set aside as well', async () => {
    await mkdir(join(folder, 'a.json'), { recursive: true });
    expect(await open().load()).toEqual(new Map());
    const place = 'and was set aside as a.json.damaged; the others are not affected.';
    expect(told).toEqual([`The count a.json is damaged (it is not a file) ${place}`]);
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read stays where it is', async () => {
    await open().write('a', { id: 'a', n: 1 });
    await chmod(join(folder, 'a.json'), 0);
    expect(await open().load()).toEqual(new Map());
    expect(told).toEqual([expect.stringMatching(/^The count a\.json cannot be read \(EACCES.*\); the others .+\.$/)]);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('in a folder that is none: nothing opens, and why is said', async () => {
    await mkdir(join(root, 'deep'));
    await writeFile(folder, 'a file in its place');
    expect(await open().load()).toEqual(new Map());
    const sentence = /^The folder .* cannot be read \(ENOTDIR.*\); it opens without any count\.$/;
    expect(told).toEqual([expect.stringMatching(sentence)]);
  });
});

it('a process killed at any moment leaves the old document or the new one, and what it said is written', async () => {
  await build({
    configFile: false, logLevel: 'error', publicDir: false,
    build: {
      ssr: 'server/kernel/files/jsonFolder.ts', outDir: root, target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'jsonFolder.mjs' } },
    },
  });
  await writeFile(join(root, 'writer.mjs'), `
    import { JsonFolder } from './jsonFolder.mjs';
    const folder = new JsonFolder({
      folder: ${JSON.stringify(folder)}, id: /^a$/, maxBytes: 1e6, check: (value) => ({ ok: true, value }),
      noun: 'count', notice: console.error,
    });
    let { n } = (await folder.load()).get('a') ?? { n: 0 };
    for (;;) {
      n += 1;
      await folder.write('a', { id: 'a', n, pad: 'x'.repeat((n * 7919) % 200_000) });
      console.log(n);
    }
  `);
  const counts = open(1e6);
  let said = 0;
  let half = 0;
  for (let round = 0; round < 20; round++) {
    const writer = spawn(process.execPath, [join(root, 'writer.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(writer, 'exit');
    const before = said;
    for await (const line of createInterface({ input: writer.stdout })) {
      said = Math.max(said, Number(line));
      if (said === before + 3) setTimeout(() => writer.kill('SIGKILL'), round % 10);
    }
    await ended;
    half += (await readdir(folder)).filter((name) => name.endsWith('.tmp')).length;
    const found = (await counts.load()).get('a');
    expect(found?.n).toBeGreaterThanOrEqual(said);
    expect(found?.pad).toHaveLength(((found?.n ?? 0) * 7919) % 200_000);
    expect(await readdir(folder)).toEqual(['a.json']);
  }
  expect(told).toEqual([]);
  // Some were killed in the middle, or this test shows nothing.
  expect(half).toBeGreaterThan(0);
});
