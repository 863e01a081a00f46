/** Tells how a run in a log ended by the description of its container, which is another file. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { joined } from '../../look/factTools.ts';
import { between, clockOf, endsReplay, hasName, isAsked, isReady, isReplay, type CaseLog } from './caseLog.ts';
import type { DescribedEnd } from './describedEnds.ts';

/** Kubernetes reports whole seconds. */
const STEP_MS = 1000;
/** A run whose first line comes this soon after the beginning of its container is seen from its beginning. */
const SOON_MS = 30_000;
/** A log that begins later after an end is not that of the next run. */
const NEXT_MS = 600_000;

const SIGNALS: Readonly<Record<number, string>> = { 137: 'SIGKILL', 143: 'SIGTERM', 139: 'SIGSEGV', 134: 'SIGABRT' };

/** The lines of a run that a description says ended, and those of the run after it. */
interface Run { own: readonly LogLine[]; next: readonly LogLine[] }

function runIn({ lines }: CaseLog, { startedMs, finishedMs }: DescribedEnd): Run {
  return {
    own: lines.filter(({ timeMs }) => timeMs >= startedMs - STEP_MS && timeMs < finishedMs + STEP_MS),
    next: lines.filter(({ timeMs }) => timeMs >= finishedMs + STEP_MS),
  };
}

/** Whether the run is that of the description: both begin at one time, or the log has the name of the container. */
function isSame(log: CaseLog, { own }: Run, { startedMs, names }: DescribedEnd): boolean {
  const [first] = own;
  return first !== undefined && (Math.abs(first.timeMs - startedMs) <= SOON_MS
    || names.some((name) => log.names.some((one) => hasName(one, name) || hasName(name, one))));
}

/** Returns how a run of the log ended; null if no description is of one. `from`: the name of the description. */
export function describedRun(log: CaseLog, from: string, ends: readonly DescribedEnd[]): string | null {
  for (const end of ends) {
    const run = runIn(log, end);
    if (isSame(log, run, end)) return toldRun(log, from, end, run);
  }
  return laterLog(log, from, ends);
}

function toldRun(log: CaseLog, from: string, end: DescribedEnd, { own, next }: Run): string | null {
  return joined([
    `${from} says how the run in ${log.name} ended that began at ${clockOf(end.startedMs)} UTC: ${
      endOf(end, own.find(isAsked))}.`,
    progressOf(own, end), nextRun(next, end),
  ]);
}

/** Returns why and when the run ended, with the signal to stop that its log has. */
function endOf(end: DescribedEnd, asked: LogLine | undefined): string {
  const { startedMs, finishedMs, reason, exitCode, memoryLimit, probe } = end;
  const when = `at ${clockOf(finishedMs)}, ${between(startedMs, finishedMs)} after it began`;
  if (reason === 'OOMKilled')
    return `it exceeded its memory limit${memoryLimit === null ? '' : ` of ${memoryLimit}`} (OOMKilled) ${when}`;
  const signal = SIGNALS[exitCode ?? 0];
  const code = exitCode === null ? '' : ` (exit code ${exitCode})`;
  const by = probe === null ? '' : `its ${probe.kind} probe failed${allowed(end)}; `;
  if (asked === undefined)
    return probe !== null && exitCode === 137 ? `${by}SIGKILL${code} ended it ${when}`
      : `${by}${signal === undefined ? 'it ended' : `${signal} ended it`}${code} ${when}`;
  const told = `it was told to stop at ${clockOf(asked.timeMs)}, ${between(startedMs, asked.timeMs)} after it began`;
  const rest = `${between(asked.timeMs, finishedMs)} later`;
  return exitCode !== 137 ? `${by}${told}, and ended ${rest}${code}`
    : `${by}${told}, did not end, and got SIGKILL ${rest} (exit code 137${
      reason === '' ? '' : `, reason ${reason}: no OOM kill`})`;
}

/** Returns ", which allows …" for a probe whose settings are known. */
function allowed({ probe }: DescribedEnd): string {
  const patience = probe?.patience ?? null;
  return patience === null ? '' : `, which allows ${formatSeconds(patience.seconds)} (${
    patience.failures} failures, one every ${formatSeconds(patience.periodSeconds)})`;
}

/** Says how far the replay was; null if the run did none, or had ended it. A server may have one for each tenant. */
function progressOf(own: readonly LogLine[], { reason }: DescribedEnd): string | null {
  const at = own.findLastIndex(isReplay);
  const last = own[at];
  if (last === undefined || own.slice(at).some((line) =>
    endsReplay(line) && line.fields['tenant'] === last.fields['tenant'])) return null;
  const { segment, maxSegment } = last.fields;
  const place = segment === undefined || maxSegment === undefined ? '' : ` (segment ${segment} of ${maxSegment})`;
  const again = reason === 'OOMKilled' ? ': the next start reads the same, so raise the limit first' : '';
  return `It still replayed its WAL then${place}${again}.`;
}

/** Says by when the run after it has to be ready, if the same probe waits for it. */
function nextRun(next: readonly LogLine[], { probe, finishedMs }: DescribedEnd): string | null {
  const [first] = next;
  const seconds = probe?.patience?.seconds ?? null;
  if (first === undefined || seconds === null || first.timeMs - finishedMs > NEXT_MS || next.some(isReady)) return null;
  const untilMs = first.timeMs + 1000 * seconds;
  if ((next.at(-1)?.timeMs ?? Infinity) > untilMs) return null;
  return `The run since ${clockOf(first.timeMs)} has to be ready by ${clockOf(untilMs)}, or that probe ends it, too.`;
}

/** Says that the log is that of the run after the end, so that it cannot show why the one before ended. */
function laterLog({ lines, name }: CaseLog, from: string, ends: readonly DescribedEnd[]): string | null {
  const [first] = lines;
  const end = first === undefined ? undefined : ends.find(({ finishedMs, hasOwnLog }) => hasOwnLog
    && first.timeMs >= finishedMs && first.timeMs - finishedMs <= NEXT_MS);
  return first === undefined || end === undefined ? null
    : `${name} begins at ${clockOf(first.timeMs)} UTC, after the end at ${clockOf(end.finishedMs)} that ${
      from} describes: the lines of the run that ended are in kubectl logs --previous.`;
}
