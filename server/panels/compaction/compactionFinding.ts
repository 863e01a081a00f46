/**
 * The compaction panel in words: its finding and the rows of its table.
 */
import type { Finding, MergeActivity, Severity } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import type { CompactionFacts } from './compaction.ts';
import type { CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import type { Clock } from './compactionSchedule.ts';
import { typicalSeconds } from './compactionFigures.ts';
import { whyNothingIsKnown } from '../../signals/windowFrame.ts';
import { clockText, countText, pValueText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

/** Fewer than three moments can never be told from chance (Rayleigh). */
const LEAST_FOR_CLOCK = 3;
/** CPU this many times the quiet level is worth a look. */
const NOTABLE_MULTIPLE = 2;

/** One sentence, or two, on the window. `unknown` with what lacks; never a claim about the clock from fewer than three. */
export function compactionFinding(facts: CompactionFacts): Finding {
  const { window, compactions, clock, range } = facts;
  const nothing = whyNothingIsKnown(window.scrapes);
  if (nothing !== null) return { severity: 'unknown', sentence: nothing, time: null };
  if (facts.merges !== null) return mergesFinding(facts.merges);
  if (window.role('compactions') === undefined) return noCounterFinding(window);
  const trouble = troubleOf(facts);
  const worst = longest(compactions);
  const time = worst === null ? null : worst.startMs / 1000;
  const told = (severity: Severity, sentence: string): Finding => {
    if (trouble.lead === '') return { severity, sentence, time };
    // What is wrong needs no word of what lacks for a test of the clock.
    const overdue = facts.next === null || facts.next.overdueSinceMs === null ? '' : ` Overdue since ${clockText(facts.next.overdueSinceMs)}.`;
    return { severity: trouble.severity, sentence: severity === 'unknown' ? `${trouble.lead}${overdue}` : `${trouble.lead} ${sentence}`, time };
  };
  if (clock === null || range === null) {
    const succeeded = compactions.filter(({ kind }) => kind !== 'failed').length;
    const seen = succeeded === 0 ? `No ${compactions.length > 0 ? 'successful ' : ''}compaction in this window` : `${countText(succeeded, 'compaction')} in this window`;
    return told('unknown', `${seen}, and the block range is not known: it comes from the target's flags, or from one head compaction in the window.`);
  }
  const rangeText = formatSeconds(range.ms / 1000);
  if (clock.count < LEAST_FOR_CLOCK) {
    return told('unknown', `${fewSeen(facts, clock, rangeText)} By rule one comes every ${rangeText}, ${formatSeconds(range.ms / 2000)} past the boundary${nextText(facts)}.`);
  }
  const cost = `${formatSeconds(typicalSeconds(compactions) ?? NaN)} each${facts.cpu.multiple === null ? '' : `, CPU ${facts.cpu.multiple.toFixed(1)}x quiet`}`;
  const proof = `${clock.nearPhaseCount} of ${clock.count}, ${pValueText(clock.pValue ?? 1)}`;
  const where = `every ${rangeText} at ${formatSeconds((clock.phaseMs ?? 0) / 1000)} past the boundary`;
  const lead = clock.aligned
    ? `Head compactions run on the clock: ${where} (${proof}), ${cost}`
    : `Head compactions do not keep to one offset of the clock (${clock.count} seen, ${pValueText(clock.pValue ?? 1)}), ${cost}`;
  const delayText = facts.delay?.verdict === 'delayed' ? ` Delayed: each comes ${formatSeconds(facts.delay.seconds)} after the rule.` : '';
  const isNotable = (facts.cpu.multiple ?? 0) >= NOTABLE_MULTIPLE || !clock.aligned;
  return told(isNotable ? 'info' : 'ok', `${lead}${nextText(facts)}.${delayText}`);
}

/** What comes before all else: compactions that fail, or do not keep up. `unknown` and fine lead nothing. */
function troubleOf({ keepingUp }: CompactionFacts): { severity: Severity; lead: string } {
  const isTrouble = keepingUp.severity === 'warning' || keepingUp.severity === 'critical';
  return isTrouble ? { severity: keepingUp.severity, lead: keepingUp.sentence } : { severity: 'ok', lead: '' };
}

function nextText({ next }: CompactionFacts): string {
  if (next === null) return '';
  if (next.overdueSinceMs !== null) return `; overdue since ${clockText(next.overdueSinceMs)}`;
  return `; next at ${clockText(next.timeMs)}${next.basis.includes('by rule') ? ' (by rule)' : ''}`;
}

/** Too few to test the clock: which there were all the same, and why they do not count. */
function fewSeen({ compactions }: CompactionFacts, clock: Clock, rangeText: string): string {
  const besides = [
    clock.offClockCount === 0 ? '' : 'the short first one of an empty start',
    clock.caughtUpCount === 0 ? '' : `${clock.caughtUpCount} that a start put off`,
    clock.vagueCount === 0 ? '' : `${clock.vagueCount} whose start lies somewhere between scrapes too far apart for a range of ${rangeText}`,
  ].filter((part) => part !== '').join(', ');
  const crowd = Math.max(0, ...compactions.map(({ headCount }) => headCount));
  if (crowd > 2 && besides === '') return `Head compactions followed each other without a pause, up to ${crowd} in a row: no single start can be held against the clock.`;
  const seen = clock.count > 0 ? `Only ${countText(clock.count, 'head compaction')}` : besides === '' ? 'No head compaction' : 'No head compaction of a known moment';
  return `${seen} in this window${besides === '' ? '' : ` besides ${besides}`}; ${LEAST_FOR_CLOCK} are needed to test whether they keep to it.`;
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
      sentence: `Merges come on the clock after all${rate}: at the same offset of every ${formatSeconds(onClock.periodSeconds)} (${countText(onClock.cycles, 'cycle')}, ${pValueText(onClock.pValue ?? 1)}); the engine has no such schedule, so look for what writes or deletes on one.${backlog}`,
    };
  }
  const checked = tested.length === 0 ? '' : ` Tested at ${tested.map(({ periodSeconds }) => formatSeconds(periodSeconds)).join(', ')}: no common offset.`;
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
