/** Recognizes mutex and block profiles of Go as text without a sample: whether the program records any at all. */
import { joined } from '../../../look/factTools.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';

const HEADS = new RegExp(String.raw`^[ \t]{0,8}--- (mutex|contention|block):[ \t]{0,80}\r?\n[ \t]{0,8}`
  + String.raw`cycles\/second=\d{1,15}[ \t]{0,80}(?:\r?\n[ \t]{0,8}sampling period=(\d{1,12})[ \t]{0,80})?\r?(?=\n|$)`,
  'gm');
/** A sample of any of them. */
const SAMPLE = /^[ \t]{0,8}\d{1,20} \d{1,15} @/m;
const OFF_OF_MUTEX = 'Mutex profiling is off in this program ("sampling period=0"), so the profile is empty. It does '
  + 'not show that nothing waits for a lock. Another fetch, with or without debug=, stays empty until it is on.';
const UNKNOWN_MUTEX = 'The mutex profile has no sample and states no sampling period: mutex profiling is probably off '
  + 'in this program, as by default in Go. It does not show that nothing waits for a lock.';
const OFF_OF_BLOCK = 'The block profile has no sample: either block profiling is off in this program, as by default in '
  + 'Go, or nothing has blocked since it was turned on. The text does not show which. While it is off, another fetch '
  + 'stays empty, with or without debug=.';
const TURN_ON = 'of Prometheus, start it with the environment variable DEBUG set (it has no flag for it); of Mimir and '
  + 'Cortex, set';
const WAIT = 'Wait under load, then fetch the profile again. Until then, a goroutine profile shows who waits for a '
  + 'lock (sync.Mutex.Lock), and go_sync_mutex_wait_total_seconds_total for how long in sum.';

interface Empty { isMutex: boolean; period: number | null }

/** Returns the kind and the sampling period of each profile of a text without a sample; empty for other texts. */
function emptyOf(head: string): Empty[] {
  if (!/^[ \t]{0,8}--- (?:mutex|contention|block):/.test(head) || SAMPLE.test(head)) return [];
  return [...head.matchAll(HEADS)].map(([, kind, period]) =>
    ({ isMutex: kind === 'mutex', period: period === undefined ? null : Number(period) }));
}

function factsOf(head: string): string | null {
  return joined(emptyOf(head).map(({ isMutex, period }) => (!isMutex ? OFF_OF_BLOCK
    : period === null ? UNKNOWN_MUTEX : period === 0 ? OFF_OF_MUTEX
      : `Mutex profiling is on (one in ${period} contentions is recorded), and none was recorded since then: `
        + 'goroutines did not wait for each other’s mutexes, or too seldom to be sampled.')));
}

function stepOf(head: string): string {
  const all = emptyOf(head);
  const { isMutex, period } = all.find((one) => one.isMutex) ?? all[0] ?? { isMutex: true, period: 0 };
  if (isMutex && period !== 0 && period !== null)
    return 'Fetch it again while the program is slow: it adds up since the program started.';
  return isMutex ? `Turn it on: call runtime.SetMutexProfileFraction(100) in the program; ${TURN_ON} `
    + `-debug.mutex-profile-fraction. ${WAIT}`
    : `Turn it on: call runtime.SetBlockProfileRate(10000) in the program; ${TURN_ON} -debug.block-profile-rate. ${
      WAIT}`;
}

export const EMPTY_CONTENTION: Format = {
  id: 'text-contention-empty', name: 'the text form of a contention profile without samples', door: null,
  match: ({ head }) => when(emptyOf(head).length > 0, { ...CERTAIN, program: 'Go' }),
  interest: ({ head }) => factsOf(head),
  remedy: ({ head }) => stepOf(head),
};
