/** Says by the numbers of its stack that a crash in the head chunks is of a 32-bit process. Pure; bounded. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';

const CRASH = /(?:^|[\s"|>\]:])(?:panic: |fatal error: )/m;
const OF_HEAD_CHUNKS = /\bchunks\.\(\*ChunkDiskMapper\)\.\w{1,60}\(/;
const NUMBER = String.raw`(?:0x[0-9a-f]{1,16}|\.\.\.)`;
/** The arguments of a function in a stack. */
const ARGUMENTS = new RegExp(String.raw`^[ \t]{0,8}[\w./()*-]{3,300}\((${NUMBER}(?:, ${NUMBER}){0,20})\)`, 'gm');
const MAX_CHARS = 64 * 1024;
const DIGITS = 8;
/** Minimum count of numbers, as one of 64 bits may be missing among fewer. */
const MIN_NUMBERS = 10;

/** Returns what limits such a process, and how it starts again; null for others. */
export function narrowProcess(bare: string): string | null {
  const from = OF_HEAD_CHUNKS.exec(bare)?.index ?? -1;
  if (from < 0 || !fits(CRASH, bare)) return null;
  const numbers = [...bare.slice(from, from + MAX_CHARS).matchAll(ARGUMENTS)]
    .flatMap(([, list = '']) => list.split(', ')).filter((one) => one.startsWith('0x')).map((one) => one.slice(2));
  const longest = Math.max(0, ...numbers.map(({ length }) => length));
  return numbers.length < MIN_NUMBERS || longest !== DIGITS ? null
    : 'The numbers of its stack have at most 8 hexadecimal digits, as those of a 32-bit process, which can map at most '
      + '4 GiB of files, so that a file of the head chunks may not have been mapped: look above for "cannot allocate '
      + `memory", and run a 64-bit system and build.${leftSegments(bare)} Each start reads the same WAL; to start `
      + 'again, move the folder chunks_head elsewhere (its samples come from the WAL), and if it crashes again the '
      + 'folder wal, too (the samples since the last block are missing then); keep the blocks.';
}

const LOADED = /\bWAL segment loaded"? segment=(\d{1,9}) maxSegment=(\d{1,9})/g;
/** Minimum number of segments that two hours of a small server do not write. */
const MANY_SEGMENTS = 100;

/** Says that many segments are left to read, as when no block could be written for long. */
function leftSegments(bare: string): string {
  const [, at = '', max = ''] = [...bare.matchAll(LOADED)].at(-1) ?? [];
  const left = Number(max) - Number(at);
  return at === '' || left < MANY_SEGMENTS ? ''
    : ` ${left} WAL segments of up to 128 MiB are left to read, as where no block could be written for long.`;
}

/** The meaning of a nil pointer in any program, which is a consequence here. */
const OF_CODE = / ?An error in the code of the program: look for a newer version, and report it with the whole stack\./;

/** Returns facts without the step for an error in the code, if the limits of a narrow process explain the crash. */
export const withoutCode = (facts: string | null, narrow: string | null): string | null =>
  (narrow === null ? facts : facts?.replace(OF_CODE, '') ?? null);
