/** Names what an event of Kubernetes is about. Pure. */

/** The fields of an event that are read; `age`: the time since it was last seen, as the text has it. */
interface SeenEvent { of: string; age: string; times: number; lastSeconds: number }

/** Returns what an event is about; null if no event of the text says it, so that "it" is clear. */
export const whoOf = ({ of }: Pick<SeenEvent, 'of'>, all: readonly Pick<SeenEvent, 'of'>[]): string | null =>
  (of !== '' ? of : all.some((one) => one.of !== '') ? 'a pod' : null);

/** Younger events are of one time, in seconds. */
const MIN_SPREAD = 1200;

/** Returns what an event is about, with its age where those of the text differ much. */
export function agedOf(event: SeenEvent, all: readonly SeenEvent[]): string | null {
  const who = whoOf(event, all);
  const seconds = all.flatMap(({ lastSeconds }) => (Number.isFinite(lastSeconds) ? lastSeconds : []));
  const isSpread = Math.max(...seconds) >= Math.max(MIN_SPREAD, 2 * Math.min(...seconds));
  return who === null || event.age === '' || event.times > 1 || !isSpread ? who : `${who} (last seen ${event.age} ago)`;
}
