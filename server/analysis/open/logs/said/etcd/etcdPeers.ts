/** Says which peers a member of etcd no longer reached before it was without a leader. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { timedLines } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { momentOf, type Moment } from '../lines/moments.ts';
import { LOST } from './etcdElections.ts';

const ID = '([0-9a-f]{4,20})';
/** Lines on a peer that is not reached, with its ID. */
const UNREACHED = new RegExp([
  String.raw`lost (?:the )?TCP streaming connection with (?:remote )?peer\b[^\n]{0,200}?"remote-peer-id": ?"${ID}"`,
  `lost the TCP streaming connection with peer ${ID}`,
  String.raw`prober detected unhealthy status[^\n]{0,120}?"remote-peer-id": ?"${ID}"`,
  String.raw`peer became inactive[^\n]{0,120}?"peer-id": ?"${ID}"`,
  `peer ${ID} became inactive`, `health check for peer ${ID} could not connect`,
].join('|'));
const REASON = new RegExp(String.raw`\b((?:dial|read|write) tcp [^"\\\n]{1,120}?: (?:connect: )?(?:connection refused`
  + String.raw`|i/o timeout|connection reset by peer|no route to host|network is unreachable))`);
/** The peers that a candidate asks are all the others. */
const ASKED = new RegExp(`sent Msg(?:Pre)?Vote request to ${ID}`);
const VOTE = new RegExp(`([0-9a-f]{4,20}) (?:\\[[^\\]\\n]{1,80}\\] )?received MsgVoteResp from ${ID}`);
const LEADER = /lost leader ([0-9a-f]{4,20})/;
const MAX_LINE = 2000;
const MAX_PEERS = 4;

interface LostPeers {
  said: string;
  /** The first step. */
  step: string;
  from: Moment;
}

/** Whether a line only repeats that a peer is not reached. */
export const isOfPeer = (line: string): boolean => UNREACHED.test(line.slice(0, MAX_LINE));

/** Returns the peers that were lost before the first leader was; null if none were, or it lost no leader. */
export function lostPeers(look: Look): LostPeers | null {
  const lines = timedLines(look).map(({ line, stamp }) => ({ line: line.slice(0, MAX_LINE), stamp }));
  const loss = lines.findIndex(({ line }) => LOST.test(line));
  const at = momentOf(lines[loss]?.line ?? '', lines[loss]?.stamp ?? null);
  if (at === null) return null;
  const lost = lines.slice(0, loss).flatMap(({ line, stamp }) => {
    const id = UNREACHED.exec(line)?.slice(1).find((one) => one !== undefined);
    const moment = id === undefined ? null : momentOf(line, stamp);
    return id === undefined || moment?.kind !== at.kind ? [] : [{ id, moment, why: REASON.exec(line)?.[1] }];
  });
  const [first] = lost;
  if (first === undefined) return null;
  const ids = [...new Set(lost.map(({ id }) => id))];
  const asked = new Set(lines.flatMap(({ line }) => ASKED.exec(line)?.[1] ?? []));
  const isAll = ids.length > 1 && asked.size > 0 && [...asked].every((id) => ids.includes(id));
  const leader = LEADER.exec(lines[loss]?.line ?? '')?.[1];
  const named = ids.slice(0, MAX_PEERS).join(' and ');
  const whom = isAll ? `${ids.length === 2 ? 'both of its' : `all of its ${ids.length}`} peers (${named})`
    : ids.length > 1 ? `the peers ${named}` : `${ids[0] === leader ? 'its leader' : 'the peer'} ${named}`;
  const why = lost.map((one) => one.why).find((one) => one !== undefined);
  const before = at.seconds - first.moment.seconds;
  return {
    said: `It lost the connection to ${whom}${first.moment.text === null ? '' : ` from ${first.moment.text} on`}, ${
      formatSeconds(before)} before it was without a leader${why === undefined ? '' : ` ("${why}")`}.${alone(lines)}`,
    step: isAll
      ? 'Look at the network, the firewall and the host of this member at that time, and whether the host was '
        + 'paused; the other members may have had a leader meanwhile.'
      : `Look at ${ids.length === 1 ? 'that peer' : 'those peers'} and at the network to ${
        ids.length === 1 ? 'it' : 'them'} at that time.`,
    from: first.moment,
  };
}

/** Says that a candidate got its own vote only; '' without an election, or with a vote of another. */
function alone(lines: readonly { line: string }[]): string {
  const votes = lines.flatMap(({ line }) => {
    const [, own, from] = VOTE.exec(line) ?? [];
    return own === undefined || from === undefined ? [] : [{ own, from }];
  });
  return votes.length === 0 || votes.some(({ own, from }) => own !== from) ? ''
    : ' In its elections it got no vote but its own.';
}
