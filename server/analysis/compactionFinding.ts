/**
 * The compaction panel in words: its finding and the rows of its table.
 */
import type { Finding, MergeActivity, Severity } from '../api/contract.ts';
import type { RoleWindow } from '../metrics/roleNames.ts';
import type { CompactionFacts } from './compaction.ts';
import type { CompactionInterval } from './compactionIntervals.ts';
import { typicalSeconds } from './compactionFigures.ts';
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
  if (facts.merges !== null) return mergesFinding(facts.merges);
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
  const delayText = facts.delay?.verdict === 'delayed' ? ` Delayed: each comes ${durationText(facts.delay.seconds)} after the rule.` : '';
  const behindText = facts.keepingUp.verdict === 'falling-behind' || facts.keepingUp.verdict === 'busy' ? ` ${facts.keepingUp.sentence}` : '';
  return { severity: severityOf(facts, worst), sentence: `${lead}${nextText}.${delayText}${behindText}${failedText}`, time };
}

function severityOf(facts: CompactionFacts, worst: CompactionInterval | null): Severity {
  const rangeMs = facts.range?.ms ?? Infinity;
  const worstMs = worst === null ? 0 : worst.endMs - worst.startMs;
  if (worstMs > rangeMs || facts.keepingUp.verdict === 'falling-behind') return 'critical';
  if (facts.failed > 0 || worstMs > BUSY_SHARE * rangeMs) return 'warning';
  return (facts.cpu.multiple ?? 0) >= NOTABLE_MULTIPLE || facts.clock?.aligned === false ? 'info' : 'ok';
}

function mergesFinding(merges: MergeActivity): Finding {
  const onClock = merges.periods.find(({ aligned }) => aligned);
  const tested = merges.periods.filter(({ resultantLength, cycles }) => resultantLength !== null && cycles > 0);
  const rate = merges.mergesPerSecond === null ? '' : ` (${merges.mergesPerSecond.toPrecision(2)} merges a second here${merges.rowsPerSecond === null ? '' : `, ${Math.round(merges.rowsPerSecond).toLocaleString('en-US')} rows a second`})`;
  const backlog = merges.backlog === null ? '' : ` ${countText(Math.round(merges.backlog), 'compaction')} of its backlog left.`;
  if (merges.halted === true) {
    return { severity: 'critical', sentence: `The Thanos compactor has halted: it does nothing until it is restarted; its log says why.${backlog}`, time: null };
  }
  if (onClock !== undefined) {
    return {
      severity: 'info', time: null,
      sentence: `Merges come on the clock after all${rate}: at the same offset of every ${durationText(onClock.periodSeconds)} (${countText(onClock.cycles, 'cycle')}, ${pValueText(onClock.pValue ?? 1)}); the engine has no such schedule, so look for what writes or deletes on one.${backlog}`,
    };
  }
  const checked = tested.length === 0 ? '' : ` Tested at ${tested.map(({ periodSeconds }) => durationText(periodSeconds)).join(', ')}: no common offset.`;
  const what = merges.engine === 'victoriametrics'
    ? `VictoriaMetrics merges its parts all the time${rate}, not on the clock: there is no block range to fold at and no next compaction to wait for.`
    : `The Thanos compactor works through its backlog${rate}, not on the clock: there is no block range to fold at and no next compaction to wait for.`;
  return { severity: 'info', sentence: `${what}${checked}${backlog}`, time: null };
}

function noCounterFinding(window: RoleWindow): Finding {
  if (window.kind === 'prometheus-agent') {
    return { severity: 'info', sentence: 'A Prometheus agent keeps no blocks and never compacts; it only truncates its WAL.', time: null };
  }
  const names = window.expectedNames('compactions');
  // Of a target whose kind is not known the names are guesses, and it may well be one that never compacts.
  const lacking = names.length === 0 || window.kind === 'unknown' ? 'This kind of target has no compaction counter' : `The target exposes no ${names[0]}`;
  // One that is known to have none lacks no data: it is no database with blocks.
  const hasNone = names.length === 0 && window.kind !== 'unknown';
  return { severity: hasNone ? 'info' : 'unknown', sentence: `${lacking}, so compactions cannot be seen.`, time: null };
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
