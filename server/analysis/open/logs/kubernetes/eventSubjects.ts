/** Names what an event of Kubernetes is about. Pure. */
import type { PodEvent } from './podEvents.ts';

/** Returns what an event is about; null if no event of the text says it, so that "it" is clear. */
export const whoOf = ({ of }: PodEvent, all: readonly PodEvent[]): string | null =>
  (of !== '' ? of : all.some((one) => one.of !== '') ? 'a pod' : null);

/** Younger events are of one time, in seconds. */
const MIN_SPREAD = 1200;

/** Returns what an event is about, with its age where those of the text differ much. */
export function agedOf(event: PodEvent, all: readonly PodEvent[]): string | null {
  const who = whoOf(event, all);
  const seconds = all.flatMap(({ lastSeconds }) => (Number.isFinite(lastSeconds) ? lastSeconds : []));
  const isSpread = Math.max(...seconds) >= Math.max(MIN_SPREAD, 2 * Math.min(...seconds));
  return who === null || event.age === '' || event.times > 1 || !isSpread ? who : `${who} (last seen ${event.age} ago)`;
}
