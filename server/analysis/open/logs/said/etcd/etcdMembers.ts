/**
 * Says why a member of etcd repeats that it cannot publish itself: no leader is elected, or it does not reach its
 * peers. The message itself only says that a request timed out. Pure.
 */
import { joined, timedLines, type TimedLine } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { momentOf, timesOf } from '../lines/moments.ts';

const PUBLISH = /failed to publish local member to cluster through raft|\bpublish error: etcdserver/;
/** Lines on a member without a leader; the last line on a leader counts. */
const WITHOUT = /\bis starting a new election at term\b|\blost leader [0-9a-f]|\bno leader\b/;
const ELECTED = /\belected leader [0-9a-f]{1,20} at term\b|\bbecame leader at term\b/;
/** Lines on a peer that is not reached, with its ID. */
const UNREACHED = new RegExp([
  /prober detected unhealthy status[^\n]{0,80}?"remote-peer-id": ?"([0-9a-f]{4,20})"/,
  /health check for peer ([0-9a-f]{4,20}) could not connect/,
  /peer ([0-9a-f]{4,20}) became inactive/,
  /peer became inactive \(message send to peer failed\)[^\n]{0,80}?"peer-id": ?"([0-9a-f]{4,20})"/,
].map(({ source }) => source).join('|'));
/** The error with which a connection to a peer failed, as the last part of the line. */
const REASON = new RegExp(String.raw`\b(dial tcp [^"\\\n]{1,120}?: (?:connect: )?(?:connection refused|i/o timeout`
  + String.raw`|no route to host|network is unreachable)|lookup [^"\\\n]{1,160}?: no such host|x509: [^"\\\n]{1,120})`);
/** The name of the member among its attributes. */
const NAME = /"local-member-attributes": ?"\{Name:([\w.-]{1,80}) /;
const ERROR = /\betcdserver: (?:request timed out[\w ,]{0,60}|no leader)/;
const MAX_PEERS = 3;
const MAX_LINE = 2000;

interface MemberFacts {
  /** Sentences on the registration, the reason first. */
  facts: string;
  /** Whether it comes first: unless the lines show a leader, so that the member waits for something else. */
  leads: boolean;
}

/** Returns the reason and what is repeated because of it; null for a member that does not say so. */
export function memberFacts(look: Look): MemberFacts | null {
  const lines = timedLines(look).map((one) => ({ ...one, line: one.line.slice(0, MAX_LINE) }));
  const failed = lines.filter(({ line }) => PUBLISH.test(line));
  if (failed.length === 0) return null;
  const last = lines.findLast(({ line }) => WITHOUT.test(line) || ELECTED.test(line))?.line ?? '';
  const [isLeaderless, hasLeader] = [WITHOUT.test(last), ELECTED.test(last)];
  const peers = peersOf(lines);
  const isAlone = isLeaderless || (peers !== null && !hasLeader);
  const error = failed.map(({ line }) => ERROR.exec(line)?.[0].trim()).findLast((one) => one !== undefined);
  const times = timesOf(failed.map(({ line, stamp }) => momentOf(line, stamp)));
  const often = failed.length === 1 ? 'once' : `${failed.length} times`;
  const name = failed.map(({ line }) => NAME.exec(line)?.[1]).find((one) => one !== undefined);
  const who = name === undefined ? '' : `${name}, `;
  const said = error === undefined ? '' : `: "${error}"`;
  const repeats = `so it cannot register in the cluster (${who}${often}${times}${said})`;
  const facts = joined([
    isLeaderless ? `This member of etcd gets no leader, ${repeats}.`
      : isAlone ? `This member of etcd gets no quorum, ${repeats}.`
        : `This member of etcd could not register in the cluster (${who}${often}${times}${said})${
          hasLeader ? ', although the lines show a leader'
          : ': that takes a leader and a majority of the members'}.`,
    peers,
    isAlone || !hasLeader ? `See whether a majority of the members run and reach each other on port 2380${
      isAlone ? '' : ', and by etcdctl endpoint status --cluster whether there is a leader'}.`
      : 'A write needs a majority of the members and their disks: see etcdctl endpoint status --cluster.',
  ]);
  return facts === null ? null : { facts, leads: !hasLeader };
}

function peersOf(lines: readonly TimedLine[]): string | null {
  const ids = new Set(lines.flatMap(({ line }) =>
    UNREACHED.exec(line)?.slice(1).find((id) => id !== undefined) ?? []));
  if (ids.size === 0) return null;
  const reason = lines.map(({ line }) => (UNREACHED.test(line) ? REASON.exec(line)?.[1] : undefined))
    .findLast((one) => one !== undefined);
  const told = [...ids].slice(0, MAX_PEERS).join(' and ');
  const more = ids.size - MAX_PEERS;
  return `It does not reach the ${ids.size === 1 ? 'peer' : 'peers'} ${told}${more > 0 ? ` and ${more} more` : ''}${
    reason === undefined ? '' : ` ("${reason}")`}.`;
}

/** Returns a look without the lines that are reported, so that the reason of their errors is the next one. */
export function withoutPublishing(look: Look): Look {
  const isOther = look.lines.map((line) => !PUBLISH.test(line));
  const others = <Of>(all: readonly Of[]): Of[] => all.filter((_, i) => isOther[i] === true);
  return { ...look, lines: others(look.lines), stamps: others(look.stamps), cuts: others(look.cuts) };
}
