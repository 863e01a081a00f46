/** Finds the chunks of a Java Flight Recorder file; each describes itself, so that a damaged one costs only itself. */

export interface JfrChunk {
  at: number;
  end: number;
  /** Offset of its metadata in the file. */
  metadata: number;
  startNanos: bigint;
  durationNanos: bigint;
  startTicks: number;
  ticksPerSecond: number;
}

/** A part of the file that is no readable chunk; `reason` fits in the middle of a sentence. */
export interface JfrGap { at: number; reason: string; isCut: boolean }

export const JFR_HEADER = 68;
/** Magic and major version; those before have another format. */
const MAGIC = [0x46, 0x4c, 0x52, 0, 0, 2] as const;
/** Bit of the header for integers of variable length, which all writers of version 2 set. */
const COMPRESSED = 1;
/** Number of gaps from which the rest of a file is not searched for another chunk. */
const MAX_GAPS = 100;

/** Returns whether bytes begin with the magic of any version. */
export const isJfr = (bytes: Uint8Array): boolean => MAGIC.slice(0, 4).every((byte, i) => bytes[i] === byte);

/** Returns the chunks of a file; with `isBeginning`, also the last one of which only the beginning is there. */
export function jfrChunks(bytes: Uint8Array, isBeginning = false): { chunks: JfrChunk[]; gaps: JfrGap[] } {
  const chunks: JfrChunk[] = [];
  const gaps: JfrGap[] = [];
  let at = 0;
  while (at < bytes.length && gaps.length < MAX_GAPS) {
    const found = withinItself(bytes, chunkAt(bytes, at, isBeginning));
    if ('reason' in found) {
      gaps.push(found);
      at = nextMagic(bytes, at + 1);
    } else {
      chunks.push(found);
      at = found.end;
    }
  }
  return { chunks, gaps };
}

/** Returns a gap for a chunk that is followed by none, and has another one within it: bytes of it are missing. */
function withinItself(bytes: Uint8Array, found: JfrChunk | JfrGap): JfrChunk | JfrGap {
  if ('reason' in found || found.end >= bytes.length || isJfr(bytes.subarray(found.end, found.end + 4))) return found;
  return nextMagic(bytes, found.at + 1) < found.end
    ? { at: found.at, reason: 'another chunk begins before the chunk ends', isCut: true } : found;
}

function nextMagic(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MAGIC[0], from); at >= 0; at = bytes.indexOf(MAGIC[0], at + 1))
    if (MAGIC.every((byte, i) => bytes[at + i] === byte)) return at;
  return bytes.length;
}

function chunkAt(bytes: Uint8Array, at: number, isBeginning: boolean): JfrChunk | JfrGap {
  const gap = (reason: string, isCut = false): JfrGap => ({ at, reason, isCut });
  if (at + JFR_HEADER > bytes.length) return gap('the file ends within the header of the chunk', true);
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, JFR_HEADER);
  if (!isJfr(bytes.subarray(at, at + 4))) return gap('no chunk begins there');
  const major = view.getUint16(4);
  if (major !== 2) return gap(`the version is ${major}.${view.getUint16(6)}, and only version 2 is read`);
  if ((view.getUint32(64) & COMPRESSED) === 0) return gap('the integers of the chunk are not compressed');
  const size = Number(view.getBigUint64(8));
  const metadata = Number(view.getBigUint64(24));
  // Writers fill both in when they finish a chunk.
  if (size < JFR_HEADER || metadata === 0)
    return gap('the chunk is not finished, as that of a recording that still runs');
  if (at + size > bytes.length && !isBeginning) return gap('the file ends before the chunk does', true);
  if (metadata < JFR_HEADER || metadata >= size) return gap('the metadata are not within the chunk');
  return {
    at, end: at + size, metadata: at + metadata,
    startNanos: view.getBigUint64(32), durationNanos: view.getBigUint64(40), startTicks: Number(view.getBigUint64(48)),
    ticksPerSecond: Number(view.getBigUint64(56)),
  };
}
