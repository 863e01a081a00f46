/**
 * How the memory for series is shared among targets: a target that invents names, or gives megabytes of labels, must
 * not take it from those beside it. What is counted is estimated from counts and lengths; measured, a series takes
 * about that.
 */

export interface MemoryShare {
  /** Of all targets together. */
  totalBytes: number;
  /** Each target's, whatever the others take. */
  ownBytes: number;
}

/** Of the thread's heap of 768 MB; 24 MiB are some 25,000 series with labels of a usual length. */
export const MEMORY_SHARE: MemoryShare = { totalBytes: 400 * 2 ** 20, ownBytes: 24 * 2 ** 20 };
/**
 * A series the parser knows: its entry by text and by key, its labels, its value. Texts come on top, the line's and the
 * key's.
 */
const PARSED_BYTES = 500;
const STORED_BYTES = 350;
const COPIES = 2;

/** What one target may take beside others that take so much. */
export function roomBeside(takenBytes: number, { totalBytes, ownBytes }: MemoryShare): number {
  return Math.max(ownBytes, totalBytes - takenBytes);
}

export function parsedBytes(series: number, textLength: number): number {
  return series * PARSED_BYTES + COPIES * textLength;
}

export function storedBytes(key: string): number {
  return STORED_BYTES + COPIES * key.length;
}

/** How many samples an answer of this length may hold, so that its series find room; 0 when the text alone does not. */
export function samplesWithin(roomBytes: number, textLength: number): number {
  return Math.max(0, Math.floor((roomBytes - COPIES * textLength) / PARSED_BYTES));
}
