/** Says what a probe means that Prometheus answers with 503: it runs, and is not ready. Pure. */
import type { PodEvent } from './podEvents.ts';

const ANSWER = /\b(Startup|Readiness) probe failed: HTTP probe failed with status ?code: 503\b/;
const IMAGE = /\bimage "[^"\s]{0,200}\/prometheus:/;
const POD = /^prometheus-/;
/** Minimum number of starts that show that the probe does not wait long enough for any of them. */
const MIN_STARTS = 3;

/** Returns whether the pod of an event runs Prometheus, by its name, its container or its image. */
const isPrometheus = (event: PodEvent, all: readonly PodEvent[]): boolean => POD.test(event.pod)
  || all.some(({ pod, container, message }) => pod === event.pod
    && (container === 'prometheus' || IMAGE.test(message)));

/**
 * Returns what the answer means and where the reason is found; null without such a probe. `isStepTold`: whether the
 * step for a slow start is reported already.
 */
export function notReadyFact(events: readonly PodEvent[], isStepTold: boolean): string | null {
  const failed = events.filter(({ reason, message }) => reason === 'Unhealthy' && ANSWER.test(message))
    .filter((event) => isPrometheus(event, events));
  const [first] = failed;
  if (first === undefined) return null;
  const isStartup = failed.some(({ message }) => message.startsWith('Startup'));
  const starts = Math.max(0, ...events.filter(({ reason, container, pod }) =>
    reason === 'Created' && pod === first.pod && (container === '' || container === 'prometheus'))
    .map(({ times }) => times));
  const again = isStartup && starts >= MIN_STARTS ? ', and it is started again before it is' : '';
  const more = !isStartup || isStepTold ? ''
    : ' If only the replay is slow, give the start more time (failureThreshold of the startup probe; in the Prometheus '
      + 'operator maximumStartupDurationSeconds).';
  return `Status 503 is an answer: Prometheus runs and is not ready, as while it replays its WAL${again}. kubectl logs `
    + `${isStartup ? '--previous ' : ''}shows how far it came, and kubectl describe pod (Last State) whether it ran `
    + `out of memory.${more}`;
}
