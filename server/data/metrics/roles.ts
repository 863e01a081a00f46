/** Maps a target's metric names to roles; the names are in roleTable.ts. */
import { ALERT_METRICS } from './alerts/alertRoles.ts';
import type { LabelledSeries, Role, RoleSeries, RoleWindow } from './roleNames.ts';
import { NODE_PREFIX } from './nodeNames.ts';
import { ROLE_TABLE } from './roleTable.ts';
import type { Candidate } from './roleCandidate.ts';
import { canonicalKey } from './seriesKey.ts';
import type { TargetWindow, WindowSeries } from './series.ts';
import type { Labels, TargetKind } from '../../../core/contract/terms/targetKind.ts';
import { isBefore, versionOf } from '../../../core/version.ts';

/**
 * Series that the collector writes during a target's start: the replay cursor of /api/v1/status/walreplay (segment
 * numbers), time of its last move (seconds since the epoch, between two polls; absent until it moved once), whether
 * /-/ready answered 200 (1) or not (0), and the step of the start (its index in START_STEPS), its line of Head.Init,
 * and its start time.
 */
export const recordedNames = {
  replaySegmentMin: 'tsdbscope_replay_segment_min',
  replaySegmentMax: 'tsdbscope_replay_segment_max',
  replaySegmentCurrent: 'tsdbscope_replay_segment_current',
  replaySegmentTime: 'tsdbscope_replay_segment_time_seconds',
  replaySegmentTimeError: 'tsdbscope_replay_segment_time_error_seconds',
  replayRunTime: 'tsdbscope_replay_run_time_seconds',
  replayRunTimeError: 'tsdbscope_replay_run_time_error_seconds',
  targetReady: 'tsdbscope_target_ready',
  startStep: 'tsdbscope_start_step',
  startStepSite: 'tsdbscope_start_step_site',
  startStepTime: 'tsdbscope_start_step_time_seconds',
} as const;

const recordedNameSet = new Set<string>(Object.values(recordedNames));

/** Whether the collector added a series, by its name: one of its own, or of the target's node_exporter. */
export function isAddedSeries(name: string, labels: Labels): boolean {
  return name.startsWith(NODE_PREFIX) || (recordedNameSet.has(name) && Object.keys(labels).length === 0);
}

/**
 * Returns the window by roles. A role is read from its first candidate with a series for every part in the window; a
 * scrape has the role if it has at least one series of every part. Series of one name (label sets) are summed, bounds
 * per tenant take the minimum or maximum. The series present decide, not the version. Each role is computed once and
 * cached.
 */
export function roleWindow(window: TargetWindow, kind: TargetKind, version: string): RoleWindow {
  const byName = new Map<string, WindowSeries[]>();
  for (const series of window.series) {
    const same = byName.get(series.name);
    if (same === undefined) byName.set(series.name, [series]);
    else same.push(series);
  }
  // Sorted, because the last digit of a sum depends on the order, which must not depend on storage order.
  for (const same of byName.values()) if (same.length > 1) sortByLabels(same);
  const known = new Map<Role, RoleSeries | undefined>();
  return {
    startMs: window.startMs,
    endMs: window.endMs,
    kind,
    version,
    scrapes: window.scrapes,
    role(role) {
      if (!known.has(role)) known.set(role, readRole(role, kind, byName, window.scrapes.startMs));
      return known.get(role);
    },
    labelled: (role) => labelledSeries(role, kind, byName),
    expectedNames: (role) => expectedNames(role, kind, version),
  };
}

function sortByLabels(series: WindowSeries[]): void {
  const keys = new Map(series.map((one) => [one, canonicalKey('', one.labels)]));
  series.sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}

/**
 * Returns the metric names to read for the roles, each once, in no particular order; for the kind (null: for every
 * kind), for all versions.
 */
export function roleSelectors(kind: TargetKind | null, roles: readonly Role[]): string[] {
  const names = new Set<string>();
  for (const role of roles) {
    for (const candidate of candidatesOf(role, kind)) for (const { name } of candidate.parts) names.add(name);
  }
  return [...names];
}

/** Roles with a series per rule group, possibly thousands: read only for trains of pulses. */
export const RULE_GROUP_ROLES = [
  'ruleGroupEvaluatedSeconds', 'ruleGroupIterations', 'ruleGroupLastSeconds', 'ruleGroupIntervalSeconds',
  'ruleGroupRules', 'ruleIterationsMissed', 'ruleFailures',
] as const satisfies readonly Role[];

/** Roles that determine the phase of a rule group. */
const TRAIN_STARTS: readonly Role[] = [
  'ruleGroupEvaluatedSeconds', 'ruleGroupLastSeconds', 'ruleGroupIntervalSeconds',
];

/**
 * Every role that panels draw; those that only alerts and the list of rule groups need can have thousands of series.
 */
export const PANEL_ROLES: readonly Role[] = (Object.keys(ROLE_TABLE) as Role[]).filter((role) =>
  TRAIN_STARTS.includes(role) || (!(role in ALERT_METRICS) && !RULE_GROUP_ROLES.some((one) => one === role)));

/** Returns every metric name that panels may need of the kind, without those of its node_exporter. */
export function allRoleNames(kind: TargetKind): string[] {
  return roleSelectors(kind, PANEL_ROLES).filter((name) => !name.startsWith(NODE_PREFIX));
}

/** Returns the metric names of a node_exporter that panels may need, as it exports them. */
export function nodeRoleNames(): string[] {
  return roleSelectors(null, PANEL_ROLES)
    .flatMap((name) => (name.startsWith(NODE_PREFIX) ? [name.slice(NODE_PREFIX.length)] : []));
}

/**
 * Returns the roles' values in one scrape, in one pass; absent if the scrape does not have the role. `samples` in any
 * order. For uptime counters the time of the start is computed from `atMs`.
 */
export function roleValues<R extends Role>(
  roles: readonly R[], kind: TargetKind, samples: Iterable<{ name: string; labels: Labels; value: number }>,
  atMs: number,
): Partial<Record<R, number>> {
  const wanted = new Set(roleSelectors(kind, roles));
  const byName = new Map<string, WindowSeries[]>();
  for (const { name, labels, value } of samples) {
    if (!wanted.has(name)) continue;
    const series: WindowSeries = { name, labels, values: Float64Array.of(value), present: Uint8Array.of(1) };
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [series]);
    else same.push(series);
  }
  const values: Partial<Record<R, number>> = {};
  for (const role of roles) {
    const series = readRole(role, kind, byName, Float64Array.of(atMs));
    if (series?.present[0] === 1) values[role] = series.values[0] ?? NaN;
  }
  return values;
}

/** Returns the names that play the role on this kind and version; those of every version if it is unknown. */
export function expectedNames(role: Role, kind: TargetKind, version: string): string[] {
  const of = kind === 'prometheus' || kind === 'prometheus-agent' ? versionOf(version) : null;
  const fitting = candidatesOf(role, kind).filter(({ since, until }) =>
    of === null || ((since === undefined || !isBefore(of, ...since)) && (until === undefined || isBefore(of, ...until)))
  );
  return [...new Set(fitting.flatMap(({ parts }) => parts.map(({ name }) => name)))];
}

function candidatesOf(role: Role, kind: TargetKind | null): Candidate[] {
  return ROLE_TABLE[role].filter(({ kinds }) => kinds === undefined || kind === null || kinds.includes(kind));
}

function readRole(
  role: Role, kind: TargetKind, byName: ReadonlyMap<string, WindowSeries[]>, startMs: Float64Array,
): RoleSeries | undefined {
  for (const candidate of candidatesOf(role, kind)) {
    const parts = candidate.parts.map(({ name, factor }) => ({
      factor,
      series: (byName.get(name) ?? []).filter(({ labels }) => matches(labels, candidate)),
    }));
    if (parts.some(({ series }) => series.length === 0)) continue;
    const { values, present } = asStored(candidate, parts) ?? combine(candidate, parts, startMs.length);
    if (candidate.uptime) startsFromUptime({ values, present }, startMs);
    return { role, names: candidate.parts.map(({ name }) => name), values, present };
  }
  return undefined;
}

interface Part { factor: number; series: WindowSeries[] }

/** Returns the series whose values are those of the role; undefined if the role's are computed. */
function asStored({ noneBeyond, uptime }: Candidate, [part, ...others]: readonly Part[]): WindowSeries | undefined {
  if (part === undefined || others.length > 0 || part.factor !== 1 || uptime || noneBeyond !== undefined)
    return undefined;
  return part.series.length === 1 ? part.series[0] : undefined;
}

function labelledSeries(role: Role, kind: TargetKind, byName: ReadonlyMap<string, WindowSeries[]>): LabelledSeries[] {
  for (const candidate of candidatesOf(role, kind)) {
    const series = candidate.parts.map(
      ({ name }) => (byName.get(name) ?? []).filter(({ labels }) => matches(labels, candidate))
    );
    if (series.every((one) => one.length > 0)) return series.flat();
  }
  return [];
}

function matches(labels: Labels, { labels: wanted, without }: Candidate): boolean {
  return Object.entries(wanted).every(([label, value]) => labels[label] === value)
    && !(without?.pattern.test(labels[without.label] ?? '') ?? false);
}

function combine(
  candidate: Candidate, parts: readonly Part[], length: number,
): { values: Float64Array; present: Uint8Array } {
  const values = new Float64Array(length).fill(Number.NaN);
  const present = new Uint8Array(length);
  for (let scrape = 0; scrape < length; scrape += 1) {
    let total = 0;
    let whole = true;
    for (const { factor, series } of parts) {
      const value = combineLabelSets(candidate, series, scrape);
      if (value === undefined) whole = false;
      else total += factor * value;
    }
    if (!whole) continue;
    values[scrape] = total;
    present[scrape] = 1;
  }
  return { values, present };
}

/**
 * Combines the label sets of a part; undefined if the scrape has no series of it, or only with values for "none yet".
 */
function combineLabelSets(candidate: Candidate, series: WindowSeries[], scrape: number): number | undefined {
  let result: number | undefined;
  for (const { values, present } of series) {
    if (present[scrape] !== 1) continue;
    const value = values[scrape] ?? Number.NaN;
    if (candidate.noneBeyond !== undefined && Math.abs(value) > candidate.noneBeyond) continue;
    if (result === undefined) result = value;
    else if (candidate.combine === 'sum') result += value;
    else result = candidate.combine === 'min' ? Math.min(result, value) : Math.max(result, value);
  }
  return result;
}

/**
 * Replaces uptime by the time of the start, in seconds. Computed once per run and kept until the uptime falls: computed
 * for each scrape it would jitter by the answer's delay and look like restarts.
 */
function startsFromUptime(read: { values: Float64Array; present: Uint8Array }, startMs: Float64Array): void {
  let before = Number.POSITIVE_INFINITY;
  let start = Number.NaN;
  for (let scrape = 0; scrape < read.values.length; scrape += 1) {
    if (read.present[scrape] !== 1) continue;
    const uptime = read.values[scrape] ?? Number.NaN;
    if (!(uptime >= before)) start = (startMs[scrape] ?? Number.NaN) / 1000 - uptime;
    before = uptime;
    read.values[scrape] = start;
  }
}
