/** Counts the events of the beginning of a Java Flight Recorder file by kind, without reading their stacks. Pure. */
import { JfrBytes, JfrError } from '../../../profile/foreign/jfr/jfrBytes.ts';
import { jfrChunks } from '../../../profile/foreign/jfr/jfrChunks.ts';
import { countEvents } from '../../../profile/foreign/jfr/jfrEvents.ts';
import type { JfrType } from '../../../profile/foreign/jfr/jfrMetadata.ts';

/** Events of one kind; `seconds` together, and the shortest and the longest, of a kind that has a duration. */
export interface JfrKind { count: number; seconds: number; least: number; most: number }
export interface JfrSummary {
  kinds: Map<string, JfrKind>;
  /** Time from the first start to the last end of the read chunks. */
  seconds: number;
  startSeconds: number;
  /** False if the file goes on after what was read. */
  isWhole: boolean;
}

/** Returns what the chunks in these bytes hold; null if none can be read, as of another version. */
export function readJfr(bytes: Uint8Array, isCut: boolean): JfrSummary | null {
  const kinds = new Map<string, JfrKind>();
  const { chunks, gaps } = jfrChunks(bytes, true);
  let [start, end, isWhole] = [Infinity, 0, !isCut && gaps.length === 0];
  for (const chunk of chunks) {
    const from = Number(chunk.startNanos) / 1e9;
    start = Math.min(start, from);
    end = Math.max(end, from + Number(chunk.durationNanos) / 1e9);
    if (chunk.end > bytes.length) isWhole = false;
    try {
      countEvents(bytes, chunk, (type, at, to) => {
        if (!type.name.includes('.')) return;
        const own = kinds.get(type.name) ?? { count: 0, seconds: 0, least: Infinity, most: 0 };
        kinds.set(type.name, own);
        own.count += 1;
        if (!hasDuration(type) || chunk.ticksPerSecond <= 0) return;
        const values = new JfrBytes(bytes, at, to);
        values.int();
        const seconds = values.int() / chunk.ticksPerSecond;
        own.seconds += seconds;
        own.least = Math.min(own.least, seconds);
        own.most = Math.max(own.most, seconds);
      });
    } catch (error) {
      if (!(error instanceof JfrError)) throw error;
      isWhole = false;
    }
  }
  return kinds.size === 0 ? null : { kinds, seconds: end - start, startSeconds: start, isWhole };
}

const hasDuration = ({ fields: [first, second] }: JfrType): boolean =>
  first?.name === 'startTime' && second?.name === 'duration';
