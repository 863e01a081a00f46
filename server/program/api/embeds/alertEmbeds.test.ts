import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import { EmbedStore } from '../../../features/embeds/embedStore.ts';
import type { Found } from '../../../features/embeds/embedAnswers.ts';
import { alertEmbeds } from './alertEmbeds.ts';

const folders: string[] = [];
afterEach(() => { for (const folder of folders.splice(0)) rmSync(folder, { recursive: true }); });

it('embeds of alerts are frozen, last a week, and leave room for those of people', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-alert-embeds-'));
  folders.push(folder);
  let nowMs = Date.UTC(2026, 10, 20, 12);
  const store = await EmbedStore.open(folder, () => nowMs, () => undefined);
  const asked: unknown[] = [];
  let empty = false;
  const make = alertEmbeds({
    store, base: () => 'https://s', now: () => nowMs,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(ok({
        subject: { kind: 'panel', panel: 'memory', target: 'a', answer: {} }, dataTimeMs: nowMs, finding: null, empty,
        refreshMs: 1,
      } as unknown as Found));
    },
  });
  const alert = { target: 'a', finding: { panel: 'memory' as const }, firedMs: nowMs };
  const subject = { kind: 'panel', panel: 'memory', target: 'a', answer: {} } as never;
  const question = {
    kind: 'panel', panel: 'memory', target: 'a',
    range: { kind: 'fixed', startMs: nowMs - 900_000, endMs: nowMs, asOfMs: nowMs },
  } as const;
  await store.add({
    title: 'of a person', theme: 'auto', frozen: true, createdMs: 0, expiresMs: nowMs + 1e9, scraped: true, question,
  }, { subject, dataTimeMs: null, finding: null, takenMs: nowMs });
  const links = await make(alert);
  expect(asked).toEqual([{ question, scraped: true }]);
  expect(links?.imageUrl).toMatch(/^https:\/\/s\/embed\/[\w.-]+\.png$/);
  const token = (links?.url ?? '').split('/').at(-1) ?? '';
  expect(await store.opened(token)).toMatchObject({
    ok: true, value: { frozen: true, expiresMs: nowMs + 7 * 86_400_000, title: 'Memory & capacity of a, alert' },
  });
  for (let i = 0; i < 202; i++) {
    nowMs += 1000;
    await make({ ...alert, firedMs: nowMs });
  }
  // They are known as such after a restart too.
  const again = await EmbedStore.open(folder, () => nowMs, () => undefined);
  for (const one of [store, again]) {
    expect(one.list().filter(({ forAlert }) => forAlert === true)).toHaveLength(200);
    expect(one.list()).toHaveLength(201);
  }
  expect(await store.opened(token)).toMatchObject({ ok: false, error: { errorType: 'gone' } });
  empty = true;
  expect(await make(alert)).toBeNull();
});
