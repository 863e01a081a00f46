/** Content of the page of all targets: rows, groups, and the strip of each. Pure. */
import type { Fleet, FleetTarget, Severity, Span } from '../../contract/contract.ts';
import { formatNumber, formatRatio, unknownText } from '../../text/format.ts';
import { count, render } from '../../text/parts.ts';
import { holdsWords, labelsOf, targetText, typedWords } from '../typedWords.ts';

export interface FleetChoices {
  /** Words to find in any text of a row, in any order. */
  search: string;
  /** Required labels, `name=value`. */
  labels: readonly string[];
  /** Label whose values are group headings; null for none. */
  group: string | null;
}

export type FleetItem =
  | { kind: 'group'; value: string; count: number; troubled: number }
  | { kind: 'row'; row: FleetTarget };

/** Maximum number of values of a label that can be chosen from a list. */
const MAX_VALUES = 60;

function isTroubled({ worst: { severity } }: Pick<FleetTarget, 'worst'>): boolean {
  return severity === 'critical' || severity === 'warning';
}

/**
 * Returns the targets in their given order, grouped; groups are ordered by their first row, so the worst comes first.
 */
export function fleetItems(targets: readonly FleetTarget[], { search, labels, group }: FleetChoices): FleetItem[] {
  const words = typedWords(search);
  const shown = targets.filter((row) => holdsWords(`${targetText(row)}\n${row.worst.sentence}`, words)
    && labels.every((label) => labelsOf(row).some(([name, value]) => `${name}=${value}` === label)));
  if (group === null) return shown.map((row) => ({ kind: 'row', row }));
  const groups = new Map<string, FleetTarget[]>();
  for (const row of shown) {
    const value = labelsOf(row).find(([name]) => name === group)?.[1] ?? '';
    const members = groups.get(value);
    if (members === undefined) groups.set(value, [row]);
    else members.push(row);
  }
  return [...groups].flatMap(([value, rows]): FleetItem[] => [
    { kind: 'group', value, count: rows.length, troubled: rows.filter(isTroubled).length },
    ...rows.map((row): FleetItem => ({ kind: 'row', row })),
  ]);
}

/** Returns the labels that can be chosen, by name, with their values, most frequent first. */
export function labelOptions(
  targets: readonly FleetTarget[]
): { name: string; values: { value: string; count: number }[] }[] {
  const names = new Map<string, Map<string, number>>();
  for (const row of targets) for (const [name, value] of labelsOf(row)) {
    const values = names.get(name) ?? new Map<string, number>();
    names.set(name, values.set(value, (values.get(value) ?? 0) + 1));
  }
  return [...names].filter(([, values]) => values.size > 1 && values.size <= MAX_VALUES).map(([name, values]) => ({
    name,
    values: [...values].map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  }));
}

/** Returns the headline: what targets share, else how many are in trouble. */
export function fleetHeadline(
  { shared, targets }: Pick<Fleet, 'shared' | 'targets'>
): { sentence: string; severity: Severity; code: string } {
  const [first] = shared;
  if (first !== undefined) return first;
  if (targets.length === 0) return { sentence: 'No targets are scraped.', severity: 'unknown', code: 'fleet-empty' };
  const { critical, warning } = troubledCounts(targets);
  const all = targetCount(targets.length);
  const unknown = targets.filter(({ worst: { severity } }) => severity === 'unknown').length;
  if (critical + warning === 0 && unknown > 0) return {
    sentence: unknown === targets.length ? `Nothing is known of ${all} in this window.`
      : `Nothing stands out in ${targets.length - unknown} of ${all}; nothing is known of ${
        unknown === 1 ? 'the other' : `the other ${unknown}`}.`,
    severity: 'unknown', code: 'fleet-unknown',
  };
  if (critical + warning === 0)
    return { sentence: `Nothing stands out in ${all}.`, severity: 'ok', code: 'fleet-quiet' };
  const [worst, rest] = critical > 0 ? [`${critical} of ${all} ${critical === 1 ? 'is' : 'are'} critical`, warning]
    : [`${warning} of ${all} ${warning === 1 ? 'has' : 'have'} a warning`, 0];
  return {
    sentence: `${worst}${rest === 0 ? '' : `, ${rest} with a warning`}.`,
    severity: critical > 0 ? 'critical' : 'warning', code: 'fleet-trouble',
  };
}

interface TroubledCounts { critical: number; warning: number }

function troubledCounts(targets: readonly FleetTarget[]): TroubledCounts {
  const having = (wanted: Severity): number => targets.filter(({ worst: { severity } }) => severity === wanted).length;
  return { critical: having('critical'), warning: having('warning') };
}

/** Returns counts for use next to another headline: `2 critical, 5 with a warning`; `''` for none. */
export function countsOf(targets: readonly FleetTarget[]): string {
  const { critical, warning } = troubledCounts(targets);
  return [critical > 0 ? `${critical} critical` : '', warning > 0 ? `${warning} with a warning` : '']
    .filter((words) => words !== '').join(', ');
}

/** Returns `1 target`, `200 targets`. */
export function targetCount(targets: number): string {
  return render(count(targets, 'target'));
}

/** Returns the mean GC share of CPU, else GC cycles per minute. */
export function gcText({ series, gcCyclesPerMinute }: Pick<FleetTarget, 'series' | 'gcCyclesPerMinute'>): string {
  const known = series.gcShareRatio.filter((value): value is number => value !== null);
  if (known.length > 0) return formatRatio(known.reduce((sum, value) => sum + value, 0) / known.length);
  return gcCyclesPerMinute === null ? unknownText : `${formatNumber(gcCyclesPerMinute)}/min`;
}

export const STRIP = { width: 480, height: 40 };
/** Heights: lines above, events below. */
const LINES_HEIGHT = 27;
const EVENTS_TOP = 29;
/** Minimum width of an event, so that it is visible. */
const MIN_WIDTH = 2.5;

/** Paths in a box of STRIP; `''` if there is nothing to draw. */
export interface Strip {
  cpu: string; gc: string; memory: string; compactions: string; gaps: string; starts: string;
}

/**
 * Returns the strip: CPU relative to its own maximum, memory to its limit or else its own maximum, GC as its share of
 * CPU. The strip shows when, the figures next to it how much.
 */
export function stripOf(
  { series, memoryLimitBytes, compactions, gaps, starts }: FleetTarget, { start, end }: Fleet['range']
): Strip {
  const cpuMax = Math.max(...series.cpuCores.map((value) => value ?? 0));
  const memoryMax = memoryLimitBytes ?? Math.max(...series.rssBytes.map((value) => value ?? 0));
  const heights = (values: readonly (number | null)[], max: number): (number | null)[] =>
    values.map((value) => (value === null || !(max > 0) ? null : Math.min(1, value / max)));
  const x = (time: number): number => Math.min(1, Math.max(0, (time - start) / (end - start))) * STRIP.width;
  const boxes = (spans: readonly Span[], top: number, bottom: number): string => spans.map((span) => {
    const left = x(span.start);
    const right = Math.min(STRIP.width, Math.max(x(span.end), left + MIN_WIDTH));
    return `M${r(Math.min(left, right - MIN_WIDTH))} ${top}H${r(right)}V${bottom}H${
      r(Math.min(left, right - MIN_WIDTH))}Z`;
  }).join('');
  return {
    cpu: area(heights(series.cpuCores, cpuMax)), gc: area(heights(series.gcShareRatio, 1)),
    memory: line(heights(series.rssBytes, memoryMax)),
    compactions: boxes(compactions, EVENTS_TOP, STRIP.height - 4), gaps: boxes(gaps, 0, STRIP.height),
    // A pointed shape distinguishes it from a compaction without relying on colour.
    starts: starts.map((span) => {
      const [left, right] = [x(span.start), Math.max(x(span.end), x(span.start) + 2 * MIN_WIDTH)];
      return `M${r(left)} ${STRIP.height}L${r((left + right) / 2)} ${EVENTS_TOP - 6}L${r(right)} ${STRIP.height}Z`;
    }).join(''),
  };
}

/** Returns steps down to the base of the lines; gaps are not filled. */
function area(heights: readonly (number | null)[]): string {
  const width = STRIP.width / heights.length;
  let path = '';
  for (const [i, height] of heights.entries()) {
    if (height === null || height === 0) continue;
    const joins = i > 0 && (heights[i - 1] ?? 0) > 0;
    path += `${joins ? `V${y(height)}` : `${path === '' ? '' : 'Z'}M${r(i * width)} ${LINES_HEIGHT}V${y(height)}`}H${
      r((i + 1) * width)}`;
    if (!((heights[i + 1] ?? 0) > 0)) path += `V${LINES_HEIGHT}`;
  }
  return path === '' ? '' : `${path}Z`;
}

function line(heights: readonly (number | null)[]): string {
  const width = STRIP.width / heights.length;
  return heights.map((height, i) => {
    if (height === null) return '';
    return `${(heights[i - 1] ?? null) === null ? 'M' : 'L'}${r(i * width)} ${y(height)}H${r((i + 1) * width)}`;
  }).join('');
}

function y(height: number): number {
  return r(LINES_HEIGHT - height * (LINES_HEIGHT - 1));
}

function r(value: number): number {
  return Math.round(value * 10) / 10;
}
