/**
 * The compaction panel in words: its finding and the rows of its table.
 */
import type { Figure, Finding, Severity } from '../api/contract.ts';
import type { RoleWindow } from '../metrics/roleNames.ts';
import type { CompactionFacts } from './compaction.ts';
import type { CompactionInterval } from './compactionIntervals.ts';
import { likelyStartMs } from './compactionSchedule.ts';
import { median, quantile, sortedFinite } from './statistics.ts';
import { whyNothingIsKnown } from './windowFrame.ts';
import { clockText, countText, durationText, pValueText } from './wording.ts';

/** Fewer than three moments can never be told from chance (Rayleigh). */
const LEAST_FOR_CLOCK = 3;
/** A head compaction that takes longer than this share of its range is close to falling behind. */
const BUSY_SHARE = 0.5;
/** CPU this many times the quiet level is worth a look. */
const NOTABLE_MULTIPLE = 2;

/** One sentence, or two, on the window. `unknown` with what lacks; never a claim about the clock from fewer than three. */
export function compactionFinding(facts: CompactionFacts): Finding {
  const { window, compactions, clock, range } = facts;
  const nothing = whyNothingIsKnown(window.scrapes);
  if (nothing !== null) return { severity: 'unknown', sentence: nothing, time: null };
  if (window.kind === 'victoriametrics') return mergesFinding(window);
  if (window.role('compactions') === undefined) return noCounterFinding(window);
  const nextText = facts.next === null ? '' : `; next at ${clockText(facts.next.timeMs)}${facts.next.basis.includes('by rule') ? ' (by rule)' : ''}`;
  const failedText = facts.failed > 0 ? ` ${countText(facts.failed, 'compaction')} failed in this window: read the target's log.` : '';
  const worst = longest(compactions);
  const time = worst === null ? null : worst.startMs / 1000;
  if (clock === null || range === null) {
    const seen = compactions.length === 0 ? 'No compaction in this window' : `${countText(compactions.length, 'compaction')} in this window`;
    return {
      severity: facts.failed > 0 ? 'warning' : 'unknown',
      sentence: `${seen}, and the block range is not known: it comes from the target's flags, or from one head compaction in the window.${failedText}`,
      time,
    };
  }
  const rangeText = durationText(range.ms / 1000);
  if (clock.count < LEAST_FOR_CLOCK) {
    const seen = clock.count === 0 ? 'No head compaction' : `Only ${countText(clock.count, 'head compaction')}`;
    const offClock = clock.offClockCount === 0 ? '' : ` besides the short first one of an empty start`;
    return {
      severity: facts.failed > 0 ? 'warning' : 'unknown',
      sentence: `${seen} in this window${offClock}; ${LEAST_FOR_CLOCK} are needed to test whether they keep to it. By rule one comes every ${rangeText}, ${durationText(range.ms / 2000)} past the boundary${nextText}.${failedText}`,
      time,
    };
  }
  const cost = `${durationText(typicalSeconds(compactions) ?? NaN)} each${facts.cpu.multiple === null ? '' : `, CPU ${facts.cpu.multiple.toFixed(1)}x quiet`}`;
  const proof = `${clock.nearPhaseCount} of ${clock.count}, ${pValueText(clock.pValue ?? 1)}`;
  const where = `every ${rangeText} at ${durationText((clock.phaseMs ?? 0) / 1000)} past the boundary`;
  const lead = clock.aligned
    ? `Head compactions run on the clock: ${where} (${proof}), ${cost}`
    : `Head compactions do not keep to one offset of the clock (${clock.count} seen, ${pValueText(clock.pValue ?? 1)}), ${cost}`;
  return { severity: severityOf(facts, worst), sentence: `${lead}${nextText}.${failedText}`, time };
}

function severityOf(facts: CompactionFacts, worst: CompactionInterval | null): Severity {
  const rangeMs = facts.range?.ms ?? Infinity;
  const worstMs = worst === null ? 0 : worst.endMs - worst.startMs;
  if (worstMs > rangeMs) return 'critical';
  if (facts.failed > 0 || worstMs > BUSY_SHARE * rangeMs) return 'warning';
  return (facts.cpu.multiple ?? 0) >= NOTABLE_MULTIPLE || facts.clock?.aligned === false ? 'info' : 'ok';
}

function mergesFinding(window: RoleWindow): Finding {
  const merges = window.role('compactions');
  let first = -1;
  let last = -1;
  merges?.present.forEach((present, row) => {
    if (present === 0) return;
    if (first < 0) first = row;
    last = row;
  });
  const seconds = merges === undefined || first < 0 ? 0 : (window.scrapes.startMs[last] - window.scrapes.startMs[first]) / 1000;
  const rise = merges === undefined || first < 0 ? 0 : merges.values[last] - merges.values[first];
  const rate = seconds > 0 && rise >= 0 ? ` (${(rise / seconds).toPrecision(2)} merges a second here)` : '';
  return {
    severity: 'info',
    sentence: `VictoriaMetrics merges its parts all the time${rate}, not on the clock: there is no block range to fold at and no next compaction to wait for.`,
    time: null,
  };
}

function noCounterFinding(window: RoleWindow): Finding {
  if (window.kind === 'prometheus-agent') {
    return { severity: 'info', sentence: 'A Prometheus agent keeps no blocks and never compacts; it only truncates its WAL.', time: null };
  }
  const names = window.expectedNames('compactions');
  // Of a target whose kind is not known the names are guesses, and it may well be one that never compacts.
  const lacking = names.length === 0 || window.kind === 'unknown' ? 'This kind of target has no compaction counter' : `The target exposes no ${names[0]}`;
  return { severity: 'unknown', sentence: `${lacking}, so compactions cannot be seen.`, time: null };
}

/** Rows of the table behind the panel. */
export function compactionFigures(facts: CompactionFacts): Figure[] {
  const { window, compactions, clock, range, next, cpu } = facts;
  const names = (...roles: Parameters<RoleWindow['role']>[0][]): string[] => roles.flatMap((role) => window.role(role)?.names ?? []);
  const seconds = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : ms / 1000);
  const costs = sortedFinite(facts.costs.map((cost) => cost ?? NaN));
  const starts = names('compactions', 'compactionRunning', 'compactionSeconds');
  const merges = compactions.filter((c) => c.kind === 'merge' || c.kind === 'head+merge').length;
  const offClock = clock === null || clock.offClockCount === 0 ? '' : `; ${clock.offClockCount} more of a head that began off a block boundary, which the rule cuts 1.5 ranges after its first sample, off the clock`;
  const phaseError = clock?.phaseErrorMs ?? null;
  const phase = clock?.phaseMs ?? null;
  return [
    { name: 'Block range', value: seconds(range?.ms), unit: 'seconds', from: range?.source === 'head-min-time' ? names('headMinTimeMs') : [], note: range === null ? 'not in the flags known, nor to be told from this window' : `from ${range.source}` },
    { name: 'Head compactions on the clock', value: clock?.count ?? null, unit: 'count', from: starts, note: `their phase is tested${offClock}` },
    { name: 'Episodes with a merge', value: merges, unit: 'count', from: names('compactions', 'headTruncations', 'blocksLoaded') },
    { name: 'Phase past the block boundary', value: seconds(phase), low: phase === null || phaseError === null ? null : seconds(phase - phaseError), high: phase === null || phaseError === null ? null : seconds(phase + phaseError), unit: 'seconds', from: starts, note: 'circular mean; the bounds are what the scrapes leave open' },
    { name: 'Phase by the rule', value: seconds(range === null ? null : range.ms / 2), unit: 'seconds', from: [], note: 'half the block range: a head is cut when it spans 1.5 ranges' },
    { name: 'Resultant length', value: clock?.resultantLength ?? null, unit: 'ratio', from: starts, note: clock === null || clock.pValue === null ? 'fewer than 3: no test' : `Rayleigh test, ${pValueText(clock.pValue)}` },
    { name: 'Duration of a head compaction, median', value: typicalSeconds(compactions), unit: 'seconds', from: starts, note: 'episodes, with the head\'s clean-up and the checkpoint' },
    { name: 'CPU in quiet time', value: cpu.quiet, unit: 'cores', from: names('cpuSeconds'), note: 'mean of the middle half of the scrape steps outside compactions' },
    { name: 'CPU in compactions', value: cpu.during, unit: 'cores', from: names('cpuSeconds') },
    { name: 'Core-seconds above quiet per episode, median', value: quantile(costs, 0.5), low: quantile(costs, 0), high: quantile(costs, 1), unit: 'none', from: names('cpuSeconds'), note: 'low and high are the cheapest and the dearest episode' },
    { name: 'Resident memory in compactions over quiet', value: facts.rss.multiple, unit: 'ratio', from: names('residentBytes') },
    { name: 'Cycles in the fold', value: facts.folded?.cycles ?? null, unit: 'count', from: names('cpuSeconds'), note: facts.folded?.band === 'extremes' ? 'too few for quantiles: the band runs from the smallest to the largest' : 'the band holds 95 % of them' },
    { name: 'Next head compaction', value: seconds(next?.timeMs), low: next === null ? null : seconds(next.timeMs - next.errorMs), high: next === null ? null : seconds(next.timeMs + next.errorMs), unit: 'timestamp', from: names('headMinTimeMs'), note: next?.basis ?? 'needs the block range' },
  ];
}

function longest(compactions: CompactionInterval[]): CompactionInterval | null {
  let found: CompactionInterval | null = null;
  for (const compaction of compactions) {
    // How long one lasted that is only known to lie in a gap is not known.
    if (compaction.startErrorMs > compaction.endMs - compaction.startMs) continue;
    if (found === null || compaction.endMs - compaction.startMs > found.endMs - found.startMs) found = compaction;
  }
  return found;
}

function typicalSeconds(compactions: CompactionInterval[]): number | null {
  const heads = compactions.filter((c) => c.headCount > 0 && !c.running);
  const value = median(heads.map((c) => c.endMs - c.endErrorMs / 2 - likelyStartMs(c)));
  return value === null ? null : value / 1000;
}
