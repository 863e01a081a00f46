/** Texts of the section on rule groups of a window; pure. */
import type { RuleGroup, RuleOfGroup, TargetTrains } from '../../contract/contract.ts';
import { formatBytes, formatNumber, formatSeconds, formatValue } from '../../text/format.ts';
import type { TimeRange } from '../../url/timeRange.ts';

/** Share of its interval from which a group may delay its next evaluation. */
const NEAR = 0.8;
/** Time shown around an evaluation on the time axis. */
const MIN_AROUND_SECONDS = 60;
const AROUND_INTERVALS = 2;

export interface RuleGroupsView {
  /** Most serious statement; null without groups. */
  claim: string | null;
  /** Why there is no group, or why details are old; null for no note. */
  note: string | null;
  /** Cost of asking the target. */
  cost: string | null;
  /** Text on the targets whose scrapes have a known phase. */
  scrapes: string | null;
  rows: RuleGroup[];
}

export function ruleGroupsView({ groups, omitted, trains, sentence, readings }: TargetTrains): RuleGroupsView {
  const jobs = trains.filter(({ kind }) => kind === 'scrape-job');
  const targets = new Set(jobs.map(({ name, instance }) => JSON.stringify([name, instance]))).size;
  const more = omitted === 0 ? '' : `${formatNumber(omitted)} more groups are not listed.`;
  return {
    claim: groups.length === 0 ? null : claimOf(groups),
    note: [sentence, more === '' ? null : more, readings.state === 'waiting' ? readings.sentence : null]
      .filter((text) => text !== null).join(' ') || null,
    cost: readings.requests === 0 ? null
      : `Rules and targets: ${formatNumber(readings.requests)} GETs so far, at most ${readings.mostPerMinute} in a `
        + `minute${readings.lastSeconds === null ? '' : `; the last answer took ${formatSeconds(readings.lastSeconds)}`
        + `${readings.lastBytes === null ? '' : ` (${formatBytes(readings.lastBytes)})`}`}.`,
    scrapes: targets === 0 ? null
      : `The phase of the scrapes of ${formatNumber(targets)} ${targets === 1 ? 'target' : 'targets'} is known.`,
    rows: groups,
  };
}

function claimOf(groups: readonly RuleGroup[]): string {
  const of = (count: number): string => `${formatNumber(count)} of ${formatNumber(groups.length)} rule groups`;
  const missing = groups.filter(({ missed }) => (missed ?? 0) > 0).sort((a, b) => (b.missed ?? 0) - (a.missed ?? 0));
  const [mostMissed] = missing;
  if (mostMissed !== undefined) {
    return `${of(missing.length)} missed evaluations, most of them ${mostMissed.name}: ${
      formatNumber(mostMissed.missed ?? 0)} missed.`;
  }
  const failing = groups.filter(({ failures }) => (failures ?? 0) > 0)
    .sort((a, b) => (b.failures ?? 0) - (a.failures ?? 0));
  const [mostFailed] = failing;
  if (mostFailed !== undefined) {
    return `${of(failing.length)} failed, most often ${mostFailed.name}: ${
      formatNumber(mostFailed.failures ?? 0)} failed evaluations.`;
  }
  const nearest = groups.toSorted((a, b) => (b.nearRatio ?? -1) - (a.nearRatio ?? -1))[0];
  if (nearest === undefined || nearest.nearRatio === null)
    return `${formatNumber(groups.length)} rule groups; the target does not state how long they take.`;
  const runs = `${nearest.name} took up to ${formatSeconds(nearest.maxSeconds ?? 0)} of its ${
    formatSeconds(nearest.intervalSeconds)}`;
  return nearest.nearRatio >= 1 ? `${runs}: the next evaluation was late.`
    : nearest.nearRatio >= NEAR ? `${runs}: nearly the whole interval.`
    : `${groups.length === 1 ? 'The rule group is' : `All ${formatNumber(groups.length)} rule groups are`
    } evaluated in time; ${runs}.`;
}

/** Returns the range around the longest evaluation of the group, or the last one. */
export function rangeAround({ maxStart, lastStart, intervalSeconds }: RuleGroup): TimeRange {
  const at = maxStart ?? lastStart;
  const around = Math.max(MIN_AROUND_SECONDS, AROUND_INTERVALS * intervalSeconds);
  return { kind: 'absolute', start: Math.floor(at - around), end: Math.ceil(at + around) };
}

export function driftText(secondsPerHour: number | null): string {
  return secondsPerHour === null ? '–' : `${formatNumber(Math.round(1000 * secondsPerHour))} ms/h`;
}

/** Returns the rules to mention in their group's row: the slowest, and those that fail. */
export function rulesText(details: readonly RuleOfGroup[] | null): string {
  if (details === null) return '';
  const [slowest] = details;
  const failing = details.filter(({ health }) => health === 'err');
  const [first] = failing;
  return [
    slowest === undefined || slowest.seconds === null ? null
      : `slowest: ${slowest.name}, ${formatValue(slowest.seconds, 'seconds')}`,
    first === undefined ? null : `${failing.length === 1 ? 'fails' : `${failing.length} fail, one of them`}: ${
      first.name}${first.lastError === null ? '' : ` (${first.lastError})`}`,
  ].filter((text) => text !== null).join('; ');
}
