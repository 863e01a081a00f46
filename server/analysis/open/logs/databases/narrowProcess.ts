/** Says by the numbers of its stack that a crash in the head chunks is of a 32-bit process. Pure; bounded. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';

const CRASH = /(?:^|[\s"|>\]:])(?:panic: |fatal error: )/m;
const OF_HEAD_CHUNKS = /\bchunks\.\(\*ChunkDiskMapper\)\.\w{1,60}\(/;
const NUMBER = String.raw`(?:0x[0-9a-f]{1,16}|\.\.\.)`;
/** The arguments of a function in a stack. */
const ARGUMENTS = new RegExp(String.raw`^[ \t]{0,8}[\w./()*-]{3,300}\((${NUMBER}(?:, ${NUMBER}){0,20})\)`, 'gm');
const MAX_CHARS = 64 * 1024;
const DIGITS = 8;
/** With fewer numbers, one of 64 bits may only be missing. */
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
      + 'memory", and run a 64-bit system and build. Each start reads the same WAL; to start again, move the folder '
      + 'chunks_head elsewhere (its samples come from the WAL), and keep the blocks.';
}
