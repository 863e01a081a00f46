import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../core/result.ts';
import { EmbedAnswers, embedDataJson, type Found } from './embedAnswers.ts';
import type { KeptEmbed } from './embedRecord.ts';
import { EmbedStore } from './embedStore.ts';

const T = Date.parse('2026-11-21T00:00:00Z');
const MINUTE = 60_000;
let folder: string;
let store: EmbedStore;
let nowMs = T;
let asks = 0;
let finds: Result<Found>;
let answers: EmbedAnswers;

const found = (value: number, change: Partial<Found> = {}): Result<Found> => ok({
  subject: { kind: 'panel', panel: 'memory', target: 'prom', answer: { value } }, dataTimeMs: T + value, finding: null,
  empty: false, refreshMs: 5000, ...change,
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embed-answers-'));
  nowMs = T;
  asks = 0;
  finds = found(1);
  store = await EmbedStore.open(folder, () => nowMs, () => undefined);
  answers = new EmbedAnswers(store, () => {
    asks += 1;
    return Promise.resolve(finds);
  }, () => nowMs);
});
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

async function embed(change: Partial<KeptEmbed> = {}): Promise<KeptEmbed> {
  const subject = { kind: 'panel', panel: 'memory', target: 'prom', answer: { value: 0 } } as const;
  const added = await store.add({
    title: 'Memory', theme: 'auto', frozen: false, createdMs: nowMs, expiresMs: T + 1000 * MINUTE, scraped: true,
    question: { kind: 'panel', panel: 'memory', target: 'prom', range: { kind: 'last', lastMs: MINUTE } }, ...change,
  }, { subject, dataTimeMs: T, finding: null, takenMs: T });
  if (!added.ok) throw new Error(added.error.message);
  return added.value;
}
const valueOf = async (one: KeptEmbed): Promise<unknown> =>
  (JSON.parse((await answers.answer(one)).json) as { answer?: { value: number } } | null)?.answer?.value;

describe('the answers of embeds', () => {
  it('of twenty of one question and a hundred readers are asked for once per refresh', async () => {
    const embeds = await Promise.all(Array.from({ length: 20 }, () => embed()));
    await Promise.all(embeds.flatMap((one) => Array.from({ length: 5 }, () => answers.answer(one))));
    expect(asks).toBe(1);
    nowMs += 4999;
    await Promise.all(embeds.map((one) => answers.answer(one)));
    expect(asks).toBe(1);
    nowMs += 1;
    finds = found(2);
    expect(await Promise.all(embeds.map(valueOf))).toEqual(embeds.map(() => 2));
    expect(asks).toBe(2);
  });

  it('frozen ones are never asked for again, and stay as they are', async () => {
    const one = await embed({ frozen: true });
    expect(await valueOf(one)).toBe(0);
    nowMs += 500 * MINUTE;
    expect(await valueOf(one)).toBe(0);
    expect(asks).toBe(0);
    expect((await answers.answer(one)).refreshMs).toBeNull();
  });

  it('that are alike have one version, others another', async () => {
    const one = await embed();
    const first = await answers.answer(one);
    nowMs += 5000;
    expect((await answers.answer(one)).version).toBe(first.version);
    nowMs += 5000;
    finds = found(1, { warning: '"prom" does not answer.' });
    expect((await answers.answer(one)).version).not.toBe(first.version);
  });

  it('of a target that is gone are the last one kept, with the reason', async () => {
    const one = await embed();
    expect(await valueOf(one)).toBe(1);
    nowMs += 11 * MINUTE;
    finds = found(2);
    expect(await valueOf(one)).toBe(2);
    await store.settled();
    nowMs += MINUTE;
    finds = fail('not_found', '"prom" is not known any more.');
    expect(await answers.answer(one))
      .toMatchObject({ subject: { answer: { value: 2 } }, dataTimeMs: T + 2, error: '"prom" is not known any more.' });
    expect(JSON.parse(embedDataJson(one, await answers.answer(one), nowMs))).toMatchObject({
      subject: { answer: { value: 2 } }, dataTime: (T + 2) / 1000, serverTime: nowMs / 1000,
      error: '"prom" is not known any more.', refreshSeconds: 5, frozen: false,
    });
  });

  it('are written to disk every ten minutes at most, and in between the newest stands in from memory', async () => {
    const one = await embed();
    nowMs += 11 * MINUTE;
    finds = found(2);
    expect(await valueOf(one)).toBe(2);
    nowMs += MINUTE;
    finds = found(5);
    expect(await valueOf(one)).toBe(5);
    await store.settled();
    expect(await store.answer(one.id)).toMatchObject({ subject: { answer: { value: 2 } } });
    nowMs += MINUTE;
    finds = fail('not_found', '"prom" is not known any more.');
    expect(await valueOf(one)).toBe(5);
  });

  it('of a window of which nothing is kept any more are the last one, with the reason', async () => {
    const one = await embed();
    finds = found(3, { empty: true, dataTimeMs: null });
    const answered = await answers.answer(one);
    expect(answered).toMatchObject({ subject: { answer: { value: 0 } }, dataTimeMs: T });
    expect(answered.error).toContain('Nothing is kept of this window any more');
  });

  it('with a warning are shown, and not kept in place of a good one', async () => {
    const one = await embed();
    nowMs += 11 * MINUTE;
    finds = found(4, { warning: '"prom" does not answer.' });
    expect(await answers.answer(one))
      .toMatchObject({ subject: { answer: { value: 4 } }, error: '"prom" does not answer.' });
    await store.settled();
    expect(await store.answer(one.id)).toMatchObject({ subject: { answer: { value: 0 } } });
  });

  it('come back when the target does', async () => {
    const one = await embed();
    finds = fail('internal', 'Try again.');
    expect((await answers.answer(one)).error).toBe('Try again.');
    nowMs += 5000;
    finds = found(6);
    expect(await answers.answer(one)).toMatchObject({ subject: { answer: { value: 6 } }, error: null });
  });
});
