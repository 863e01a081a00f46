/** Reads from `kubectl describe` how containers ended and what they wait for. Pure; one pass over the lines. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { sourceProgram } from '../naming/sourcePaths.ts';
import { meaningBeside } from '../said/meanings.ts';
import type { KubeletKill } from './podEvents.ts';

const MAX_CONTAINERS = 50;
const MAX_SAID = 3;

/** `message`: what the runtime or the end of its log says; `""` if the text does not state it. */
export interface State {
  status: string; reason: string; exitCode: number | null; startedMs: number; finishedMs: number; message: string;
}

export interface Container {
  /** Its pod; `""` if the text does not name it. */
  pod: string;
  /** `""` if only a part was pasted. */
  name: string;
  now: State | null;
  last: State | null;
  restarts: number;
  memoryLimit: string | null;
  /** Its image with a tag; `""` if none is stated. */
  image: string;
}

const POD = /^Name:\s{1,40}(\S{1,253})\s{0,20}$/;
const NAME = /^\s{0,8}([a-z0-9][a-z0-9.-]{0,62}):\s*$/;
const STATE = /^\s{0,12}`?\s{0,8}(Last State|State):\s*(\w{0,20})/;
const KEY = /^\s*(Reason|Exit Code|Started|Finished|Restart Count|Limits|Requests|memory|Image):\s*(.{0,120}?)`?\s*$/;
/** An image with its tag, which often is the version of the program; a digest says nothing to a reader. */
const TAGGED = /^[^\s@]{1,100}:[\w.-]{1,60}$/;

/** The message of a state: often the end of its log, whose further lines are not indented. */
const OF_STATE = /^\s{4,12}Message:\s{1,40}(\S.{0,1000})/;
const AFTER_MESSAGE = /^\s{0,12}(?:Exit Code|Signal|Started|Finished|Ready|Restart Count|(?:Last )?State):\s/;
const MAX_STATED = 16 * 1024;

/** Returns the containers with the states of each, also from a part of one container. */
function containersOf(lines: readonly string[]): Container[] {
  const all: Container[] = [];
  let [pod, name, isLimit] = ['', '', false];
  let state: State | null = null;
  let isInMessage = false;
  const current = (): Container => {
    const known = all.at(-1);
    if (known !== undefined && known.pod === pod && (name === '' || known.name === name)) return known;
    const next = { pod, name, now: null, last: null, restarts: 0, memoryLimit: null, image: '' };
    all.push(next);
    return next;
  };
  for (const line of lines) {
    if (all.length > MAX_CONTAINERS) break;
    const message = state === null ? undefined : OF_STATE.exec(line)?.[1];
    isInMessage = message !== undefined || (isInMessage && !AFTER_MESSAGE.test(line));
    if (isInMessage && state !== null) {
      if (state.message.length < MAX_STATED) state.message += `${message ?? line}\n`;
      continue;
    }
    const described = POD.exec(line)?.[1];
    if (described !== undefined) [pod, name, state, isLimit] = [described, '', null, false];
    const named = NAME.exec(line)?.[1];
    if (named !== undefined) [name, state, isLimit] = [named, null, false];
    const [, which, status = ''] = STATE.exec(line) ?? [];
    if (which !== undefined) {
      state = { status, reason: '', exitCode: null, startedMs: NaN, finishedMs: NaN, message: '' };
      if (which === 'State') current().now = state; else current().last = state;
    }
    const [, key, value = ''] = KEY.exec(line) ?? [];
    if (key === 'Limits' || key === 'Requests') [isLimit, state] = [key === 'Limits', null];
    else if (key === 'Image') { if (name !== '' && TAGGED.test(value)) current().image = value; }
    else if (key === 'memory') { if (isLimit) current().memoryLimit = value; }
    else if (key === 'Restart Count') [current().restarts, state] = [Number(/^\d{1,9}/.exec(value)?.[0] ?? 0), null];
    else if (key !== undefined && state !== null) takeKey(state, key, value);
  }
  return all;
}

function takeKey(state: State, key: string, value: string): void {
  if (key === 'Reason') state.reason = value;
  else if (key === 'Exit Code') state.exitCode = /^\d{1,3}$/.test(value) ? Number(value) : null;
  // Kubernetes shows an unknown time as one of the year 1.
  else if (key === 'Started') state.startedMs = /\b0001\b/.test(value) ? NaN : Date.parse(value);
  else state.finishedMs = Date.parse(value);
}

const OR_FLAGS = ' or with flags that it does not know';

/** Meaning of exit codes, in words that follow "it". */
const EXITS: Readonly<Record<number, string>> = {
  0: 'ended with exit code 0: it was stopped on request or had nothing more to do, and did not crash',
  2: `ended with exit code 2, as after a Go panic${OR_FLAGS}`,
  134: 'was aborted (exit code 134, SIGABRT)',
  135: 'crashed (exit code 135, SIGBUS): a mapped file could not be read, as with a full disk',
  137: 'was killed (exit code 137, SIGKILL), as after failed probes, or when the memory of the node runs out',
  139: 'crashed (exit code 139, SIGSEGV)',
  143: 'was asked to stop (exit code 143, SIGTERM), as by the kubelet after failed probes',
};

/** Fewer kills may be beside ends of its own. */
const MIN_KILLS = 3;

const SIGNALS: Readonly<Record<number, string>> = { 137: 'SIGKILL', 143: 'SIGTERM' };

/** Returns how it ended if an event says why the kubelet killed or stopped it; null for another end. */
function endByKubelet(
  { probe, got, times }: KubeletKill, { exitCode, restarts }: { exitCode: number | null; restarts: number },
  after: string,
): string | null {
  if (exitCode === null) return null;
  const signal = SIGNALS[exitCode];
  if (probe === null) return signal === undefined ? null
    : `was stopped by Kubernetes, as the event "Stopping container" says: exit code ${exitCode}, ${signal}${
      exitCode === 137 ? ' (it did not end within its grace period)' : ''}${after}`;
  const why = `because its ${probe} probe failed${got === null ? '' : ` (${quoted(got)})`}`;
  if (signal !== undefined) return `was killed ${why}: exit code ${exitCode}, ${signal}${after}`;
  if (exitCode === 0) return `was stopped ${why}: it ended with exit code 0${after}`;
  // Where each restart is one of the kills, the code is only how the program ends when it is told to.
  return times < MIN_KILLS || times < restarts ? null
    : `was stopped ${why}: it ended with exit code ${exitCode}${after}`;
}

function endOf({ memoryLimit, restarts }: Container, state: State, kill: KubeletKill | null): string | null {
  const { reason, exitCode, startedMs, finishedMs } = state;
  const ran = (finishedMs - startedMs) / 1000;
  const after = ran >= 0 ? `, ${formatSeconds(ran)} after it started` : '';
  if (reason === 'OOMKilled') return `was killed because it exceeded its memory limit${
    memoryLimit === null ? '' : ` of ${memoryLimit}`} (OOMKilled)${after}`;
  const byKubelet = kill === null ? null : endByKubelet(kill, { exitCode, restarts }, after);
  if (byKubelet !== null) return byKubelet;
  if (NOT_STARTED.test(reason))
    return `could not be started (${exitCode === null ? reason : `${reason}, exit code ${exitCode}`})`;
  const how = exitCode === null ? null : EXITS[exitCode] ?? `ended with exit code ${exitCode}; its log says why`;
  if (how === null) return reason === '' || reason === 'Completed' ? null : `ended: ${reason}${after}`;
  const why = ran > MAX_FLAG_SECONDS ? how.replace(OR_FLAGS, '') : how;
  return after === '' ? why : `${why}; that was ${after.slice(2)}`;
}

/** A program reads its flags first: one that ran for longer knows them. */
const MAX_FLAG_SECONDS = 60;

/** Reasons of the runtime, which could not start the process. */
const NOT_STARTED = /^(?:StartError|ContainerCannotRun)$/;

/** Severity for sorting: OOM kills first, then failures, then by restarts. */
const weight = ({ now, last, restarts }: Container): number =>
  Number([now, last].some((one) => one?.reason === 'OOMKilled')) * 1e12
    + Number([now, last].some((one) => (one?.exitCode ?? 0) > 0)) * 1e11 + restarts;

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);

/** Returns how often it was restarted and, if an event counts that, killed: two counts of two sources. */
function countsOf(restarts: number, kill: KubeletKill | null): string {
  const again = restarts === 0 ? '' : ` It has restarted ${timesOf(restarts)}.`;
  if (kill === null || kill.probe === null || kill.times < 2) return again;
  const span = kill.span === null ? '' : ` in ${kill.span}`;
  const killed = ` The events count that it was killed ${timesOf(kill.times)}${span}`;
  if (restarts === 0) return `${killed}.`;
  return `${killed}; its restart count is ${restarts.toLocaleString('en-US')}${
    kill.times === restarts + 1 ? ', without the restart that follows the last of them' : ''}.`;
}

/** The events of the text on its containers: which were killed or stopped, and their names. */
interface OfEvents { kills: readonly KubeletKill[]; made: readonly string[] }

/** Names the only container without a name by the only one of the events that is not among the others. */
function named(all: readonly Container[], made: readonly string[]): void {
  const [unnamed, second] = all.filter(({ name }) => name === '');
  const [only, other] = [...new Set(made)].filter((one) => one !== '' && all.every(({ name }) => name !== one));
  if (unnamed !== undefined && second === undefined && only !== undefined && other === undefined) unnamed.name = only;
}

/** Returns since when a container runs again whose last end is described. */
function againSince({ now, last }: Container): string {
  return last === null || now?.status !== 'Running' || !Number.isFinite(now.startedMs) ? ''
    : ` It has run again since ${new Date(now.startedMs).toISOString().slice(0, 19)}Z.`;
}

/** Returns the containers that a description shows, with their states. */
export const describedContainers = (text: string): Container[] => containersOf(text.split('\n'));

/** Whether the text describes containers, and all of them run. */
export function allRun(text: string): boolean {
  const all = describedContainers(text);
  return all.length > 0 && all.every(({ now }) => now?.status === 'Running');
}

const LOOP = 'It is in a crash loop: Kubernetes starts it again with growing pauses.';
const MORE_MEMORY = 'Raise the limit, or find what takes the memory.';

/** Describes the worst containers of kubectl describe; null if none has ended or restarted, and none waits. */
export function containerFacts(text: string, { kills, made }: OfEvents = { kills: [], made: [] }): string | null {
  const all = describedContainers(text);
  named(all, made);
  return toldContainers(all, kills);
}

/** The path by which a line of VictoriaMetrics names the part of it that wrote it. */
const VICTORIA_PART = /\bVictoriaMetrics\/app\/(vm[a-z]{3,12})\//;

/** Describes the worst of some containers; null if none has ended or restarted, and none waits. */
export function toldContainers(all: Container[], kills: readonly KubeletKill[]): string | null {
  const isOfSeveral = new Set(all.map(({ pod }) => pod)).size > 1;
  const said = all.sort((a, b) => weight(b) - weight(a)).flatMap((one) => {
    const { pod, name, now, last, restarts, image } = one;
    const ended = now?.status === 'Terminated' ? now : last;
    const own = kills.find(({ container, probe, pod: of }) =>
      (container === '' || name === '' ? all.length === 1 : container === name)
        && (!isOfSeveral || of === '' || of === pod)
        // A stop of the pod is not why an earlier run of the container ended.
        && (probe !== null || ended === now));
    const kill = ended === null || ended.reason === 'OOMKilled' ? null : own ?? null;
    const end = ended === null ? null : endOf(one, ended, kill);
    const part = name === '' ? VICTORIA_PART.exec(ended?.message ?? '')?.[1] : undefined;
    const owner = part !== undefined ? `${part} of VictoriaMetrics`
      : name === '' ? sourceProgram(ended?.message ?? '') : null;
    const nameless = `The container${owner === null ? '' : ` (${owner})`}`;
    const subject = `${name === '' ? nameless : `The container ${name}${image === '' ? '' : ` (${image})`}`}${
      isOfSeveral && pod !== '' ? ` of the pod ${pod}` : ''}`;
    const again = `${countsOf(restarts, end === null ? null : kill)}${end === null ? '' : againSince(one)}`;
    const waits = now?.status !== 'Waiting' || now.reason === '' ? null
      : now.reason === 'CrashLoopBackOff' ? `${LOOP}${ended?.reason === 'OOMKilled' ? ` ${MORE_MEMORY}` : ''}`
        : `${end === null ? `${subject} waits` : 'It waits'}: ${quoted(now.reason)}${
          now.message === '' ? '' : ` (${now.message.slice(0, MAX_MESSAGE).trim()})`}.`;
    if (end === null && waits === null && again === '') return [];
    return [joined([end === null ? null : `${subject} ${end}.`, end === null ? null : lastWords(ended), end === null
      && again !== '' ? `${subject} has restarted${again.slice(' It has restarted'.length)}` : again.trim() || null,
    waits, waits === null ? null : meaningBeside(now?.message ?? '')])];
  });
  return joined(said.slice(0, MAX_SAID));
}

const MAX_MESSAGE = 300;
const OF_ERROR = /\b(?:level=(?:error|fatal)|panic: |fatal error: |fatal|error)\b/i;

const OF_INFO = /\blevel=(?:info|debug)\b|\t(?:info|debug)\t/i;

/** Returns the line of the message of an end that names an error, and what it means; else the only one it has. */
function lastWords(ended: State | null): string | null {
  const lines = (ended?.message ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const [only] = lines.length === 1 ? lines : [];
  const line = lines.findLast((one) => OF_ERROR.test(one) && !OF_INFO.test(one))
    ?? (only === undefined || OF_INFO.test(only) ? undefined : only);
  return line === undefined ? null : joined([`Its message says ${quoted(line)}.`, meaningBeside(line)]);
}

const MESSAGE = /^\s{0,12}Message:\s{1,20}([^\n]{1,900})/m;

/** Returns what the end of a log says of its replay, of which the message of a state holds only the last bytes. */
export function replayInMessage(text: string): string | null {
  const said = MESSAGE.exec(text)?.[1] ?? '';
  const took = said.includes('msg=') ? undefined : /\btotal_replay_duration=(\S{1,40})/.exec(said)?.[1];
  const ms = goDurationMs(took);
  return ms === null ? null
    : `The replay before that end took ${formatSeconds(ms / 1000)}, as the end of its log says.`;
}
