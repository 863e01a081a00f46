import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeptAnswer, KeptEmbed } from './embedRecord.ts';
import { EmbedStore } from './embedStore.ts';
import { finding } from '../../../core/finding.ts';

const T = Date.parse('2026-11-21T00:00:00Z');
let folder: string;
let nowMs = T;
let told: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embeds-'));
  nowMs = T;
  told = [];
});
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

const open = (): Promise<EmbedStore> => EmbedStore.open(folder, () => nowMs, (problem) => told.push(problem));
const EMBED: Omit<KeptEmbed, 'id'> = {
  title: 'GC & CPU of prom', theme: 'auto', frozen: true, createdMs: T, expiresMs: T + 3_600_000, scraped: true,
  question: { kind: 'panel', panel: 'gc-cpu', target: 'prom', range: { kind: 'last', lastMs: 600_000 } },
};
const ANSWER: KeptAnswer = {
  subject: { kind: 'panel', panel: 'gc-cpu', target: 'prom', answer: { range: {}, value: 1.5 } },
  dataTimeMs: T - 5, takenMs: T, finding: finding({ code: 'test', severity: 'ok', claim: [{ text: 'Fine.' }] }),
};

async function added(store: EmbedStore, change: Partial<KeptEmbed> = {}): Promise<{ embed: KeptEmbed; token: string }> {
  const result = await store.add({ ...EMBED, ...change }, ANSWER);
  if (!result.ok) throw new Error(result.error.message);
  return { embed: result.value, token: await store.tokenOf(result.value) };
}

describe('the kept embeds', () => {
  it('are there after a restart with their answers, and open by the same links', async () => {
    const { embed, token } = await added(await open());
    const again = await open();
    expect(again.list()).toEqual([embed]);
    expect(await again.answer(embed.id)).toEqual(ANSWER);
    expect(await again.opened(token)).toEqual({ ok: true, value: embed });
    expect(await again.tokenOf(embed)).toBe(token);
    expect(again.keptBytes(embed.id)).toBe(again.allBytes());
    expect(again.allBytes()).toBeGreaterThan(50);
    expect(told).toEqual([]);
  });

  it('stand in files for the owner alone, the key above all', async () => {
    await added(await open());
    const files = readdirSync(join(folder, 'embeds'));
    expect(files).toHaveLength(3);
    for (const file of files) expect(statSync(join(folder, 'embeds', file)).mode & 0o077, file).toBe(0);
  });

  it('and their key are written again into a folder that was deleted meanwhile', async () => {
    const store = await open();
    const { token } = await added(store);
    rmSync(join(folder, 'embeds'), { recursive: true });
    const later = await added(store);
    const again = await open();
    expect(await again.opened(token)).toMatchObject({ ok: true });
    expect(await again.answer(later.embed.id)).toEqual(ANSWER);
    expect(told).toEqual([
      expect.stringContaining('was deleted; the embeds and their key are written again'),
      expect.stringMatching(/^The answer kept with the embed .* is missing/),
    ]);
  });

  it('stay listed, and are said, without their key, their answer or their record', async () => {
    const store = await open();
    const { embed } = await added(store);
    const { embed: other } = await added(store);
    const { embed: third, token } = await added(store);
    const path = (name: string): string => join(folder, 'embeds', name);
    rmSync(path('key'));
    mkdirSync(path('key'));
    rmSync(path(`${embed.id}.answer.json.gz`));
    rmSync(path(`${other.id}.json`));
    const again = await open();
    expect(again.list().map(({ id }) => id).sort()).toEqual([embed.id, third.id].sort());
    expect(await again.opened(token)).toMatchObject({ ok: false, error: { errorType: 'unauthorized' } });
    expect(told).toEqual([
      expect.stringContaining(`embeds/${embed.id}.answer.json.gz) is missing`),
      expect.stringContaining(`The embed ${other.id}.json is missing`),
      expect.stringContaining('was damaged and is set aside'),
    ]);
    rmSync(path('key'), { recursive: true });
    told.length = 0;
    await open();
    expect(told).toContainEqual(expect.stringMatching(/^The key of the embeds, .*key, is missing: links/));
  });

  it('answer that a revoked link was revoked, also after a restart', async () => {
    const store = await open();
    const { embed, token } = await added(store);
    expect(await store.remove(embed.id)).toEqual({ ok: true, value: null });
    for (const one of [store, await open()]) {
      expect(await one.opened(token)).toMatchObject(
        { ok: false, error: { errorType: 'gone', message: expect.stringContaining('revoked') as string } }
      );
      expect(one.list()).toEqual([]);
    }
    expect(await store.remove(embed.id)).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    expect(readdirSync(join(folder, 'embeds'))).toEqual(['key']);
  });

  it('refuse a link that is asked for another panel or target', async () => {
    const store = await open();
    const { token } = await added(store);
    expect(await store.opened(token, { panel: 'gc-cpu', target: 'prom' })).toMatchObject({ ok: true });
    expect(await store.opened(token, { panel: 'memory' })).toMatchObject({
      ok: false,
      error: {
        errorType: 'forbidden', message: expect.stringContaining('gc-cpu of "prom" and nothing else') as string,
      },
    });
    expect(await store.opened(token, { target: 'other' }))
      .toMatchObject({ ok: false, error: { errorType: 'forbidden' } });
  });

  it('refuse a link whose record was changed to another panel', async () => {
    const { embed, token } = await added(await open());
    const path = join(folder, 'embeds', `${embed.id}.json`);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"gc-cpu"', '"memory"'));
    expect(await (await open()).opened(token)).toMatchObject({ ok: false, error: { errorType: 'forbidden' } });
  });

  it('go when their time is over', async () => {
    const store = await open();
    const { token } = await added(store);
    nowMs = T + 3_600_001;
    expect(store.list()).toEqual([]);
    expect(
      await store.opened(token)
    ).toMatchObject({ ok: false, error: { errorType: 'gone', message: expect.stringContaining('expired') as string } });
    await open();
    expect(readdirSync(join(folder, 'embeds'))).toEqual(['key']);
  });

  it('are none of another data folder', async () => {
    const { token } = await added(await open());
    const other = mkdtempSync(join(tmpdir(), 'embeds-'));
    try {
      const store = await EmbedStore.open(other, () => nowMs, (problem) => told.push(problem));
      expect(await store.opened(token)).toMatchObject({ ok: false, error: { errorType: 'unauthorized' } });
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('take a newer answer in place of the older one', async () => {
    const store = await open();
    const { embed } = await added(store);
    await store.keepAnswer(embed.id, { ...ANSWER, dataTimeMs: T + 5 });
    expect((await store.answer(embed.id))?.dataTimeMs).toBe(T + 5);
  });

  it('take no answer that is too large, and keep nothing of it', async () => {
    const store = await open();
    const subject = { ...ANSWER.subject, answer: { text: 'x'.repeat(49 * 2 ** 20) } } as KeptAnswer['subject'];
    expect(await store.add(EMBED, { ...ANSWER, subject }))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    expect(store.list()).toEqual([]);
    expect(readdirSync(join(folder, 'embeds'))).toEqual(['key']);
  });

  it.each([
    ['cut off', '{"id":"abc'],
    ['of another kind', '[]'],
    [
      'of an unknown panel',
      JSON.stringify({
        ...EMBED, id: 'AAAAAAAAAAAAAAAA',
        question: { kind: 'panel', panel: 'diff', target: 'x', range: { kind: 'page' } },
      }),
    ],
  ])('set a damaged record aside that is %s, and tell it', async (_name, text) => {
    const { embed } = await added(await open());
    writeFileSync(join(folder, 'embeds', 'AAAAAAAAAAAAAAAA.json'), text);
    expect((await open()).list()).toEqual([embed]);
    expect(told.join()).toContain('The embed AAAAAAAAAAAAAAAA.json is damaged');
    expect(readdirSync(join(folder, 'embeds'))).toContain('AAAAAAAAAAAAAAAA.json.damaged');
  });

  it('tell of a damaged answer, and of a damaged key, which makes their links void', async () => {
    const store = await open();
    const { embed, token } = await added(store);
    writeFileSync(join(folder, 'embeds', `${embed.id}.answer.json.gz`), 'junk');
    expect(await store.answer(embed.id)).toBeNull();
    expect(told).toHaveLength(1);
    writeFileSync(join(folder, 'embeds', 'key'), 'junk');
    const again = await open();
    expect(told.join()).toContain('key of the embeds was damaged');
    expect(await again.opened(token)).toMatchObject({ ok: false, error: { errorType: 'unauthorized' } });
  });

  it('go on without a folder to write to, and say so', async () => {
    writeFileSync(join(folder, 'embeds'), 'a file in its place');
    const store = await open();
    expect(told.join()).toContain('cannot be kept');
    expect(await store.add(EMBED, ANSWER)).toMatchObject({ ok: false, error: { errorType: 'internal' } });
    expect(store.list()).toEqual([]);
  });
});
