/** Tells healthy starts, which are not what to report first beside a fault. Pure. */
import type { Finding, MeasuredLog } from '../../../../core/contract/contract.ts';
import { render } from '../../../../core/text/parts.ts';

/** A start of this many seconds is not slow. */
const SHORT_SECONDS = 60;

/** Returns whether all starts were short, or some long; null if one did not end well. */
export function healthyStarts({ replays }: MeasuredLog): 'short' | 'long' | null {
  return replays.length === 0 || replays.some(({ outcome }) => outcome !== 'finished') ? null
    : replays.every(({ totalSeconds }) => (totalSeconds ?? Infinity) < SHORT_SECONDS) ? 'short' : 'long';
}

/** Code of a finding on what came after a start, which has the figures of the start in its evidence. */
const AFTER_START = 'start-ended-later';
const FIGURES = /^(?:The (?:start|replay) took |The server reports [^"]{1,40} for the replay\.|Its phases: )/;

/** Leaves out what the parts of a short start took, beside what came after it. */
export function withoutFigures(claim: Finding, starts: MeasuredLog | null): Finding {
  return claim.code !== AFTER_START || starts === null || healthyStarts(starts) !== 'short' ? claim
    : { ...claim, evidence: claim.evidence.filter((one) => !FIGURES.test(render(one))) };
}
