/** Tells what two files of one case say together: a log with what says how its program ended, or two logs. Pure. */
import { OF_REQUESTS } from '../../logs/chains/droppedSamples.ts';
import { PROBE_GUESS } from '../../logs/probes/stoppedStarts.ts';
import type { SideFile } from '../comparedFiles.ts';
import { answeredWrites } from './answeredWrites.ts';
import { caseLog, type CaseLog } from './caseLog.ts';
import { describedEnds } from './describedEnds.ts';
import { describedRun } from './describedRun.ts';
import { errorsWhileDown } from './downTimes.ts';
import { failedWork, lostBlock } from './failedWork.ts';
import { kernelKill } from './kernelKill.ts';
import { kubeletStops } from './kubeletStops.ts';
import { refusedByStart } from './localStart.ts';
import { nextLog, NO_END } from './nextLog.ts';
import { pairedLogs } from './pairedLogs.ts';
import { OF_DROPPED, OF_TIMES, sentRequests } from './sentRequests.ts';
import { sharedStore } from './sharedStore.ts';

/** `isLog`: whether a page opens it as a log; `program`: what wrote it. */
export interface CaseFile extends SideFile { isLog: boolean; program: string | null }

/** The joint report on two files, which comes before the report on the named file, without what is in both. */
export interface JoinedCase {
  name: string;
  said: string;
  without: readonly (string | RegExp)[];
  /** What is left out of the report on the other file, or said before it. */
  ofOther?: { name: string; said: string; without: readonly (string | RegExp)[] };
}

/** The guesses of a report on a log without the other file. */
const GUESSES: readonly (string | RegExp)[] = [
  ` ${PROBE_GUESS}`, / How they ended: Received SIGTERM[^()]{0,60} \(\d{1,6} times?\)\./,
  / After that signal its lines go on for [^\n]{1,200}?\.(?= |$)/,
  / No error or warning is among its [^\n]{1,200}?\.(?= |$)/,
  NO_END,
];

/** Forms that describe a container, and the log of the kubelet. */
const DESCRIBES = /^(?:kubernetes-|kubectl-describe|kubectl-events|docker-inspect|docker-state)/;
const OF_KUBELET = /^kubelet-/;
/** Logs of the kernel and of systemd, which say of other programs how they ended. */
const OF_KERNEL = /^(?:kernel|systemd)-/;

const isOfOthers = ({ format }: CaseFile): boolean =>
  DESCRIBES.test(format) || OF_KUBELET.test(format) || OF_KERNEL.test(format);

/** Returns what two files say together; null if nothing ties them. */
export function joinedCase(one: CaseFile, other: CaseFile): JoinedCase | null {
  const [about, own] = isOfOthers(one) ? [one, other] : [other, one];
  if (isOfOthers(own)) return null;
  if (isOfOthers(about)) return own.isLog ? aboutLog(about, own) : null;
  if (!one.isLog || !other.isLog) return null;
  const [first, second] = [caseLog(one), caseLog(other)];
  if (first === null || second === null) return null;
  const work = ofWork(first, second) ?? ofWork(second, first);
  if (work !== null) return work;
  const requests = refusedRequests(first, second) ?? refusedRequests(second, first);
  const said = tied(first, second) ?? tied(second, first) ?? sharedStore(first, second);
  if (requests !== null && (requests.isOfSamples || said === null)) return requests.told;
  const answered = ofAnswers(first, second) ?? ofAnswers(second, first) ?? ofStart(first, second)
    ?? ofStart(second, first);
  if (answered !== null) return answered;
  return said === null ? null : { name: one.name, said, without: [OF_REQUESTS, LISTENS] };
}

/** Returns the requests of a sender that the other log refuses, for the reports on both. */
function refusedRequests(sender: CaseLog, receiver: CaseLog): { told: JoinedCase; isOfSamples: boolean } | null {
  const sent = sentRequests(sender, receiver);
  return sent === null ? null : {
    isOfSamples: sent.isOfSamples,
    told: {
      name: sender.name, said: sent.ofSender,
      without: [OF_REQUESTS, LISTENS, OF_TIMES, ...sent.isStopped ? OF_DROPPED : []],
      ofOther: { name: receiver.name, said: sent.ofReceiver, without: sent.isOfSamples ? [OF_TIMES] : [] },
    },
  };
}

/** Returns the answers of a receiver to a sender, for the reports on both. */
function ofAnswers(sender: CaseLog, receiver: CaseLog): JoinedCase | null {
  const answered = answeredWrites(sender, receiver);
  return answered === null ? null : {
    name: sender.name, said: answered.ofSender, without: [OF_REQUESTS, LISTENS, OF_TIMES],
    ofOther: { name: receiver.name, said: answered.ofReceiver, without: [OF_TIMES] },
  };
}

/** Returns that one program cannot reach another of its host that does not start. */
function ofStart(one: CaseLog, other: CaseLog): JoinedCase | null {
  const said = refusedByStart(one, other);
  return said === null ? null : { name: one.name, said, without: [LISTENS] };
}

/** The step to look at the other side, which its own log shows. */
const LISTENS = ' Nothing listens at that address, or something rejects it: see whether the other side runs.';

/** The advice to allow more time, which does not help a start that memory ended. */
const TIME = / A startup probe must allow [^\n]{1,60}?\.(?= |$)/;

function aboutLog(about: CaseFile, own: CaseFile): JoinedCase | null {
  const log = caseLog(own);
  if (log === null) return null;
  const said = OF_KUBELET.test(about.format) ? kubeletStops(log, about.name, about.text)
    : OF_KERNEL.test(about.format) ? kernelKill(log, own.program, about.name, about.text)
    : describedRun(log, about.name, describedEnds(about.text));
  return said === null ? null
    : { name: own.name, said, without: /\bOOMKilled\b|\bfor memory\b/.test(said) ? [...GUESSES, TIME] : GUESSES };
}

/** Returns what the first log suffers from in the second. */
const ofWork = (one: CaseLog, other: CaseLog): JoinedCase | null => failedWork(one, other) ?? lostBlock(one, other);

/** Returns what the first log says of the second. */
const tied = (one: CaseLog, other: CaseLog): string | null =>
  errorsWhileDown(one, other) ?? pairedLogs(one, other) ?? nextLog(one, other);
