/** Says which containers the kubelet killed for a failed probe, by its own log, and how they ended. Pure; bounded. */
import { counted, formatSeconds, timesText } from '../../../../../core/text/format.ts';

const PROBE = new RegExp([
  // Before Kubernetes 1.19, and since: a message with fields.
  /\b(Liveness|Startup) probe for "([\w.-]{1,253}?)_([\w-]{1,63})\([^)"]{0,80}\):/.source
    + /([\w.-]{1,100})" failed[^:]{0,40}: ([^\n]{1,200})/.source,
  /"Probe failed"[^\n]{0,40}\bprobeType="(Liveness|Startup)" pod="([\w-]{1,63})\/([\w.-]{1,253})"/.source,
].join('|'));
const CONTAINER = /\bcontainerName="([\w.-]{1,100})"/;
const OUTPUT = /\boutput="((?:[^"\\]|\\.){1,300})/;
const KILL = /\bKilling (?:unwanted )?container\b/;
const KILLED_ID = /"(?:\w{1,20}:\/\/)?([0-9a-f]{12,64})"/;
const GRACE = /\bwith (\d{1,5}) second grace period|\bgracePeriod=(\d{1,5})\b/;
const DIED = /"?ContainerDied"?/;
const CLOCK = /\b[IWEF]\d{4} (\d\d):(\d\d):(\d\d(?:\.\d{1,6})?)\s/;
const MAX_LINE = 2000;
const DAY_SECONDS = 86_400;
/** A kill later than this after a failed probe has another reason. */
const MAX_DELAY_SECONDS = 60;
/** A container that ends this close to its grace period, or later, was killed at its end. */
const NEAR_SECONDS = 0.5;
const UNREADY = /statuscode: 503\b/;

interface Failure { at: number; kind: string; pod: string; container: string; output: string }
export interface Kill { at: number; id: string; grace: number; failures: Failure[]; took: number | null }

/** Returns the seconds of day of a line of the kubelet; NaN without its header. */
function clockOf(line: string): number {
  const [, hours, minutes, seconds] = CLOCK.exec(line) ?? [];
  return hours === undefined ? NaN : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const since = (from: number, to: number): number => (to - from + DAY_SECONDS) % DAY_SECONDS;

function failureIn(line: string): Failure | null {
  const [, kind, pod = '', namespace = '', container = '', output = '', newKind, newNamespace = '', newPod = '']
    = PROBE.exec(line) ?? [];
  if (kind !== undefined) return { at: clockOf(line), kind, pod: `${namespace}/${pod}`, container, output };
  return newKind === undefined ? null : {
    at: clockOf(line), kind: newKind, pod: `${newNamespace}/${newPod}`, container: CONTAINER.exec(line)?.[1] ?? '',
    output: (OUTPUT.exec(line)?.[1] ?? '').replaceAll('\\"', '"'),
  };
}

/** Returns the kills that follow a failed liveness or startup probe, each with the failures since the kill before. */
export function killsIn(lines: readonly string[]): Kill[] {
  const kills: Kill[] = [];
  let failures: Failure[] = [];
  for (const whole of lines) {
    const line = whole.slice(0, MAX_LINE);
    const failure = failureIn(line);
    if (failure !== null) failures.push(failure);
    const at = clockOf(line);
    const last = failures.at(-1);
    if (KILL.test(line) && last !== undefined && since(last.at, at) <= MAX_DELAY_SECONDS) {
      const grace = GRACE.exec(line)?.slice(1).find((one) => one !== undefined);
      const own = failures.filter(({ pod, container }) => pod === last.pod && container === last.container);
      kills.push({ at, id: KILLED_ID.exec(line)?.[1] ?? '', grace: Number(grace), failures: own, took: null });
      failures = [];
    }
    const ended = kills.find(({ id, took }) => took === null && id !== '' && DIED.test(line) && line.includes(id));
    if (ended !== undefined) ended.took = since(ended.at, at);
  }
  return kills;
}

/** Returns the containers that a failed probe ended; null if the lines show none. */
export function kubeletKills(lines: readonly string[]): string | null {
  const kills = killsIn(lines);
  const [first] = kills.at(-1)?.failures ?? [];
  if (first === undefined) return null;
  const own = kills.filter(({ failures: [one] }) => one?.pod === first.pod && one.container === first.container);
  const { kind, output } = first;
  const counts = own.map(({ failures }) => failures.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const before = `${fewest === most ? '' : `${fewest} to `}${counted(most, 'failure')} before ${
    own.length === 1 ? 'it' : 'each'}`;
  const said = output.trim() === '' ? before : `${output.trim().replace(/\.$/, '')}; ${before}`;
  const who = `the container ${first.container === '' ? '' : `${first.container} `}of ${first.pod}`;
  const often = own.length === 1 ? '' : `${timesText(own.length)} `;
  return `The kubelet killed ${who} ${often}because its ${kind.toLowerCase()} probe failed (${said}).${graceOf(own)} ${
    nextOf(kind, UNREADY.test(output))}`;
}

/** Returns how long the containers took to end, against their grace period; "" if the lines do not show it. */
function graceOf(kills: readonly Kill[]): string {
  const took = kills.flatMap((one) => one.took ?? []).sort((a, b) => a - b);
  const grace = kills[0]?.grace ?? NaN;
  const [least, most] = [took[0], took.at(-1)];
  if (least === undefined || most === undefined || Number.isNaN(grace)) return '';
  const [from, to] = [formatSeconds(least), formatSeconds(most)];
  const after = from === to ? from : `${from} to ${to}`;
  return least < grace - NEAR_SECONDS ? ` It ended ${after} later, within its grace period of ${formatSeconds(grace)}.`
    : ` It ended ${after} later, after its grace period of ${formatSeconds(grace)}: it had not ended on SIGTERM, and `
      + 'got SIGKILL.';
}

function nextOf(kind: string, isUnready: boolean): string {
  if (!isUnready) return 'Its own log says why it did not answer; a longer timeoutSeconds or a larger failureThreshold '
    + 'of that probe gives it more time.';
  const answers = 'A 503 is what a server answers until it is ready, as while it replays its WAL';
  return kind === 'Startup' ? `${answers}: raise failureThreshold of that probe, so that a start can end.`
    : `${answers}: give it a startup probe, or raise failureThreshold of the liveness probe, so that a start can end.`;
}

const ELSEWHERE = new RegExp([
  / ?Why it ends is in its own log[^.]{0,120}\.(?= |$)/,
  / ?The kubelet saw a container of \S{1,253} end; its log [^.]{1,80}\./,
].map(({ source }) => source).join('|'), 'g');

/** Drops from facts that only another log says why a container ended, where a killed one is reported. */
export const withoutElsewhere = (facts: string | null): string | null =>
  (facts?.includes('The kubelet killed the container ') !== true ? facts : facts.replace(ELSEWHERE, '').trim() || null);
