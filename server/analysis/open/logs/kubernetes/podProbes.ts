/** Describes failed probes and the images of pods, from their events. Pure. */
import { quoted } from '../../look/factTools.ts';
import { whoOf } from './eventSubjects.ts';
import { groupsOf, type PodEvent } from './podEvents.ts';

const PROBE = /\b(Liveness|Startup|Readiness) probe (?:failed|errored|timed out)/;
/** The result of a failed probe. */
const GOT = /\bprobe (?:failed|errored|timed out): {0,2}([^\n]{1,400})$/;
/** The probes of a description: after how many failures in a row a container is restarted. */
const THRESHOLD = /^\s{0,12}(Liveness|Startup):\s[^\n]{1,400}#failure=(\d{1,6})/gm;
const NO_RESTART = 'that takes it out of its Service, and restarts nothing';
const MAX_SAID = 3;

/** Returns what failed probes do: readiness probes restart nothing, others after a number of failures in a row. */
function effectOf(kind: string, times: number, text: string): string {
  if (kind === 'Readiness') return `; ${NO_RESTART}`;
  const limits = [...text.matchAll(THRESHOLD)].flatMap(([, of, limit]) => (of === kind ? Number(limit) : []));
  const least = Math.min(...limits);
  return limits.length > 0 && times < least
    ? `, fewer than the ${least} in a row after which it restarts the container`
    : '; several failures in a row restart the container';
}

/** Returns failed probes by the events that count them, else the first one; null without such events. */
export function probeFacts(events: readonly PodEvent[], text: string, isNamed: boolean): string | null {
  const failed = events.filter(({ reason, message }) => reason === 'Unhealthy' && PROBE.test(message));
  const kindOf = ({ message }: PodEvent): string => PROBE.exec(message)?.[1] ?? '';
  const said = ['Startup', 'Liveness', 'Readiness'].flatMap((kind) =>
    groupsOf(failed.filter((one) => kindOf(one) === kind), isNamed).flatMap(([most]): string[] => {
      if (most === undefined || most.times < 2 || most.span === null) return [];
      const who = isNamed ? whoOf(most, events) : null;
      const of = who === null ? '' : ` of ${who}`;
      const got = GOT.exec(most.message)?.[1]?.trim() ?? '';
      return [`The ${kind.toLowerCase()} probe${of} failed ${most.times.toLocaleString('en-US')} times in ${most.span}${
        got === '' ? '' : ` (${quoted(got)})`}${effectOf(kind, most.times, text)}.`];
    }));
  if (said.length > 0) return said.slice(0, MAX_SAID).join(' ');
  const first = failed.find((one) => kindOf(one) !== 'Readiness');
  const who = first === undefined || !isNamed ? null : whoOf(first, events);
  return first === undefined ? null : `A probe${who === null ? '' : ` of ${who}`} failed: ${quoted(first.message)}.`;
}

/** Omits the result of a probe where other facts report it. */
export const withoutGot = (facts: string | null, told: string): string | null =>
  facts?.replaceAll(/ \("([^"]{1,300})"\)/g, (all, got: string) => (told.includes(got) ? '' : all)) ?? null;

const IMAGE = /\bimage "([^"@\s]{1,200}:[\w.-]{1,60})"/;

/** Containers beside the program of a pod. */
const HELPER = /reload|proxy|sidecar|auth/;

/** Returns the images of the named pods, which show their programs and versions; null without any. */
export function imageFacts(events: readonly PodEvent[], named: readonly string[]): string | null {
  const images = new Map<string, Set<string>>();
  for (const { reason, message, pod } of events) {
    const image = /^Pull/.test(reason) ? IMAGE.exec(message)?.[1]?.split('/').at(-1) : undefined;
    if (image !== undefined && !HELPER.test(image)) images.set(pod, (images.get(pod) ?? new Set()).add(image));
  }
  const said = named.flatMap((pod) => {
    const own = [...images.get(pod) ?? []];
    return own.length === 0 ? [] : [`${own.slice(0, 2).join(', ')} (${pod})`];
  });
  return said.length === 0 ? null : `Their images are ${said.join(', ')}.`;
}
