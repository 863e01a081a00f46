/** Words on a block profile of Go, in which goroutines that wait for work hide those that wait for a lock. Pure. */
import type { Finding, Part, TopTable } from '../../../contract/contract.ts';
import { finding } from '../../../finding.ts';
import { waitsForWork } from '../../../profile/goWaits.ts';
import { joined, parts, profileQuantity, ratio, render } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';
import { placesStatement } from './lockClaims.ts';

/** Share of the delay from which waiting for work hides the rest. */
const MUCH = 0.3;
/** Share below which the largest other wait is no headline. */
const LITTLE = 0.01;
/** Share from which the waits for work are all of the delay, rounding aside. */
const ALL = 0.9999;
const MAX_NAME_LETTERS = 70;
const MAX_NAMED = 2;
/** Share of a function's value from which its caller is named. */
const MAIN_CALLER = 0.3;
/** Share from which a caller is named without its share. */
const NEARLY_ALL = 0.95;

type Asked = Pick<TopTable, 'sampleType' | 'unit' | 'rows' | 'stacks' | 'total'>;
type Row = TopTable['rows'][number];
type Case = { kind: 'all' | 'unlisted' } | { kind: 'nearly'; first: Row | undefined } | { kind: 'partly'; first: Row };

const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);

/** Returns the finding of a block profile in which goroutines mostly wait for work; null for others. */
export function goWaitFinding(top: Asked, others: readonly string[]): Finding | null {
  const { sampleType, unit, rows, total } = top;
  if (sampleType !== 'delay' || total <= 0) return null;
  const own = rows.filter(({ flat }) => flat > 0);
  const idle = own.filter(({ function: name }) => waitsForWork(name));
  const value = idle.reduce((sum, { flat }) => sum + flat, 0);
  if (value < MUCH * total) return null;
  const first = own.find((row) => !idle.includes(row));
  const amount = (flat: number): Part => profileQuantity(flat, unit);
  const each = idle.slice(0, MAX_NAMED).map(({ function: name, flat }) =>
    parts`${shown(name)} ${ratio(flat / total)}${callerWords(top, name, flat)}`);
  const usual = parts`selects, channel receives and the like, where goroutines usually wait for work or for time: ${
    joined(each, '; ')}.`;
  const words = (claim: Part[], ...evidence: Part[][]): Finding => finding({
    code: 'profile-waits', severity: 'info', claim,
    evidence: [
      ...evidence, parts`This is the time in which goroutines were blocked, no CPU time.`,
      ...others.map((text) => [{ text }]),
      others.length === 0 ? [] : [{
        text: 'Open two such profiles, taken some minutes apart, together: their difference shows what waits now.',
      }],
    ],
  });
  const found = caseOf(first, { value, total });
  switch (found.kind) {
    case 'all': return words(
      parts`All ${amount(total)} of delay is in selects, channel receives and the like: waits for work.`,
      parts`${joined(each, ', ')}.`
    );
    case 'unlisted': return words(
      parts`${ratio(value / total)} of the delay, ${amount(value)} of ${amount(total)}, is waits for work.`,
      parts`These are ${usual}`
    );
    case 'nearly': return words(
      parts`Nearly all of the delay, ${ratio(value / total)} of ${amount(total)}, is waits for work.`,
      parts`These are ${usual}`,
      found.first === undefined ? []
        : parts`Besides them, ${shown(found.first.function)} has most: ${
          amount(found.first.flat)}${callerWords(top, found.first.function, found.first.flat)}.`
    );
    case 'partly': return words(
      parts`Waits for work aside, ${shown(found.first.function)} has most of the delay: ${
        amount(found.first.flat)} of ${amount(total)}${callerWords(top, found.first.function, found.first.flat)}.`,
      parts`${ratio(value / total)} of the delay is in ${usual}`, placesStatement(top, 'Who waited for locks')
    );
  }
}

/**
 * Returns what share of the delay the waits for work have: `all`; `unlisted` without another row, as small rows may be
 * missing; `nearly` all; or `partly`, so that the first other function leads.
 */
function caseOf(first: Row | undefined, { value, total }: { value: number; total: number }): Case {
  if (first !== undefined) return { kind: first.flat < LITTLE * total ? 'nearly' : 'partly', first };
  return value >= ALL * total ? { kind: 'all' }
    : value >= NEARLY_ALL * total ? { kind: 'nearly', first } : { kind: 'unlisted' };
}

/** Returns ` called by remote.(*shards).runShard (74.3 % of it)`; empty if no caller has much of it. */
function callerWords({ stacks }: Asked, name: string, flat: number): Part[] {
  const caller = stacks?.leaves.find((leaf) => leaf.function === name)?.caller ?? null;
  if (caller === null || caller.value < MAIN_CALLER * flat) return [];
  const share = caller.value >= NEARLY_ALL * flat ? '' : ` (${render([ratio(caller.value / flat)])} of it)`;
  return parts`, called by ${shown(caller.name)}${share}`;
}
