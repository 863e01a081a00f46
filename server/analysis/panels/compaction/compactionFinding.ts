/**
 * The finding of the compaction panel. Its codes: `nothing-scraped`, `agent-never-compacts`, `never-compacts`,
 * `no-compaction-counter`, `compaction-failing`, `compaction-recovered`, `compaction-falling-behind`,
 * `compaction-busy`, `block-range-unknown`, `too-few-compactions`, `compaction-on-clock`, `compaction-off-clock`,
 * `merges-on-clock`, `merges-continuous`, `compactor-halted`, and of Prometheus 1.x `series-maintenance`,
 * `rushed-mode`, `ingestion-throttled`.
 */
import type { Finding, MergeActivity, Part, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { quietClaim } from '../../../../core/quietClaim.ts';
import { formatPValue, isByChance } from '../../../../core/text/format.ts';
import { at, count, joined, parts, quantity, seconds, type Piece } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { nothingKnown, spansInSeconds } from '../../signals/windowFrame.ts';
import { restartCompactor } from '../../advice/steps.ts';
import type { CompactionFacts } from './compactionFacts.ts';
import { typicalSeconds } from './compactionFigures.ts';
import { outlierParts } from './compactionOutliers.ts';
import { ALIGNED_P, type Clock } from './compactionSchedule.ts';
import { hasSeriesMaintenance, maintenanceFinding } from './seriesMaintenance.ts';

/** Fewer than three moments can never be distinguished from chance (Rayleigh). */
const MIN_FOR_CLOCK = 3;
/** CPU this many times the quiet level is worth a look. */
const NOTABLE_MULTIPLE = 2;

interface Schedule { code: string; severity: Severity; claim: Part[]; evidence: Part[][] }

/** Returns the finding about compactions; makes no claim about the clock from fewer than three. */
export function compactionFinding(facts: CompactionFacts): Finding {
  const { window, keepingUp } = facts;
  const nothing = nothingKnown(window.scrapes);
  if (nothing !== null) return nothing;
  if (facts.merges !== null) return mergesFinding(facts.merges);
  if (hasSeriesMaintenance(window)) {
    return maintenanceFinding(window, facts.compactions.reduce((sum, one) => sum + one.count, 0));
  }
  if (window.role('compactions') === undefined) return noCounterFinding(window);
  const worst = longest(facts.compactions);
  const moment = worst === null ? null : worst.startMs / 1000;
  const schedule = scheduleOf(facts);
  const spans = [...(worst === null ? [] : [worst]), ...facts.compactions.toReversed()];
  const quiet = quietClaim(facts.profiles, spansInSeconds(spans));
  if (keepingUp.severity !== 'warning' && keepingUp.severity !== 'critical')
    return finding({ ...schedule, evidence: [...schedule.evidence, quiet], moment });
  // A warning does not mention what the clock test lacks.
  const besides = schedule.severity === 'unknown' ? [overdue(facts) ?? []] : [schedule.claim, ...schedule.evidence];
  return finding({ ...keepingUp, evidence: [...keepingUp.evidence, ...besides, quiet], moment });
}

function scheduleOf(facts: CompactionFacts): Schedule {
  const { compactions, clock, range, keepingUp } = facts;
  if (clock === null || range === null) {
    const succeeded = compactions.filter(({ kind }) => kind !== 'failed').length;
    const none = `No ${compactions.length > 0 ? 'successful ' : ''}compaction`;
    const seen = succeeded === 0 ? none : count(succeeded, 'compaction');
    return {
      code: 'block-range-unknown', severity: 'unknown',
      claim: parts`${seen} in this window, and the block range is unknown.`,
      evidence: [parts`The block range comes from the target’s flags, or from one head compaction in the window.`],
    };
  }
  const every = seconds(range.ms / 1000);
  if (clock.count < MIN_FOR_CLOCK) {
    const { claim, evidence } = fewSeen(facts, clock, every);
    const rule = parts`By rule, one is due every ${every}, ${seconds(range.ms / 2000)} after the block boundary.`;
    return { code: 'too-few-compactions', severity: 'unknown', claim, evidence: [...evidence, rule, nextOne(facts)] };
  }
  const { multiple, pValue } = facts.cpu;
  const isUsual = isByChance(pValue);
  const each = seconds(typicalSeconds(compactions) ?? NaN);
  const takes = multiple === null || isUsual ? parts`take ${each} each`
    : parts`take CPU to ${tenths(multiple)}x for ${each}`;
  const keepsUp = keepingUp.verdict === 'keeping-up';
  const isNotable = (!isUsual && (multiple ?? 0) >= NOTABLE_MULTIPLE) || !clock.aligned;
  const proof = formatPValue(clock.pValue ?? 1);
  const heads = count(clock.count, 'head compaction');
  const where = parts`${seconds((clock.phaseMs ?? 0) / 1000)} after the block boundary`;
  return {
    code: clock.aligned ? 'compaction-on-clock' : 'compaction-off-clock',
    severity: isNotable ? 'info' : 'ok',
    claim: clock.aligned ? parts`Compactions ${takes}, every ${every} on the clock${keepsUp ? ', and keep up' : null}.`
      : parts`Head compactions do not run on the clock; they ${takes}${keepsUp ? ' and keep up' : null}.`,
    evidence: [
      clock.aligned
        ? parts`${quantity(clock.nearPhaseCount, 'count')} of ${heads} start ${where} (${proof}).`
        : (clock.pValue ?? 1) >= ALIGNED_P
          ? parts`${heads} in this window share no offset in the block range of ${every} (${proof}).`
          : parts`Only ${quantity(clock.nearPhaseCount, 'count')} of ${heads} start about ${where}.`,
      ...outlierParts(facts.window, compactions, clock, facts.aheadMs),
      multiple === null ? [] : parts`During compactions, CPU is at ${tenths(multiple)}x its quiet level${
        isUsual ? parts`, as at many other moments (${formatPValue(pValue)})` : null}.`,
      nextOne(facts),
      facts.delay?.verdict === 'delayed' ? parts`Each comes ${seconds(facts.delay.seconds)} after the rule.` : [],
      ...(keepsUp ? [keepingUp.claim, ...keepingUp.evidence] : []),
    ],
  };
}

const tenths = (value: number): Part => quantity(Math.round(value * 10) / 10, 'none');

function overdue({ next }: CompactionFacts): Part[] | null {
  const since = next?.overdueSinceMs ?? null;
  return since === null ? null : parts`The next head compaction has been overdue since ${at(since / 1000)}.`;
}

function nextOne(facts: CompactionFacts): Part[] {
  const { next } = facts;
  if (next === null) return [];
  const byRule = next.basis.includes('by rule') ? ', by rule' : null;
  return overdue(facts) ?? parts`The next head compaction is due at ${at(next.timeMs / 1000)}${byRule}.`;
}

/** Describes what was seen if it is too little to test the clock, and why it does not count. */
function fewSeen({ compactions }: CompactionFacts, clock: Clock, every: Part): Pick<Schedule, 'claim' | 'evidence'> {
  const besides: Piece[] = [
    clock.offClockCount === 0 ? null : 'the short first one after an empty start',
    clock.caughtUpCount === 0 ? null : parts`${quantity(clock.caughtUpCount, 'count')} that a start delayed`,
    clock.vagueCount === 0 ? null
      : parts`${quantity(clock.vagueCount, 'count')} with an unknown start, between scrapes too far apart for ${
        parts`a block range of ${every}`}`,
  ];
  const left = joined(besides, ', ');
  const crowd = Math.max(0, ...compactions.map(({ headCount }) => headCount));
  if (crowd > 2 && left.length === 0) {
    return {
      claim: parts`Head compactions ran back to back, up to ${quantity(crowd, 'count')} in a row.`,
      evidence: [parts`No single start can be compared with the clock.`],
    };
  }
  const needed = quantity(MIN_FOR_CLOCK, 'count');
  const counted = left.length === 0 ? null : clock.count === 1 ? ' counts' : ' count';
  const seen = clock.count > 0 ? parts`Only ${count(clock.count, 'head compaction')}${counted}`
    : left.length === 0 ? 'No head compaction' : 'No head compaction with a known start';
  return {
    claim: parts`${seen} in this window; ${needed} are needed to test their schedule.`,
    evidence: [left.length === 0 ? [] : parts`Not counted: ${left}.`],
  };
}

function mergesFinding(merges: MergeActivity): Finding {
  const onClock = merges.periods.find(({ aligned }) => aligned);
  const tested = merges.periods.filter(({ resultantLength, cycles }) => resultantLength !== null && cycles > 0);
  const rows = merges.rowsPerSecond;
  const rate = merges.mergesPerSecond === null ? []
    : parts`It makes ${quantity(merges.mergesPerSecond, 'none')} merges per second${
      rows === null ? null : parts`, ${quantity(Math.round(rows), 'count')} rows per second`}.`;
  const backlog = merges.backlog === null ? []
    : parts`${count(Math.round(merges.backlog), 'compaction')} left in its backlog.`;
  const { backlogPerHour, backlogHoursLeft } = merges.pressure;
  const trend = backlogHoursLeft !== null && (merges.backlog ?? 0) > 0
    ? parts`At this pace its backlog is empty in ${seconds(Math.round(3600 * backlogHoursLeft))}.`
    : backlogPerHour !== null && backlogPerHour > 0
      ? parts`Its backlog grows by ${count(Math.round(backlogPerHour), 'compaction')} per hour.` : [];
  if (merges.halted === true) {
    return finding({
      code: 'compactor-halted', severity: 'critical',
      claim: parts`The Thanos compactor has halted: it does nothing until it is restarted.`,
      evidence: [parts`Its log says why.`, backlog], actions: [restartCompactor],
    });
  }
  if (onClock !== undefined) {
    return finding({
      code: 'merges-on-clock', severity: 'info',
      claim: parts`Merges run on the clock, at the same offset in every ${seconds(onClock.periodSeconds)}.`,
      evidence: [
        parts`${count(onClock.cycles, 'cycle')} tested (${formatPValue(onClock.pValue ?? 1)}).`,
        parts`The engine has no such schedule: look for what writes or deletes on one.`, rate, backlog,
      ],
    });
  }
  const periods = joined(tested.map(({ periodSeconds }) => seconds(periodSeconds)), ', ');
  return finding({
    code: 'merges-continuous', severity: 'info',
    claim: merges.engine === 'victoriametrics'
      ? parts`VictoriaMetrics merges its parts continuously, not on the clock.`
      : (merges.backlog ?? 0) > 0
        ? parts`The Thanos compactor has ${count(Math.round(merges.backlog ?? 0), 'compaction')} left to do.`
        : merges.backlog === 0 ? parts`The Thanos compactor has no compaction left to do.`
          : parts`The Thanos compactor compacts when blocks come, not on the clock.`,
    evidence: [
      trend, rate, parts`There is no block range to fold at and no next compaction to wait for.`,
      tested.length === 0 ? [] : parts`Periods tested: ${periods}; none has a common offset.`,
    ],
  });
}

function noCounterFinding(window: RoleWindow): Finding {
  if (window.kind === 'prometheus-agent') {
    return finding({
      code: 'agent-never-compacts', severity: 'info',
      claim: parts`A Prometheus agent keeps no blocks and never compacts.`,
      evidence: [parts`It only truncates its WAL.`],
    });
  }
  const names = window.expectedNames('compactions');
  // For a target of unknown kind the names are guesses, and it may be one that never compacts.
  const lacking = names.length === 0 || window.kind === 'unknown'
    ? 'This kind of target has no compaction counter' : `The target exposes no ${names[0]}`;
  // A target known to have none lacks no data: it is not a database with blocks.
  const hasNone = names.length === 0 && window.kind !== 'unknown';
  return finding({
    code: hasNone ? 'never-compacts' : 'no-compaction-counter', severity: hasNone ? 'info' : 'unknown',
    claim: parts`${lacking}, so compactions cannot be seen.`, confidence: 'sure',
  });
}

function longest(compactions: CompactionInterval[]): CompactionInterval | null {
  let found: CompactionInterval | null = null;
  for (const compaction of compactions) {
    // The duration of one that is only known to be in a gap is unknown.
    if (compaction.startErrorMs > compaction.endMs - compaction.startMs) continue;
    if (found === null || compaction.endMs - compaction.startMs > found.endMs - found.startMs) found = compaction;
  }
  return found;
}
