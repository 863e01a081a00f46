import { describe, expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import type { StoredTarget } from '../../../data/store/dataStore.ts';
import type { TargetReading } from '../../../data/store/read/sampleReader.ts';
import { readGroupTrains } from './groupTrains.ts';

const T0 = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const STEP_MS = 10_000;
const TARGET = { kind: 'prometheus', version: '3.9.1' } as unknown as StoredTarget;
const [STARTS, LASTED, EVERY] = ['last_evaluation_timestamp_seconds', 'last_duration_seconds', 'interval_seconds']
  .map((name) => `prometheus_rule_group_${name}`);

const keyOf = (at: number): string => `/etc/rules.yml;group-${at}`;

/** A target with so many rule groups, the later ones the heavier; counts the values that are read. */
function storeOf(groups: number, isThere = (_: number): boolean => true) {
  const read = { values: 0 };
  const joinedWindow: TargetReading['joinedWindow'] = (startMs, endMs, filter) => {
    const starts: number[] = [];
    for (let at = Math.ceil(startMs / STEP_MS) * STEP_MS; at < endMs; at += STEP_MS) starts.push(at);
    const { scrapes } = handMadeWindow({ startMs, stepMs: STEP_MS, roles: { cpuSeconds: starts.map(() => 0) } });
    const names = isThere(startMs) ? [STARTS, LASTED, EVERY] : [];
    const series = Array.from({ length: groups }, (__, at) => names.flatMap((name = '') => {
      const one = { name, labels: { rule_group: keyOf(at) } };
      if (!filter({ ...one, extra: false })) return [];
      read.values += starts.length;
      const valueAt = (ms: number): number => (name === STARTS ? Math.floor((ms / 1000 - at % 50) / 60) * 60 + at % 50
        : name === EVERY ? 60 : 0.001 * (at + 1));
      const values = Float64Array.from(starts, valueAt);
      return [{ ...one, values, present: new Uint8Array(starts.length).fill(1) }];
    })).flat();
    return Promise.resolve(ok({ window: { startMs, endMs, scrapes, series }, parts: [] }));
  };
  return { read, reading: { target: TARGET, joinedWindow } };
}

const query = (hours: number) => ({
  target: 'a', startMs: T0, endMs: T0 + hours * HOUR_MS, stepMs: null, nowMs: T0 + hours * HOUR_MS,
  intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
});

async function groupsOf(groups: number, hours: number, isThere?: (startMs: number) => boolean) {
  const { read, reading } = storeOf(groups, isThere);
  const found = await readGroupTrains(reading, query(hours));
  if (!found.ok) throw new Error(found.error.message);
  const { isRead, others } = found.value;
  const whole = Array.from({ length: groups }, (_, at) => at)
    .filter((at) => isRead({ name: STARTS ?? '', labels: { rule_group: keyOf(at) } }));
  return { whole, others, isRead, values: read.values };
}

describe('rule groups of a panel', () => {
  it('are the heaviest over a long window, with the phases of the others', async () => {
    const { whole, others, isRead, values } = await groupsOf(300, 24);
    expect(whole).toEqual(Array.from({ length: 40 }, (_, at) => 260 + at));
    expect(others).toHaveLength(260);
    expect(others[0]).toMatchObject({ name: 'group-259', periodMs: 60_000, widthMs: 260 });
    expect((others[0]?.phaseMs ?? NaN) % 60_000).toBe(9000);
    // At most twelve parts of two minutes for each series.
    expect(values).toBeLessThanOrEqual(3 * 300 * 12 * 12);
    expect(isRead({ name: LASTED ?? '', labels: { rule_group: keyOf(0) } })).toBe(false);
    expect(isRead({ name: 'process_cpu_seconds_total', labels: {} })).toBe(true);
  });

  it('are all of a short window, up to a number', async () => {
    expect((await groupsOf(300, 0.5)).whole).toHaveLength(300);
    const many = await groupsOf(2000, 0.5);
    expect(many.whole).toHaveLength(555);
    expect(many.values).toBe(0);
  });

  it('are known where the target is down at the end of the window', async () => {
    const { whole, others } = await groupsOf(60, 24, (startMs) => startMs < T0 + 20 * HOUR_MS);
    expect([whole.length, others.length]).toEqual([40, 20]);
  });

  it('are none of a target without them, after two parts', async () => {
    expect(await groupsOf(5, 24, () => false)).toMatchObject({ whole: [], others: [], values: 0 });
  });
});
