/** Finds a target's worst state from what is kept of its scrapes; see docs/reference/fleet.md. Pure. */
import type { FleetFinding, FleetTarget, Part, Severity } from '../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../core/finding.ts';
import { at, percent, parts, render, seconds } from '../../../../core/text/parts.ts';

const LONG_DOWN_SECONDS = 30;
/** Minimum starts of a loop, each within `LOOP_SECONDS` of the previous one, the last within it of the window's end. */
const LOOP_STARTS = 3;
const LOOP_SECONDS = 600;
const MEMORY = { warning: 0.9, critical: 0.97 };
const GC_SHARE = 0.25;
const CPU_FULL = 0.9;
/** Share of the window without scrapes. */
const GAP_SHARE = 0.01;

export type Judged = Pick<
  FleetTarget, 'state' | 'stateSince' | 'series' | 'memoryLimitBytes' | 'gaps'
> & { restarts: readonly number[]; maxProcs: number | null };

/** Returns the worst finding. `nowSeconds` null: the window ended in the past, so the current state is ignored. */
export function worstOfTarget(
  target: Judged, range: { start: number; end: number; step: number }, nowSeconds: number | null
): FleetFinding {
  const found = [
    ...(nowSeconds === null ? [] : stateOf(target, nowSeconds)), ...loopOf(target, range.end),
    ...memoryOf(target, range), ...cpuOf(target, range), ...gapsOf(target, range), ...gcOf(target, range),
  ];
  const known = target.series.cpuCores.some((value) => value !== null)
    || target.series.rssBytes.some((value) => value !== null);
  return worstFirst(found)[0] ?? (known ? made('fleet-quiet', 'ok', parts`Nothing stands out.`, null, 'overview')
    : made('fleet-unknown', 'unknown', parts`Nothing is known of this window.`, null, 'overview'));
}

function made(
  code: string, severity: Severity, claim: Part[], moment: number | null, page: FleetFinding['page']
): FleetFinding {
  return { code, severity, claim, sentence: render(claim), moment, page };
}

function stateOf({ state, stateSince }: Judged, nowSeconds: number): FleetFinding[] {
  const age = stateSince === null ? 0 : Math.max(0, nowSeconds - stateSince);
  const since = (code: string, what: string, page: FleetFinding['page']): FleetFinding[] =>
    [made(code, 'warning', parts`${what} for ${seconds(age)}.`, stateSince, page)];
  switch (state) {
    case 'down': {
      const severity = age >= LONG_DOWN_SECONDS ? 'critical' : 'warning';
      return [made('fleet-down', severity, parts`Has not answered for ${seconds(age)}.`, stateSince, 'scrapes')];
    }
    case 'replaying': return since('fleet-replaying', 'Has been replaying its WAL', 'wal-replay');
    case 'starting': return since('fleet-starting', 'Has been starting', 'wal-replay');
    case 'stopping': return since('fleet-stopping', 'Has been stopping', 'scrapes');
    case 'up':
    case 'recorded': return [];
  }
}

function loopOf({ restarts }: Judged, end: number): FleetFinding[] {
  const times = restarts.toSorted((a, b) => b - a);
  let count = 0;
  let first = end;
  for (const time of times) {
    if (first - time > LOOP_SECONDS) break;
    first = time;
    count++;
  }
  const [last] = times;
  if (last === undefined) return [];
  if (count < LOOP_STARTS) return [made('fleet-restart', 'info', parts`Restarted at ${at(last)}.`, last, 'wal-replay')];
  return [made(
    'fleet-restart-loop', 'critical',
    parts`Restarts in a loop: ${String(count)} starts within ${seconds(end - first)}.`, last, 'wal-replay'
  )];
}

function memoryOf({ series, memoryLimitBytes }: Judged, range: Range): FleetFinding[] {
  const peak = peakOf(series.rssBytes);
  if (peak === null || memoryLimitBytes === null) return [];
  const share = peak.value / memoryLimitBytes;
  if (share < MEMORY.warning) return [];
  return [made(
    'fleet-memory', share >= MEMORY.critical ? 'critical' : 'warning',
    parts`Memory reached ${percent(share)} of its limit at ${at(timeOf(peak, range))}.`, timeOf(peak, range), 'memory'
  )];
}

function cpuOf({ series, maxProcs }: Judged, range: Range): FleetFinding[] {
  const peak = peakOf(series.cpuCores);
  if (peak === null || maxProcs === null || peak.value < CPU_FULL * maxProcs) return [];
  return [made(
    'fleet-cpu', 'warning', parts`CPU reached ${percent(peak.value / maxProcs)} of GOMAXPROCS at ${
      at(timeOf(peak, range))}.`,
    timeOf(peak, range), 'gc-cpu'
  )];
}

function gapsOf({ gaps }: Judged, { start, end }: Range): FleetFinding[] {
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(end, gap.end) - Math.max(start, gap.start)), 0);
  const longest = gaps.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0];
  if (longest === undefined || lost === 0) return [];
  return [made(
    'fleet-gaps', lost / (end - start) >= GAP_SHARE ? 'warning' : 'info',
    parts`No samples for ${seconds(lost)} of the window, longest at ${at(longest.start)}.`, longest.start, 'scrapes'
  )];
}

function gcOf({ series }: Judged, range: Range): FleetFinding[] {
  const known = series.gcShareRatio.filter((value): value is number => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const peak = peakOf(series.gcShareRatio);
  if (peak === null || mean < GC_SHARE) return [];
  return [made(
    'fleet-gc', 'warning', parts`GC takes ${percent(mean)} of CPU.`, timeOf(peak, range), 'gc-cpu'
  )];
}

type Range = { start: number; end: number; step: number };

function peakOf(values: readonly (number | null)[]): { at: number; value: number } | null {
  let peak: { at: number; value: number } | null = null;
  for (const [at, value] of values.entries()) if (value !== null && (peak === null || value > peak.value))
    peak = { at, value };
  return peak;
}

function timeOf({ at: place }: { at: number }, { start, step }: Range): number {
  return start + place * step;
}
