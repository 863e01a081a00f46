import { describe, expect, it } from 'vitest';
import type { LogErrors } from '../../../../core/contract/contract.ts';
import { analyseErrorsInSteps } from './logErrors.ts';
import { stepsOf, TimeBins } from './timeBins.ts';

function errorsOf(...lines: string[]): LogErrors {
  const steps = analyseErrorsInSteps(new TextEncoder().encode(lines.join('\n')));
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const clock = (second: number): string => new Date(1_700_000_000_000 + second * 1000).toISOString();
const line = (second: number, level: string, message: string): string =>
  `ts=${clock(second)} caller=x.go:1 level=${level} msg="${message}"`;

describe('errors of a log', () => {
  it('are rows by message, whatever its numbers, the first one first, with what they count at each step', () => {
    const { start, end, stepSeconds, rows, otherMessages } = errorsOf(
      line(0, 'info', 'Server is ready'), line(1, 'warn', 'Evaluating rule 1 failed'),
      line(2, 'warn', 'Evaluating rule 27 failed'), line(2, 'error', 'Scrape commit failed'), line(4, 'info', 'end')
    );
    expect({ start, end, stepSeconds, otherMessages })
      .toEqual({ start: 1_700_000_000, end: 1_700_000_004, stepSeconds: 1, otherMessages: 0 });
    expect(rows).toEqual([
      { level: 'warning', message: 'Evaluating rule 1 failed', count: 2, first: 1_700_000_001, last: 1_700_000_002,
        counts: [0, 1, 1, 0, 0] },
      { level: 'error', message: 'Scrape commit failed', count: 1, first: 1_700_000_002, last: 1_700_000_002,
        counts: [0, 0, 1, 0, 0] },
    ]);
  });

  it('count every line, also where a log has more than are kept for the panels, in any order', () => {
    const all = Array.from({ length: 60_000 }, (_, i) => line(i % 2 === 0 ? i : 60_000 - i, 'error', `failed ${i}`));
    const { rows, stepSeconds } = errorsOf(...all);
    const sums = rows.map(({ count, counts }) => [count, counts.reduce((sum, one) => sum + one, 0)]);
    expect(sums).toEqual([[60_000, 60_000]]);
    expect(rows[0]?.counts.length).toBeLessThanOrEqual(120);
    expect(stepSeconds).toBe(512);
  });

  it('have the error of a line without a message, and the level of other forms', () => {
    const { rows } = errorsOf(
      `ts=${clock(0)} caller=main.go:1 level=error err="opening storage failed"`,
      JSON.stringify({ time: clock(1), level: 'WARN', msg: 'slow' }),
      `${clock(2)}\tpanic\tlib/x.go:12\tFATAL: cannot open`
    );
    expect(rows.map(({ level, message }) => `${level} ${message}`))
      .toEqual(['error opening storage failed', 'warning slow', 'error FATAL: cannot open']);
  });

  it('of one message with two causes are two rows, whatever their labels and numbers', () => {
    const caused = (second: number, err: string): string => `${line(second, 'warn', 'retrying')} err="${err}"`;
    const { rows } = errorsOf(
      caused(0, 'dial tcp 10.0.0.1:9091: connection refused'), caused(1, 'dial tcp 10.0.0.7:9091: connection refused'),
      caused(2, 'too old: {a=\\"b\\"}'), caused(3, 'too old: {a=\\"c\\"}'), caused(4, 'too old: {c=\\"c\\"}')
    );
    expect(rows.map(({ message, count }) => [message, count])).toEqual([
      ['retrying: dial tcp 10.0.0.1:9091: connection refused', 2], ['retrying: too old: {a="b"}', 3],
    ]);
  });

  it('are one row however long their numbers are before the cut', () => {
    const long = (port: number): string => `cannot send ${port} bytes: ${'x'.repeat(215)} 10.24.30.12:${port}`;
    expect(errorsOf(line(0, 'error', long(8400)), line(1, 'error', long(38_156))).rows.map(({ count }) => count))
      .toEqual([2]);
  });

  it('are without the place in a library that wrote them', () => {
    const place = 'pkg/mod/k8s.io/client-go@v0.24.0/tools/cache/reflector.go:167: Failed to watch *v1.Pod';
    expect(errorsOf(line(0, 'error', place), line(1, 'info', 'x')).rows[0]?.message).toBe('Failed to watch *v1.Pod');
  });

  it('are read in the form of collectors, with the error among their fields', () => {
    const zap = (second: number, level: string, text: string): string => `${clock(second)}\t${level}\t${text}`;
    const { rows } = errorsOf(
      zap(0, 'info', 'service@v0.92.0/telemetry.go:86\tSetting up own telemetry...'),
      zap(1, 'warn', 'memorylimiter/memorylimiter.go:197\tMemory usage is above soft limit.\t{"cur_mem_mib": 2630}'),
      zap(2, 'error', 'exporterhelper/common.go:49\tExporting failed.\t{"error": "timeout"}')
    );
    expect(rows.map(({ message }) => message))
      .toEqual(['Memory usage is above soft limit', 'Exporting failed: timeout']);
  });

  it('are kept beside any number of warnings, and what is not kept apart is counted', () => {
    const words = Array.from({ length: 700 }, (_, i) => line(i, 'warn', `slow ${'abcdefghij'.charAt(i % 10)}${
      'abcdefghij'.charAt(Math.floor(i / 10) % 10)}${'abcdefghij'.charAt(Math.floor(i / 100))}`));
    const { rows, otherMessages, otherCount, isCut } = errorsOf(...words, line(701, 'error', 'it failed'));
    expect(rows.at(-1)).toMatchObject({ level: 'error', message: 'it failed', count: 1 });
    expect([otherMessages, otherCount, isCut]).toEqual([493, 693, true]);
  });

  it('beyond the largest are counted', () => {
    const names = 'abcdefghijkl'.split('');
    const { rows, otherMessages, otherCount } = errorsOf(
      ...names.map((name, i) => line(i, 'error', `failed in ${name}`))
    );
    expect([rows.length, otherMessages, otherCount]).toEqual([8, 4, 4]);
  });

  it('are none in a log without a time, and in a text that is no log', () => {
    expect(errorsOf('nothing of a log', 'at all')).toMatchObject({ start: null, rows: [] });
  });
});

describe('bins of events in any order', () => {
  it('keep every event, however far apart', () => {
    const bins = new TimeBins();
    const times = Array.from({ length: 5000 }, (_, i) => ((i * 7919) % 5000) * 61_000);
    for (const ms of times) bins.add(ms);
    const { startMs, widthMs, steps } = stepsOf(0, Math.max(...times), 120);
    const counts = bins.counts(startMs, widthMs, steps);
    expect(steps).toBeLessThanOrEqual(120);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(5000);
  });
});
