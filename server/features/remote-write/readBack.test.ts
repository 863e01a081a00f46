/**
 * A recording through the buffer, the wire and an engine's query API, and back: the window is the recorded one, and so
 * is every panel. With a real engine: server/program/integration/readBack.clock.test.ts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { NO_INPUTS, PANEL_NAMES } from '../../../core/panels.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { readEngineWindow } from '../../data/metrics/engineMatrix.ts';
import { roleWindow } from '../../data/metrics/roles.ts';
import type { TargetWindow } from '../../data/metrics/series.ts';
import { canonicalKey } from '../../data/metrics/seriesKey.ts';
import { analysePanel } from '../../analysis/panels/analyses.ts';
import { outboxFolder } from '../../data/store/outbox/outboxFolder.ts';
import { OutboxReader } from '../../data/store/outbox/outboxReader.ts';
import { OutboxWriter } from '../../data/store/outbox/outboxWriter.ts';
import { readRequest2, type ReceivedSeries } from '../../../testdata/writeRequests.ts';
import { loadRecording, recordings } from '../../../testdata/loadRecording.ts';
import { scrapedLabels, targetLabels } from '../../data/wire/engineLabels.ts';
import { writeRequest2 } from '../../data/wire/writeRequest.ts';
import { WireBatch, WireLabels } from './wireBatch.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-back-'));
  writeFileSync(join(dataDir, 'lock'), '');
});
afterEach(() => { rmSync(dataDir, { recursive: true, force: true }); });

const TARGET = { name: 'prom', labels: { region: 'eu', quantile: 'of the target' } };
const EXTERNAL = { cluster: 'a' };

/** Returns the series that an engine stores from the window's scrapes. */
async function sent({ scrapes, series }: TargetWindow): Promise<ReceivedSeries[]> {
  const folder = outboxFolder(dataDir);
  const writer = await OutboxWriter.open({ folder, maxBytes: 2 ** 30, faults: new Faults(), clock: systemClock });
  for (let row = 0; row < scrapes.length; row++) {
    const there = series.filter(({ present }) => present[row] === 1);
    const isExtra = ({ name }: { name: string }): boolean => name.startsWith('tsdbscope_');
    const own = there.filter((one) => !isExtra(one));
    const error = scrapes.error[row] ?? null;
    writer.takeScrape(TARGET, {
      scrape: {
        startMs: scrapes.startMs[row] ?? 0, durationSeconds: scrapes.durationSeconds[row] ?? 0, error,
        status: scrapes.status[row] ?? 0, bytes: scrapes.bytes[row] ?? 0, repeated: scrapes.repeated[row] === 1,
      },
      samples: error === null ? { series: own, values: own.map(({ values }) => values[row] ?? NaN) } : null,
      extras: Object.fromEntries(there.filter(isExtra).map(({ name, values }) => [name, values[row] ?? NaN])),
      beside: null, outcome: { samples: own.length },
    });
  }
  await writer.close();
  const reader = new OutboxReader(folder);
  const batch = new WireBatch(new WireLabels(EXTERNAL));
  for (let read = await reader.next(); read !== null; read = await reader.next()) batch.add(read);
  await reader.close();
  return readRequest2(writeRequest2(batch.samples()));
}

/** Returns a query API's answer to a range selector, without staleness markers. */
function answered(all: readonly ReceivedSeries[]): Uint8Array {
  const text = (value: number): string => (value === Infinity ? '+Inf' : value === -Infinity ? '-Inf'
    : Object.is(value, -0) ? '-0' : String(value));
  const result = all.map(({ labels, samples }) => ({
    metric: Object.fromEntries(labels),
    values: samples.filter(({ isStale }) => !isStale).map(({ time, value }) => [time / 1000, text(value)]),
  }));
  return new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
}

it.each([
  ['a Prometheus under load', recordings.load], ['a replay', recordings.walReplay],
  ['a target at its CPU limit, with scrapes that failed and were skipped', recordings.cpuLimit],
])('gives the window and every panel back: %s', async (_, file) => {
  const whole = loadRecording(file);
  const window = loadRecording(file, { endMs: (whole.scrapes.startMs[0] ?? 0) + 400_000 });
  // Values that the collector adds to a skipped scrape are not sent.
  for (const [row, error] of window.scrapes.error.entries()) {
    if (error?.kind !== 'skipped') continue;
    for (const { values, present } of window.series) [values[row], present[row]] = [NaN, 0];
  }
  const own = { ...EXTERNAL, ...targetLabels(TARGET.name, TARGET.labels) };
  const read = readEngineWindow([answered(await sent(window))], (labels) => scrapedLabels(labels, own));
  if (typeof read === 'string') throw new Error(read);
  const back = { ...read, startMs: window.startMs, endMs: window.endMs };
  expect(back.scrapes.length).toBe(window.scrapes.length);
  for (const column of ['startMs', 'durationSeconds', 'status', 'bytes', 'repeated'] as const)
    expect([...back.scrapes[column]]).toEqual([...window.scrapes[column]]);
  expect(back.scrapes.error.map((error) => error?.kind)).toEqual(window.scrapes.error.map((error) => error?.kind));
  const series = new Map(back.series.map((one) => [canonicalKey(one.name, one.labels), one]));
  for (const { name, labels, values, present } of window.series.filter((one) => one.present.includes(1))) {
    const twin = series.get(canonicalKey(name, labels));
    expect([name, labels, [...twin?.present ?? []]]).toEqual([name, labels, [...present]]);
    expect([...twin?.values ?? []]).toEqual([...values]);
  }
  const answer = (one: TargetWindow): unknown[] => PANEL_NAMES.map((panel) => analysePanel(
    panel, roleWindow(one, 'prometheus', '2.42.0'),
    { stepMs: null, facts: { maxProcs: 2 }, nowMs: one.endMs, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS }
  ));
  // An engine has the kind of an error, and not its words.
  const { error } = back.scrapes;
  expect(answer(back)).toEqual(answer({ ...window, scrapes: { ...window.scrapes, error } }));
});
