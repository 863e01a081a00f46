import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PanelBase, Target } from '../../../../core/contract/contract.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import type { ApiDeps } from '../http/deps.ts';
import { windowQuery } from '../../../features/targets/answers/askedWindow.ts';
import { embedAsker } from './embedSubjects.ts';
import type { Found } from '../../../features/embeds/embedAnswers.ts';
import type { QuestionRange } from '../../../features/embeds/embedRecord.ts';
import type { DataStore, PanelQuery } from '../../../data/store/dataStore.ts';
import { openLocalDataStore } from '../../worker/data/localDataStore.ts';

const MINUTE = 60_000;
const T = Date.parse('2026-11-20T12:00:00Z');
const INTERVAL_MS = 10_000;
/** The target answers for 20 minutes, then tsdbscope is off for 10, then the target does not answer for 15. */
const OFF_MS = T + 20 * MINUTE;
const REFUSED_MS = T + 30 * MINUTE;
const NOW = T + 45 * MINUTE;
const folder = mkdtempSync(join(tmpdir(), 'embed-subjects-'));
let data: DataStore;
let asked: PanelQuery[] = [];

beforeAll(async () => {
  const opened = await openLocalDataStore({ dataDir: folder, retentionMs: 1e13, retentionBytes: 1e13 });
  if (!opened.ok) throw new Error(opened.error.message);
  data = opened.value;
  await data.putTarget({ name: 'prom', url: 'http://127.0.0.1:1', recording: false, labels: {} });
  for (let startMs = T; startMs < NOW; startMs += INTERVAL_MS) {
    if (startMs >= OFF_MS && startMs < REFUSED_MS) continue;
    const failed = startMs >= REFUSED_MS;
    await data.record('prom', {
      startMs, durationSeconds: 0.01, status: failed ? 0 : 200, contentType: 'text/plain', extras: {},
      body: failed ? null : new TextEncoder().encode(
        `process_resident_memory_bytes ${1e8 + startMs % 1000}\nprocess_cpu_seconds_total ${(startMs - T) / 20_000}\n`
      ),
      error: failed ? { kind: 'refused', message: 'The connection was refused.' } : null,
    });
  }
});
afterAll(async () => {
  await data.close();
  rmSync(folder, { recursive: true, force: true });
});

interface World { live?: boolean; error?: string | null; known?: boolean; nowMs?: number }

/** The program around the question, with what it asks of the store written down. */
function deps({ live = true, error = 'The connection was refused.', known = true, nowMs = NOW }: World): ApiDeps {
  const target = {
    name: 'prom', state: live ? 'down' : 'recorded', recorded: { start: T / 1000, end: (NOW - INTERVAL_MS) / 1000 },
    scrapeIntervalSeconds: INTERVAL_MS / 1000,
    lastScrape: { time: (NOW - INTERVAL_MS) / 1000, durationSeconds: 0.01, error, badLines: [], badLineCount: 0 },
  } as unknown as Target;
  asked = [];
  const answered = (panel: 'memory', query: PanelQuery) => {
    asked.push(query);
    return data.panel(panel, { ...query, inputs: NO_INPUTS });
  };
  return {
    now: () => nowMs,
    targets: {
      find: () => Promise.resolve(known ? target : undefined),
      isLive: () => live,
      panelQuery: (_target: Target, startMs = nowMs - 15 * MINUTE, endMs = nowMs): PanelQuery => ({
        target: 'prom', startMs, endMs, stepMs: null, timeoutSeconds: 10, intervalSeconds: INTERVAL_MS / 1000, nowMs,
      }),
    },
    panels: { panel: answered, drawn: answered },
    data: { status: () => data.status() },
  } as unknown as ApiDeps;
}

async function find(world: World, range: QuestionRange): Promise<Found> {
  const found = await embedAsker(
    deps(world)
  )({ question: { kind: 'panel', panel: 'memory', target: 'prom', range }, scraped: true });
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}
const rangeOf = ({ subject }: Found): PanelBase['range'] => (subject as { answer: PanelBase }).answer.range;

describe('a moving window over a target that is down', () => {
  it('stands still at the last answered scrape when half of it is silence', async () => {
    const found = await find({}, { kind: 'last', lastMs: 30 * MINUTE });
    expect(Math.abs(rangeOf(found).end * 1000 - OFF_MS)).toBeLessThanOrEqual(INTERVAL_MS);
    expect(rangeOf(found).end - rangeOf(found).start).toBeCloseTo(1800, 1);
    expect(found.empty).toBe(false);
    expect(Math.abs((found.dataTimeMs ?? 0) - OFF_MS)).toBeLessThanOrEqual(INTERVAL_MS);
    expect(found.warning)
      .toBe('"prom" does not answer: The connection was refused. Its newest sample is of 2026-11-20 12:20:00 UTC.');
  });

  it('goes on to now while most of it is data, and says why its end is empty', async () => {
    const found = await find({}, { kind: 'last', lastMs: 120 * MINUTE });
    expect(rangeOf(found).end * 1000).toBe(NOW);
    expect(Math.abs((found.dataTimeMs ?? 0) - OFF_MS)).toBeLessThanOrEqual(INTERVAL_MS);
    expect(found.warning).toContain('does not answer');
  });

  it('looks for that scrape once, however often it is asked', async () => {
    const world = deps({});
    const ask = embedAsker(world);
    for (let i = 0; i < 3; i++) await ask({
      question: { kind: 'panel', panel: 'memory', target: 'prom', range: { kind: 'last', lastMs: 30 * MINUTE } },
      scraped: true,
    });
    expect(asked).toHaveLength(4);
  });
});

describe('a window', () => {
  it('that is fixed stays where it is, and says nothing of a target that is down', async () => {
    const found = await find({}, { kind: 'fixed', startMs: T, endMs: T + 10 * MINUTE });
    expect(rangeOf(found)).toMatchObject({ start: T / 1000, end: T / 1000 + 600 });
    expect(found).toMatchObject({ dataTimeMs: T + 10 * MINUTE, refreshMs: 60_000, empty: false });
    expect(found.warning).toBeUndefined();
  });

  it('is judged as of the moment asked for, however much later it is asked', async () => {
    const range = { kind: 'fixed', startMs: T, endMs: NOW } as const;
    const question = { kind: 'panel', panel: 'scrapes', target: 'prom' } as const;
    const codeAt = async (nowMs: number, asOfMs?: number): Promise<string | undefined> => {
      const judged = { ...range, ...(asOfMs === undefined ? {} : { asOfMs }) };
      const found = await embedAsker(deps({ nowMs }))({ question: { ...question, range: judged }, scraped: true });
      return found.ok ? found.value.finding?.code : undefined;
    };
    expect(await codeAt(NOW)).toBe('target-down');
    expect(await codeAt(NOW + 60 * MINUTE)).toBe('scrapes-failed');
    expect(await codeAt(NOW + 60 * MINUTE, NOW)).toBe('target-down');
    const world = deps({ nowMs: NOW + MINUTE });
    const target = await world.targets.find('prom');
    expect(target && windowQuery(world, { start: T, end: NOW, step: undefined, asOf: NOW }, target).nowMs).toBe(NOW);
  });

  it('in which nothing was scraped is empty', async () => {
    expect(await find({}, { kind: 'fixed', startMs: T - 60 * MINUTE, endMs: T - 30 * MINUTE }))
      .toMatchObject({ empty: true, dataTimeMs: null });
  });

  it.each(
    [[1, 2000], [15, 2000], [60, 5000], [120, 10_000], [24 * 60, 60_000], [14 * 24 * 60, 60_000]]
  )('of the last %d minutes is asked for anew after %d ms', async (minutes, refreshMs) => {
    expect((await find({ error: null }, { kind: 'last', lastMs: minutes * MINUTE })).refreshMs).toBe(refreshMs);
  });

  it('of a target that was scraped and is not any more says so', async () => {
    expect((await find({ live: false, error: null }, { kind: 'last', lastMs: 30 * MINUTE })).warning)
      .toMatch(/^"prom" is not scraped any more\. Its newest sample is of /);
  });

  it('of a target that nobody knows any more is a failure with a sentence', async () => {
    await expect(
      find({ known: false }, { kind: 'page' })
    ).rejects.toThrow('"prom" is not known to this tsdbscope any more.');
  });
});
