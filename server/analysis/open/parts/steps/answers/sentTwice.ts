/** Tells that two Alertmanagers sent a notification after a failure of its receiver, each by its retries. Pure. */
import type { Answer } from './answer.ts';

const NOTIFIED = /^[^\n]{0,600}(?:Notify success|Notify attempt failed)[^\n]{0,400}$/gm;
const GROUP = /\breceiver=("[^"\n]{1,200}"|\S{1,200}) .{0,100}?\baggrGroup=("(?:[^"\\\n]|\\.){1,400}"|\S{1,400})/;
const ATTEMPTS = /\battempts=(\d{1,5})\b/;
const TIME = /\b\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/;
const [MEMBERS, FAILED] = ['members', 'failed_peers'].map((name) =>
  new RegExp(String.raw`^alertmanager_cluster_${name}(?:\{[^}\n]{0,200}\})? (\d{1,4})\s*$`, 'm'));

interface Attempt { group: string; attempts: number; time: string; clock: string; isSent: boolean }

function attemptsIn(text: string): Attempt[] {
  return [...text.matchAll(NOTIFIED)].flatMap(([line]): Attempt[] => {
    const [, receiver, group] = GROUP.exec(line) ?? [];
    const [time, clock = ''] = TIME.exec(line) ?? [];
    const attempts = Number(ATTEMPTS.exec(line)?.[1] ?? 0);
    return receiver === undefined || group === undefined || time === undefined ? []
      : [{ group: `${receiver} ${group}`, attempts, time, clock, isSent: line.includes('Notify success') }];
  });
}

function answer(text: string): string | null {
  if (!text.includes('Notify success')) return null;
  const all = attemptsIn(text);
  const [first, second] = all.filter(({ isSent, attempts }) => isSent && attempts > 1)
    .toSorted((a, b) => (a.time < b.time ? -1 : 1));
  if (first === undefined || second === undefined || first.group !== second.group) return null;
  // One process begins its next attempts only after it has sent: two first failures before that are of two.
  const begun = all.filter(({ group, isSent, attempts, time }) => group === first.group && !isSent && attempts === 1
    && time < first.time);
  if (begun.length < 2 || new Set(begun.map(({ time }) => time)).size < 2) return null;
  const members = MEMBERS?.exec(text)?.[1];
  const isWhole = members !== undefined && Number(members) > 1 && FAILED?.exec(text)?.[1] === '0';
  return `Two Alertmanagers sent the notification of one group, at ${first.clock} and at ${second.clock}: both had `
    + 'begun to retry while the receiver failed, and an Alertmanager looks only before its first attempt whether '
    + `another has sent it. ${isWhole ? `The gossip is not the cause (${members} members, none failed)`
      : 'That is so with a gossip that works, too'}: mend the receiver, and let it ignore what it has already got (by `
    + 'groupKey and alerts). A longer --cluster.peer-timeout only covers failures that are shorter.';
}

export const TWICE_ANSWERS: readonly Answer[] = [[/^/, answer, 'leads']];
