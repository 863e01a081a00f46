/** Finds containers that the kubelet cannot start or keep up, and what follows from that. Pure. */
import { ends } from '../../../look/factTools.ts';
import type { LogEnd } from './course.ts';
import { timesOf, type Moment } from './moments.ts';
import type { SaidLine } from './saidLine.ts';

/** `objects`: what the line is about, as `url=…`. */
export interface LoggedError {
  said: SaidLine;
  moment: Moment | null;
  objects?: readonly string[];
  /** Figures of the line that are over their limits. */
  figures?: string | null;
  /** The counts of the line, by their keys. */
  counts?: readonly (readonly [string, number])[];
  /** The number of times it was written, if one line has several. */
  times?: number;
  /** The end of its log, if that is known. */
  end?: LogEnd | null;
}

interface CrashLoops {
  /** Sentences on the containers, and on the errors that follow. */
  facts: string;
  /** The errors that neither name such a container nor follow from it. */
  others: LoggedError[];
}

/** The kubelet's error of a container: its name, the reason, and the details in quotation marks; each may be cut. */
const NOT_STARTED =
  /failed to "StartContainer" for "([^"\s]{1,100})"(?: with ([A-Z]\w{2,40})(?:: "?([^\n]{1,600}))?)?/;
const BACK_OFF = /\bback-off (\w{1,12}) restarting failed\b/;
const POD = /\bpod=([\w.-]{1,253}?)_([a-z0-9-]{1,63})(?:\(|$)/;
/** Containers without which the API server does not answer. */
const CONTROL_PLANE = new Set(['kube-apiserver', 'etcd']);
/** Errors of a client of the API server. */
const OF_API_SERVER = new RegExp([
  /\/apis?\/|https:\/\/\S{1,200}:(?:6443|8443|443)\b|\bAPI server\b|\bnode info\b|\bmirror pod\b|\blease\b/,
  /\bFailed to watch\b|\bfailed to list\b|\bnode "[^"]{1,100}" not found|\bregister node\b/,
].map(({ source }) => source).join('|'), 'i');
const ADDRESS = /https:\/\/([\w.-]{1,200}:\d{2,5})\//;
const LOOP = 'CrashLoopBackOff';
const MIN_REASON = 5;
const WAITS = /^back-off /i;
const MAX_SAID = 3;

interface Loop {
  name: string; reasons: Set<string>; pod: string; backOff: string; errors: LoggedError[];
  /** The kubelet's message on the first failure; a later back-off only says that it waits. */
  detail: string;
}

/** Returns the containers of the errors, those with most lines first; null if no error names one. */
export function crashLoops(errors: readonly LoggedError[]): CrashLoops | null {
  const loops = new Map<string, Loop>();
  const rest: LoggedError[] = [];
  for (const error of errors) {
    const [, name, reason = '', detail = ''] = NOT_STARTED.exec(error.said.cause)
      ?? NOT_STARTED.exec(error.said.message) ?? [];
    if (name === undefined) {
      rest.push(error);
      continue;
    }
    // A reason that the end of the line cuts off is still known by its beginning.
    const whole = reason.length >= MIN_REASON && LOOP.startsWith(reason) ? LOOP : reason;
    const loop: Loop = loops.get(name)
      ?? { name, reasons: new Set(), pod: '', backOff: '', errors: [], detail: '' };
    loops.set(name, loop);
    if (whole !== '') loop.reasons.add(whole);
    loop.errors.push(error);
    const said = detail.replace(/"$/, '').replaceAll(/\\+"/g, '"');
    if (loop.detail === '' || (WAITS.test(loop.detail) && !WAITS.test(said))) loop.detail = said;
    const [, pod, namespace] = POD.exec(detail) ?? [];
    if (pod !== undefined) loop.pod = `${namespace}/${pod}`;
    loop.backOff = BACK_OFF.exec(detail)?.[1] ?? loop.backOff;
  }
  if (loops.size === 0) return null;
  const all = [...loops.values()].sort((a, b) => b.errors.length - a.errors.length);
  const cause = all.find(({ name }) => CONTROL_PLANE.has(name));
  const follow = cause === undefined ? [] : rest.filter(({ said }) =>
    OF_API_SERVER.test(said.message) || OF_API_SERVER.test(said.cause));
  const more = all.length - MAX_SAID;
  return {
    facts: [
      ...all.slice(0, MAX_SAID).map(loopFacts),
      ...more > 0 ? [`${more} more ${more === 1 ? 'container does' : 'containers do'} not start.`] : [],
      ...all.some(({ reasons }) => reasons.has(LOOP))
        ? [cause === undefined ? 'Why it ends is in its own log: kubectl logs POD --previous, or crictl logs.'
          : 'Why it ends is in its own log, on its node: crictl ps -a, then crictl logs.'] : [],
      ...cause === undefined || follow.length === 0 ? [] : [followFacts(cause.name, follow)],
    ].join(' '),
    others: rest.filter((error) => !follow.includes(error)),
  };
}

function loopFacts({ name, reasons, detail, pod, backOff, errors }: Loop): string {
  const where = pod === '' ? '' : ` of ${pod}`;
  const times = timesOf(errors.map(({ moment }) => moment));
  const lines = `${errors.length} ${errors.length === 1 ? 'line' : 'lines'}${times}`;
  if (reasons.has(LOOP)) return `The container ${name}${where} is in a crash loop (CrashLoopBackOff; ${
    lines}): ${backOff === '' ? 'it ends again after each start'
      : `it ends again after each start, and the next one is put off for ${backOff}`}.`;
  return `The container ${name}${where} does not start (${[...reasons].join(', ') || 'the reason is cut'}; ${lines})${
    detail === '' ? '' : `: "${ends(detail)}"`}.`;
}

function followFacts(name: string, errors: readonly LoggedError[]): string {
  const address = errors.map(({ said }) => ADDRESS.exec(said.cause)?.[1] ?? ADDRESS.exec(said.message)?.[1])
    .find((found) => found !== undefined);
  const server = `the API server${address === undefined ? '' : ` (${address})`}`;
  return `${errors.length === 1 ? '1 other line is of a request' : `${errors.length} other lines are of requests`
  } to ${server}: a consequence, as that does not answer without ${name}.`;
}
