/** Facts from logs of Loki, etcd and Tempo on slow starts and slow disks. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { isExcerpt } from '../../logs/excerpt/leftOut.ts';
import { distinct, joined, timeOf } from '../look/factTools.ts';
import { LOSS } from './chains/droppedSamples.ts';
import { lostBatches } from './values/lostBatches.ts';
import { goSeconds } from './figures/goSeconds.ts';
import { crashFacts, withoutLines } from './logFacts.ts';
import { lossLeads } from './losses/leads.ts';
import type { Look } from '../look/look.ts';
import { lineMeanings, type LinesOf } from './said/lineMeanings.ts';
import { saidLine } from './said/lines/saidLine.ts';
import { electionFacts } from './said/etcd/etcdElections.ts';
import { isOfPeer, lostPeers } from './said/etcd/etcdPeers.ts';
import { afterElection, slowRequests } from './said/etcd/etcdRequests.ts';
import { memberFacts, withoutPublishing } from './said/etcd/etcdMembers.ts';
import { nothingFailed } from './said/quietFacts.ts';

const counted = ({ length }: readonly unknown[], noun: string): string => `${length} ${noun}${length === 1 ? '' : 's'}`;
const longest = (all: readonly number[]): string => formatSeconds(Math.max(...all));

/** Seconds from which a recovery keeps an ingester away for long. */
const LONG_RECOVERY = 600;
const WHY_LONG = 'That is long: look at the number of streams, at the disk of the WAL and at replay_memory_ceiling, '
  + 'and let its probes allow for it.';

/** Returns when the recovery was complete, and how much later the ingester joined the ring; "" without a time. */
function completed(lines: readonly string[], failed: boolean): string {
  const at = timeOf(lines.find((line) => /msg="WAL recovery finished"/.test(line)) ?? '');
  const joins = timeOf(lines.find((line) => /msg="(?:auto-)?joining cluster/.test(line)) ?? '') - at;
  const how = failed ? 'ended with errors' : 'was complete';
  return !Number.isFinite(at) ? '' : `, and ${how} at ${new Date(at * 1000).toISOString().slice(0, 19)}Z${
    joins > 0 ? `; it joins the ring ${formatSeconds(joins)} later` : ''}`;
}

/** Says that a panic within a compaction of Loki did not end it; null without one. */
const recoveredPanic = (lines: readonly string[]): string | null =>
  (lines.some((line) => /msg="failed to compact files".{0,200}recovered from panic opening boltdb file/.test(line))
    ? 'The panic at the opening of that boltdb file was recovered: it failed the compaction, and did not end Loki.'
    : null);

/** The error of a replay whose memory does not go down, with what is in use and its ceiling. */
const NO_PROGRESS =
  /WAL replay flush made no progress: (\d[\d.]{0,12} ?[kKMGT]?i?B) in use, ceiling (\d[\d.]{0,12} ?[kKMGT]?i?B)/;
const FLUSH_FAILED = new RegExp(String.raw`msg="?failed to flush"?.{0,400}?//(\w[\w.-]{0,120}(?::\d{2,5})?)\b`
  + String.raw`.{0,400}?(connection refused|i/o timeout|no such host)`);

/** Says that a replay was stopped for want of memory, which Loki logs as a corruption; null for others. */
function stoppedReplay(lines: readonly string[]): string | null {
  const [, used, ceiling] = lines.map((line) => NO_PROGRESS.exec(line)).find((found) => found !== null) ?? [];
  if (used === undefined || ceiling === undefined) return null;
  const [, where, why] = lines.map((line) => FLUSH_FAILED.exec(line)).find((found) => found !== null) ?? [];
  const flush = where === undefined || why === undefined ? ''
    : `, because flushes to the object store fail (${where}: ${why})`;
  const step = where === undefined ? 'see why flushes to the object store free nothing'
    : 'bring the object store back';
  return `The replay of its WAL was stopped before its end, as memory did not go down (${used} in use, ceiling ${
    ceiling})${flush}. Loki logs this as a file corruption, but the error names none: the rest of the WAL was not `
    + 'read, and this ingester runs without it. '
    + `Keep a copy of its WAL, ${step}, then restart the ingester to read it again. `
    + 'A higher replay_memory_ceiling helps only if its memory limit allows it.';
}

/** Describes the WAL recovery of an ingester: the time of its parts, or its time so far if the log ends before. */
export function lokiFacts(look: Look): string | null {
  const lines = distinct(look);
  const part = (message: RegExp, key: string): number | null => goSeconds(lines.flatMap((line) =>
    (message.test(line) ? new RegExp(`\\b${key}=(\\S{1,40})`).exec(line)?.[1] ?? [] : [])).at(-1));
  const failed = lines.some((line) => /recovery finished.*errors=true/.test(line));
  const [checkpoint, segments, whole] = [
    part(/WAL checkpoint recovery finished/, 'elapsed'), part(/WAL segments? recovery finished/, 'elapsed'),
    part(/msg="WAL recovery finished"/, 'time'),
  ];
  // Most versions count both from the beginning of the recovery.
  const isRunning = checkpoint !== null && segments !== null && segments >= checkpoint
    && !(whole !== null && checkpoint >= 1 && checkpoint + segments <= whole + 1);
  const share = checkpoint !== null && whole !== null && whole > LONG_RECOVERY && checkpoint > whole / 2
    ? `, ${(100 * checkpoint / whole).toFixed(0)} % of it` : '';
  const known = [
    checkpoint === null ? [] : [`the checkpoint ${formatSeconds(checkpoint)}${share}`],
    segments === null ? [] : [`the segments ${formatSeconds(isRunning ? segments - checkpoint : segments)}`],
  ].flat().join(share === '' ? ', ' : '; ');
  const detail = known === '' ? '' : ` (${known})`;
  const begun = lines.map((line) => (/recovering from (?:checkpoint|WAL)/.test(line) ? timeOf(line) : NaN))
    .find(Number.isFinite);
  const lastTime = lines.map(timeOf).filter(Number.isFinite).at(-1);
  const done = completed(lines, failed);
  const said = whole !== null ? `The recovery of its WAL took ${formatSeconds(whole)}${detail}${done}.${
    whole > LONG_RECOVERY ? ` ${WHY_LONG}` : ''}`
    : begun === undefined || lastTime === undefined ? null
      : `Its WAL was still being recovered ${formatSeconds(lastTime - begun)} after that began, where the ${
        isExcerpt(look.text) ? 'excerpt' : 'log'} ends${detail}.`;
  const stopped = stoppedReplay(lines);
  const crash = crashFacts(stopped === null ? look : withoutLines(look, NO_PROGRESS));
  return joined([
    stopped, said, failed && stopped === null ? 'Parts of the WAL could not be read.' : null, crash,
    recoveredPanic(lines),
    said === null || failed || crash !== null ? null : nothingFailed(look),
  ]);
}

const FASTER_DISK = 'Give etcd a fast disk (SSD) that nothing else writes to.';
const WHICH_IS_SLOW = 'compare etcd_disk_wal_fsync_duration_seconds and '
  + 'etcd_disk_backend_commit_duration_seconds with the CPU of the host';
const WHAT_WAITS = 'See by etcdctl endpoint status --cluster whether there is a leader and its peers answer, then at '
  + 'the disk (etcd_disk_wal_fsync_duration_seconds) and the CPU.';
/** Messages beside slow writes, which are their consequence if they are only late, too. */
const OTHER_ERRORS: LinesOf = {
  isTold: ({ program, kind }) => program === 'etcd' && /^(?:end|damage|full|error)$/.test(kind),
  quoteOf: (line) => {
    const said = saidLine(line);
    return said === null ? line : `${said.message}${said.cause === '' ? '' : `: ${said.cause}`}`;
  },
  subject: () => 'It also', max: 2,
};

/** Describes how long etcd waited for its disk and for requests, and its elections. */
export function etcdFacts(look: Look): string | null {
  const member = memberFacts(look);
  if (member === null) return waitFacts(look);
  // A member with a leader waits for what else is told.
  const [own, rest] = [member.facts, waitFacts(withoutPublishing(look))];
  return joined(member.leads ? [own, rest] : [rest, own]);
}

const SLOW_APPLY = /apply request took too long/;
const SMALL_BYTES = 64 * 1024;

/** Whether all requests that took too long state the size of a value, and it is small. */
function areSmall(lines: readonly string[]): boolean {
  const slow = lines.filter((line) => SLOW_APPLY.test(line));
  return slow.length > 0 && slow.every((line) => {
    const sizes = [...line.matchAll(/\bvalue_size:(\d{1,12})/g)].map(([, size]) => Number(size));
    return sizes.length > 0 && Math.max(...sizes) < SMALL_BYTES;
  });
}

function waitFacts(look: Look): string | null {
  const lines = distinct(look);
  const of = (message: RegExp, value: RegExp): number[] => lines.flatMap((line) =>
    (message.test(line) ? goSeconds(value.exec(line)?.[1]) ?? [] : []));
  const syncs = of(/slow fdatasync/, /"took": ?"([^"]{1,40})"/)
    .concat(of(/sync duration of/, /sync duration of (\S{1,40})/));
  const late = lines.filter((line) => /failed to send out heartbeat on time/.test(line));
  const elections = electionFacts(look);
  const requests = slowRequests(look, elections?.gaps ?? []);
  const peers = syncs.length + late.length > 0 || requests?.areWaits === false ? null : lostPeers(look);
  if (elections !== null && (peers !== null || (requests?.areWaits === true && syncs.length + late.length === 0))) {
    const others = peers === null ? lines : lines.filter((line) => !isOfPeer(line));
    return joined([
      elections.said, peers?.said ?? null, requests?.said ?? null,
      peers?.step ?? 'See whether its peers run and reach it on port 2380.', deathFacts(look),
      joined(lineMeanings(others, OTHER_ERRORS)),
    ]);
  }
  if (syncs.length + late.length === 0 && requests === null) return joined([elections?.said ?? null, crashFacts(look)]);
  const isOpen = elections?.isOpen === true;
  return joined([
    isOpen ? elections.said : null, syncs.length === 0 ? null
      : `Its disk is slow: ${
        syncs.length === 1 ? `1 write of its WAL took ${longest(syncs)}`
          : `${syncs.length} writes of its WAL took long, up to ${longest(syncs)}`}.`,
    requests === null || requests.areWaits ? null
      : `${requests.said}${afterElection(requests.starts, elections?.lastElected ?? null)}`,
    isOpen ? null : elections?.said ?? null, requests?.areWaits === true ? requests.said : null,
    late.length === 0 ? null : `It sent ${counted(late, 'heartbeat')} to other members too late, after which they may `
      + 'elect another leader.',
    syncs.length > 0 ? FASTER_DISK : requests === null
      ? `Its disk or its CPU is overloaded: ${WHICH_IS_SLOW}.`
      : requests.areTimeouts ? WHAT_WAITS
      : `The disk or the CPU is too slow for them${
        areSmall(lines) ? '' : ', or they are too large'}: ${WHICH_IS_SLOW}.`, deathFacts(look),
    joined(lineMeanings(lines, OTHER_ERRORS)),
  ]);
}

/** Returns the facts on a crash, but not repeated errors, because slow writes are among them. */
function deathFacts(look: Look): string | null {
  const facts = crashFacts(look);
  return facts !== null && /^(?:It crashed|The kernel|systemd)/.test(facts) ? facts : null;
}

/** Describes the WAL replay of an ingester, whose WAL has a file for each block. */
export function tempoFacts(look: Look): string | null {
  const lines = distinct(look);
  const took = lines.flatMap((line) => (/msg="replay complete"/.test(line)
    ? goSeconds(/\bduration=(\S{1,40})/.exec(line)?.[1]) ?? [] : []));
  const files = new Set(lines.flatMap((line) => (/msg="(?:beginning replay|replay complete)"/.test(line)
    ? /\bfile=(\S{1,200})/.exec(line)?.[1] ?? [] : [])));
  const known = took.length === 0 ? '' : `, of which ${took.length} ended, the longest after ${longest(took)}`;
  const crash = crashFacts(look);
  return joined([
    files.size === 0 ? null
      : `It replays its WAL: ${isExcerpt(look.text) ? 'at least ' : ''}${counted([...files], 'file')}${known}.`,
    crash, files.size === 0 || crash !== null ? null : nothingFailed(look),
  ]);
}

/** Describes a log of Promtail, with the sum of what it gave up in place of the loss of a single request. */
export function promtailFacts(look: Look): string | null {
  const [facts, lost] = [crashFacts(look), lostBatches(distinct(look))];
  if (lost === null) return facts;
  const others = facts?.replace(` ${LOSS}`, () => '') ?? null;
  return joined(lossLeads(others) ? [lost, others] : [others, lost]);
}
