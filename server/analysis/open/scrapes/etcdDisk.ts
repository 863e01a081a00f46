/** Says in one sentence that the disk of an etcd is too slow, and what may follow from it. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { Sample } from './readScrape.ts';

const LEADER_CHANGES = 'etcd_server_leader_changes_seen_total';
const FAILED_PROPOSALS = 'etcd_server_proposals_failed_total';
/** A p99 of this many times the advice delays heartbeats. */
const TOO_SLOW_RATIO = 5;
/** The first election is no change that a slow disk makes. */
const MIN_CHANGES = 2;

/** `what`: the operations; `p99` and `advised` in seconds. */
interface SlowDisk { what: string; p99: number; advised: number; isAtTimes: boolean }

/** Returns that sentence. */
export function slowDiskFact({ what, p99, advised, isAtTimes }: SlowDisk, samples: readonly Sample[]): string {
  const valueOf = (metric: string): number => samples.find(({ name }) => name === metric)?.value ?? 0;
  const [changes, failed] = [valueOf(LEADER_CHANGES), valueOf(FAILED_PROPOSALS)];
  const effects = [
    changes >= MIN_CHANGES ? `${formatNumber(changes)} leader changes (${LEADER_CHANGES})` : '',
    failed > 0 ? `${formatNumber(failed)} failed proposal${failed === 1 ? '' : 's'}` : '',
  ].filter((one) => one !== '');
  const slow = p99 >= TOO_SLOW_RATIO * advised ? 'too slow for etcd' : 'slower than etcd advises';
  return `The disk is ${slow}${isAtTimes ? ' at times' : ''}: the p99 of its ${what} is about ${
    formatSeconds(p99)}, where etcd advises less than ${formatSeconds(advised)}.${effects.length === 0 ? ''
    : ` ${effects.join(' and ')} since its start fit that: a leader that waits for its disk sends heartbeats late.`}`;
}
