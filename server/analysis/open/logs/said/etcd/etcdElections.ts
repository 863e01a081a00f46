/** Describes lost leaders and elections of etcd, and whether the last lines show a leader. Pure. */
import { counted, formatSeconds } from '../../../../../../core/text/format.ts';
import { joined, timedLines } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { momentOf, type Moment } from '../lines/moments.ts';

/** Matches a line that says that a member is without a leader. */
export const LOST = /\blost leader \w|\bno leader at term/;
const ELECTED = new RegExp(/\belected leader ([0-9a-f]{1,20}) at term (\d{1,12})/.source
  + /|\b([0-9a-f]{6,20}) became leader at term (\d{1,12})/.source);
const BEGUN = /is starting a new election at term/;
const ALONE = /stepped down to follower since quorum is not active/;
const TERM = /\bat term (\d{1,12})/;

export interface Elections {
  said: string;
  /** Whether no leader is elected after the last loss: the member serves no writes. */
  isOpen: boolean;
  /** The times without a leader; an open end is null. */
  gaps: readonly { from: Moment | null; to: Moment | null }[];
  /** The time of the last election after a loss of the leader; null if there was none, or the lines have no time. */
  lastElected: Moment | null;
}

interface Gap { from: Moment | null; to: Moment | null; leader: string | null; term: string | null }

/** Returns the losses in their order, each with the leader that was elected after it, if any. */
function gapsOf(look: Look): Gap[] {
  const gaps: Gap[] = [];
  for (const { line, stamp } of timedLines(look)) {
    const last = gaps.at(-1);
    const elected = LOST.test(line) ? null : ELECTED.exec(line);
    if (LOST.test(line) && (last === undefined || last.leader !== null))
      gaps.push({ from: momentOf(line, stamp), to: null, leader: null, term: null });
    else if (elected !== null && last !== undefined && last.leader === null) {
      last.to = momentOf(line, stamp);
      last.leader = elected[1] ?? elected[3] ?? '';
      last.term = elected[2] ?? elected[4] ?? '';
    }
  }
  return gaps;
}

const secondsOf = ({ from, to }: Gap): number =>
  (from !== null && to !== null && from.kind === to.kind ? to.seconds - from.seconds : NaN);

/** Says how often a leader was lost, and what came of it; null without a loss. */
function lossFact(gaps: readonly Gap[]): string | null {
  const last = gaps.at(-1);
  if (last === undefined) return null;
  const isOpen = last.leader === null;
  if (isOpen && gaps.length === 1) return 'It lost its leader: until another is elected, it serves no writes.';
  const times = gaps.map(secondsOf).filter((seconds) => seconds >= 0);
  const most = times.length === 0 ? '' : ` ${gaps.length === 1 ? '' : 'at most '}${formatSeconds(Math.max(...times))}`;
  if (isOpen) return `It lost its leader ${gaps.length} times, the last time without a new one in the lines: until one `
    + 'is elected, it serves no writes.';
  const who = `${last.leader ?? ''}, term ${last.term ?? ''}`;
  const lostAt = last.from?.text ?? '';
  const at = lostAt === '' ? '' : ` at ${lostAt}`;
  return gaps.length === 1
    ? `It lost its leader${at}, and one was elected again (${who})${
      most === '' ? '' : `${most} later`}: for that time it served no writes.`
    : `It lost its leader ${gaps.length} times, and each time one was elected again${
      most === '' ? '' : `,${most} later`} (${who} at last): in between it served no writes.`;
}

/** A member without a leader serves no writes and no linearizable reads. Returns null if no line is about a leader. */
export function electionFacts(look: Look): Elections | null {
  const lines = timedLines(look).map(({ line }) => line);
  const terms = lines.flatMap((line) => TERM.exec(line)?.[1] ?? []).map(Number);
  const begun = lines.filter((line) => BEGUN.test(line)).length;
  const gaps = gapsOf(look);
  const isAlone = lines.some((line) => ALONE.test(line));
  if (begun + gaps.length === 0 && !isAlone) return null;
  const upTo = terms.length === 0 ? '' : `, up to term ${terms.reduce((most, one) => Math.max(most, one), 0)}`;
  return {
    said: joined([
      isAlone ? 'It no longer reached most of the other members, and stepped down as their leader.' : null,
      lossFact(gaps),
      begun === 0 ? null : `It began ${begun === 1 ? 'an election' : counted(begun, 'election')}${upTo}.`,
    ]) ?? '',
    gaps, isOpen: gaps.length === 0 || gaps.at(-1)?.leader === null, lastElected: gaps.at(-1)?.to ?? null,
  };
}
