/**
 * Shares the memory for series among targets: a target with unbounded names or megabytes of labels must not take it
 * from the others. Sizes are estimated from counts and lengths, and checked against measurements.
 */

export interface MemoryShare {
  /** Memory of all targets together. */
  totalBytes: number;
  /** Memory guaranteed to each target, however much the others use. */
  ownBytes: number;
}

/** Share of the thread's heap of 768 MB; 24 MiB are about 25,000 series with labels of a usual length. */
export const MEMORY_SHARE: MemoryShare = { totalBytes: 400 * 2 ** 20, ownBytes: 24 * 2 ** 20 };
/** A series the parser knows: its entries by text and by key, its labels, its value; without the two texts. */
const PARSED_BYTES = 500;
const STORED_BYTES = 350;
const COPIES = 2;

/** Returns the memory that one target may use while the others use `takenBytes`. */
export function roomBeside(takenBytes: number, { totalBytes, ownBytes }: MemoryShare): number {
  return Math.max(ownBytes, totalBytes - takenBytes);
}

export function parsedBytes(series: number, textLength: number): number {
  return series * PARSED_BYTES + COPIES * textLength;
}

export function storedBytes(key: string): number {
  return STORED_BYTES + COPIES * key.length;
}

/** Returns the maximum samples of a scrape of this length whose series fit; 0 if the text alone does not fit. */
export function samplesWithin(roomBytes: number, textLength: number): number {
  return Math.max(0, Math.floor((roomBytes - COPIES * textLength) / PARSED_BYTES));
}
