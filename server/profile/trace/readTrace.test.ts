import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MARK_WAIT_SECONDS } from '../../../core/cpuLayers.ts';
import type { TraceView } from '../../../core/contract/contract.ts';
import { render } from '../../../core/text/parts.ts';
import { damagedTrace, survive, traceSeeds } from '../../../testdata/traces/damage.ts';
import { readTrace } from './readTrace.ts';
import { HEADER_BYTES } from './traceFormat.ts';

const folder = new URL('../../../testdata/traces/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^(.*)\.trace\.gz$/.exec(file)?.[1] ?? []);
const bytesOf = (name: string): Uint8Array => gunzipSync(readFileSync(new URL(`${name}.trace.gz`, folder)));

function viewOf(name: string): TraceView {
  const read = readTrace(bytesOf(name));
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

/** Output of the oracle program; see testdata/traces/README.md. */
interface Oracle {
  Events: number; FirstNs: number; LastNs: number;
  Cycles: { StartNs: number; EndNs: number }[];
  Stops: { cause: string; StartNs: number; DurationNs: number }[];
  WorkerNs: Record<string, number>; AssistNs: number; SweepNs: number; RunnableNs: number; RunningNs: number;
  MaxRunnable: number;
}

describe.each(names)('the trace %s, as golang.org/x/exp/trace reads it', (name) => {
  const oracle = JSON.parse(readFileSync(new URL(`${name}.oracle.json`, folder), 'utf8')) as Oracle;
  const view = viewOf(name);
  const ns = (seconds: number): number => Math.round(seconds * 1e9);
  const total = (values: readonly number[], { series: { stepSeconds }, durationSeconds }: TraceView): number =>
    values.reduce((sum, one, i) => sum + one * Math.min(stepSeconds, durationSeconds - i * stepSeconds), 0);

  it('has its events, its length and its cycles', () => {
    expect(view.events).toBe(oracle.Events);
    // The oracle moves an event that is at the time of the one before by 1 ns.
    expect(Math.abs(ns(view.durationSeconds) - (oracle.LastNs - oracle.FirstNs))).toBeLessThan(1000);
    const whole = view.cycles.filter(({ isWhole }) => isWhole);
    const shown = whole.map(({ atSeconds, durationSeconds }) => [ns(atSeconds), ns(durationSeconds)]);
    const own = oracle.Cycles.filter(({ StartNs }) => StartNs > oracle.FirstNs);
    expect(shown.length).toBe(own.length);
    shown.forEach(([start = 0, length = 0], i) => {
      const { StartNs = 0, EndNs = 0 } = own[i] ?? {};
      expect(Math.abs(start - (StartNs - oracle.FirstNs))).toBeLessThan(1000);
      expect(Math.abs(length - (EndNs - StartNs))).toBeLessThan(1000);
    });
  });

  it('has its stop-the-world pauses by cause', () => {
    expect(view.pauses.map(({ cause }) => `stop-the-world (${cause})`)).toEqual(oracle.Stops.map(({ cause }) => cause));
    view.pauses.forEach(({ durationSeconds }, i) => {
      expect(Math.abs(ns(durationSeconds) - (oracle.Stops[i]?.DurationNs ?? 0))).toBeLessThan(1000);
    });
  });

  it('has its workers, assists and sweeping', () => {
    const { gcCores, durationSeconds } = view;
    const near = (cores: number, expected: number): void => {
      expect(Math.abs(cores * durationSeconds - expected / 1e9)).toBeLessThan(2e-5 + expected / 1e9 / 1000);
    };
    near(gcCores.dedicated, oracle.WorkerNs['GC (dedicated)'] ?? 0);
    near(gcCores.fractional, oracle.WorkerNs['GC (fractional)'] ?? 0);
    near(gcCores.idle, oracle.WorkerNs['GC (idle)'] ?? 0);
    near(gcCores.assist, oracle.AssistNs);
    near(gcCores.sweep, oracle.SweepNs);
  });

  it('has its goroutines, and steps that add up to them', () => {
    const { series } = view;
    expect(total(series.runnable, view) / (oracle.RunnableNs / 1e9)).toBeCloseTo(1, 2);
    expect(total(series.running, view) / (oracle.RunningNs / 1e9)).toBeCloseTo(1, 2);
    expect(Math.max(...series.runnableMost)).toBe(oracle.MaxRunnable);
    for (const kind of ['dedicated', 'fractional', 'idle', 'assist', 'sweep'] as const) {
      expect(total(series[kind], view)).toBeCloseTo(view.gcCores[kind] * view.durationSeconds, 6);
    }
  });
});

/** `gc 8 @2.688s 0%: 0.97+7.5+0.008 ms clock, 1.9+0.72/2.4/12+0.016 ms cpu, ...` */
const GC_LINE = /: ([\d.]+)\+[\d.]+\+([\d.]+) ms clock, [\d.]+\+([\d.]+)\/([\d.]+)\/([\d.]+)\+/;
/** The runtime cuts off what it does not print: `7.5` is anything from 7.5 on, below 7.6. */
const printedUnit = (text: string): number => 10 ** -(text.split('.')[1]?.length ?? (text === '0' ? 3 : 0));
const offBy = (ms: number, text: string): number =>
  Math.max(0, Number(text) - ms, ms - Number(text) - printedUnit(text));

/** Returns the fields of `GC_LINE` for each cycle while the trace ran. */
function printedCycles(name: string): string[][] {
  const lines = readFileSync(new URL(`${name}.gctrace.txt`, folder), 'utf8').split('\n');
  return lines.slice(lines.indexOf('trace started') + 1, lines.indexOf('trace stopping'))
    .flatMap((line) => (line.startsWith('gc ') ? [GC_LINE.exec(line)?.slice(1) ?? []] : []));
}

/** Returns the work of all workers, ms. */
function printedWork(printed: readonly string[][]): number {
  return printed.flatMap((fields) => fields.slice(3))
    .reduce((sum, text) => sum + Number(text) + printedUnit(text) / 2, 0);
}

function workOf(cycles: TraceView['cycles']): number {
  return cycles.reduce((all, one) => (
    all + one.dedicatedCoreSeconds + one.fractionalCoreSeconds + one.idleCoreSeconds), 0);
}

describe.each(names)('the trace %s, against GODEBUG=gctrace=1 of the same seconds', (name) => {
  const printed = printedCycles(name);
  const { markWaitSeconds, ...view } = viewOf(name);
  const cycles = view.cycles.filter(({ isWhole }) => isWhole);

  // `go1.25` is of a full machine: a thread lost its core between the runtime's reading and the trace's event.
  it('has the same cycles; sweep and mark termination within 0.1 ms, one of 104 within 0.11 ms', () => {
    expect(printed.length).toBeGreaterThan(2);
    expect(cycles.length).toBe(printed.length);
    const off = cycles.map(({ sweepTerminationSeconds, markTerminationSeconds }, i) => ({
      sweep: offBy((sweepTerminationSeconds ?? NaN) * 1000, printed[i]?.[0] ?? ''),
      mark: offBy((markTerminationSeconds ?? NaN) * 1000, printed[i]?.[1] ?? ''),
    }));
    expect(off.filter(({ mark }) => !(mark < 0.02))).toEqual([]);
    expect(off.filter(({ sweep }) => !(sweep < 0.1)).length).toBe(name === 'go1.25' ? 1 : 0);
    expect(off.filter(({ sweep }) => !(sweep < 0.11))).toEqual([]);
  });

  // The runtime leaves out the wait of a worker for all Ps at the end of a mark, which weighs most on short marks on a
  // full machine: 12 % of the 10 ms each of `go1.26`, 0.3 to 5 % of the others.
  it('has the time of workers within 5 %, and what the runtime leaves out of it', () => {
    const expected = printedWork(printed);
    const work = workOf(cycles);
    const ratio = work * 1000 / expected;
    expect(ratio).toBeGreaterThan(0.99);
    expect(ratio).toBeLessThan(name === 'go1.26' ? 1.12 : 1.05);
    // The interval of E6 holds what the runtime counts.
    expect(work - cycles.length * markWaitSeconds).toBeLessThan(expected / 1000);
  });
});

it('of a host whose cores are all taken, the runtime counts less work, within what is said to be waiting', () => {
  const read = readTrace(gunzipSync(readFileSync(new URL('loaded-go1.26.gz', folder))));
  if (!read.ok) throw new Error(read.error.message);
  const { cycles: all, markWaitSeconds, finding } = read.value;
  const printed = printedCycles('loaded-go1.26');
  const cycles = all.filter(({ isWhole }) => isWhole);
  expect(cycles.length).toBe(printed.length);
  cycles.forEach(({ sweepTerminationSeconds, markTerminationSeconds }, i) => {
    expect(offBy((sweepTerminationSeconds ?? NaN) * 1000, printed[i]?.[0] ?? '')).toBeLessThan(0.1);
    expect(offBy((markTerminationSeconds ?? NaN) * 1000, printed[i]?.[1] ?? '')).toBeLessThan(0.1);
  });
  const [work, expected] = [workOf(cycles), printedWork(printed) / 1000];
  // 8 % more, 14 ms per cycle: far more than on a host with a free core.
  expect(work - cycles.length * MARK_WAIT_SECONDS).toBeGreaterThan(expected);
  expect(work - cycles.length * markWaitSeconds).toBeLessThan(expected);
  const evidence = finding.evidence.map((one) => render(one)).join(' ');
  expect(evidence).toContain('Times are elapsed: workers and pauses');
  expect(evidence).toMatch(/as in this trace: a tenth of the pauses takes \S+ \S+ or more, so .* is an upper limit\./);
  expect(evidence).toContain('elsewhere they were up to 0.9 ms off');
  expect(finding).toMatchObject({ confidence: 'likely', sentence: expect.stringMatching(/^GC took up to /) as string });
});

describe('what is no whole trace', () => {
  const header = (minor: number): Uint8Array => Buffer.from(`go 1.${minor} trace\0\0\0`);

  it.each<[string, Uint8Array, RegExp]>([
    ['other bytes', Buffer.from('hello'), /no execution trace/],
    ['one of Go 1.21', header(21), /Go 1\.21 and earlier .* are not read here/],
    ['one of a later Go', header(31), /format 1\.31 .* is not known/],
    ['a header alone', header(26), /damaged: it is empty/],
    ['a header and a cut-off batch', Buffer.concat([header(26), Buffer.from([1, 1, 5])]), /a number is cut off/],
    ['a header and something else', Buffer.concat([header(23), Buffer.from('<html>')]), /should start at byte 16/],
  ])('is refused in words: %s', (_, bytes, words) => {
    const read = readTrace(bytes);
    expect(read).toMatchObject({ ok: false, error: { errorType: 'unprofilable' } });
    expect(read.ok ? '' : read.error.message).toMatch(words);
  });

  it('is read up to where a file breaks off', () => {
    const bytes = bytesOf(names[0] ?? '');
    const read = readTrace(bytes.subarray(0, Math.floor(bytes.length * 0.9)));
    expect(read.ok && read.value.cutOff)
      .toMatch(/^Only the first \d+\.\d s are read: after them .* (?:cut off|no end)\.$/);
  });

  it.each(Array.from({ length: 30 }, (_, i) => i))('is refused or read, never a crash: ten damaged ones from %i0 on',
    (tens) => {
      const seeds = traceSeeds();
      for (let number = 10 * tens; number < 10 * tens + 10; number++) survive(damagedTrace(seeds, number).bytes);
    });

  it('has a header of 16 bytes', () => { expect(header(26).length).toBe(HEADER_BYTES); });
});
