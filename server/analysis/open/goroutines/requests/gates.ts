/** Says of requests that wait at a gate what those wait for that it let through. Pure. */

interface Group { count: number; at: string; inner: string; requests: number }

const GATE = /\.\(\*\w{0,40}[gG]ate\w{0,40}\)\.Start$/;
const OF_NETWORK = /^(?:internal\/poll\.|net\.\(\*(?:netFD|conn)\))/;
const OF_ANSWER = /grpc\/(?:internal\/)?transport\.\(\*recvBufferReader\)\.read/;
const MIN_GROUP = 10;
const NEARLY_ALL = 0.9;
/** Part of the reading goroutines that requests have to be: each connection of a request has one that reads. */
const MIN_PART = 0.5;

const last = (name: string): string => name.split('/').at(-1) ?? name;
const shown = (count: number): string => count.toLocaleString('en-US');
const answers = ({ count, requests }: Group): boolean => count > 0 && requests >= NEARLY_ALL * count;

/**
 * Returns the group whose place says most: the largest, or requests elsewhere if those of the largest only read from
 * connections. `groups`: the largest first.
 */
export function tellingGroup<G extends Group>(groups: readonly G[]): G | undefined {
  const [first] = groups;
  if (first === undefined || !OF_NETWORK.test(first.at) || answers(first)) return first;
  return groups.find((group) => group !== first && answers(group) && !OF_NETWORK.test(group.at)
    && group.count >= MIN_GROUP && group.count >= MIN_PART * first.count) ?? first;
}

/** Says what a group of requests at a gate waits for, and where those are that it let through; "" for others. */
export function gateWords(group: Group | undefined, groups: readonly Group[]): string {
  if (group === undefined || !GATE.test(group.at) || group.count < MIN_GROUP) return '';
  const past = groups.find((each) => each !== group && answers(each) && !OF_NETWORK.test(each.at)
    && !GATE.test(each.at));
  const waiting = groups.find(({ at }) => OF_ANSWER.test(at));
  const readers = groups[0] !== group && groups[0] !== undefined && OF_NETWORK.test(groups[0].at)
    ? ' Those that read from the network belong to open connections, which is normal.' : '';
  return ` Those in ${last(group.at)} wait until one of the requests that the gate let through ends: it lets only as `
    + `many run at once as its limit allows${last(group.at).startsWith('promql.')
      ? ' (of queries: --query.max-concurrency, in Thanos --query.max-concurrent)' : ''}.${
      past === undefined ? '' : ` Of the other goroutines that answer requests, most are in ${last(past.at)}: ${
        shown(past.count)}.`}${
      waiting === undefined ? '' : ` ${shown(waiting.count)} wait for an answer over gRPC: find the server that does `
        + 'not answer (debug=2 shows how long each waits).'}${readers}`;
}
