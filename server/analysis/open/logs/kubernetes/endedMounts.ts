/** Reports which failures to mount or attach a volume are over, because a later event shows that it worked. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { quoted } from '../../look/factTools.ts';

const FAILED = /^(?:FailedMount|FailedAttachVolume|FailedMapVolume)$/;
const VOLUME = /\bvolume "([^"\n]{1,253})"/i;

/**
 * The fields of an event that are read; `lastSeconds`: the time from when it was last seen to when the text was made.
 */
interface VolumeEvent { reason: string; message: string; pod: string; container: string; lastSeconds: number }

/** A later event: the volume was attached, or a container started, which waits for all its volumes. */
export interface EndedMount { attached: VolumeEvent | null; started: VolumeEvent | null }

const isLater = (event: VolumeEvent, than: VolumeEvent): boolean => event.lastSeconds < than.lastSeconds;

/** Returns the failures that are over, by their events; those whose rows have no age are never among them. */
export function endedMounts<Event extends VolumeEvent>(events: readonly Event[]): Map<Event, EndedMount> {
  const ended = new Map<Event, EndedMount>();
  for (const event of events) {
    if (!FAILED.test(event.reason)) continue;
    const volume = VOLUME.exec(event.message)?.[1];
    const later = events.filter((other) => other.pod === event.pod && isLater(other, event));
    const attached = event.reason !== 'FailedAttachVolume' || volume === undefined ? undefined
      : later.find(({ reason, message }) =>
        reason === 'SuccessfulAttachVolume' && VOLUME.exec(message)?.[1] === volume);
    const started = later.find(({ reason }) => reason === 'Started');
    if (attached !== undefined || started !== undefined)
      ended.set(event, { attached: attached ?? null, started: started ?? null });
  }
  return ended;
}

/** The kubelet's message on missing volumes, which does not name the reason. */
const WAITS = /^Unable to (?:attach or )?mount volumes\b/;

/** Returns the events of waits for volumes, of which another event of the same pod says why. */
export const followingWaits = <Event extends VolumeEvent>(events: readonly Event[]): Set<Event> =>
  new Set(events.filter(({ reason, message, pod }) => FAILED.test(reason) && WAITS.test(message)
    && events.some((other) => other.pod === pod && FAILED.test(other.reason) && !WAITS.test(other.message))));

/** Says that the last of the failures is over, and how long after it; `who`: the object of the event, null for "it". */
export function endedMountFact(event: VolumeEvent, { attached, started }: EndedMount, who: string | null): string {
  const after = (one: VolumeEvent): string => `${formatSeconds(event.lastSeconds - one.lastSeconds)} later`;
  const container = started === null || started.container === '' ? 'a container' : `the container ${started.container}`;
  const worked = [
    ...attached === null ? [] : [`the volume was attached ${after(attached)}`],
    ...started === null ? [] : [`${container} started ${after(started)}`],
  ].join(', and ');
  return `A volume of ${who ?? 'it'} could not be ${event.reason === 'FailedAttachVolume' ? 'attached' : 'mounted'} at `
    + `first: ${quoted(event.message)}. That is over: ${worked}.${
      event.reason !== 'FailedAttachVolume' ? '' : ' If it comes again and lasts more than 6 minutes, see kubectl get '
        + 'volumeattachments, and whether the node that had the volume is gone.'}`;
}
