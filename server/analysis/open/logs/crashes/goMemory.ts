/** Says which allocation failed when a Go program ran out of memory. Pure. */
import { formatBytes } from '../../../../../core/text/format.ts';

const OF_MEMORY = /out of memory|cannot allocate memory/;
/** The line that Go prints before `fatal error: out of memory`; its second number is the heap obtained until then. */
const BLOCK = /\bruntime: out of memory: cannot allocate (\d{1,18})-byte block \((\d{1,18}) in use\)/;
/** Windows and Plan 9 name the call instead. */
const VIRTUAL = /\bruntime: VirtualAlloc of (\d{1,18}) bytes failed with errno=(\d{1,6})/;
/** Code of the runtime for processors with addresses of 32 bits. */
const SMALL = /\b(?:asm|sys_linux|memmove|rt0_\w{1,20})_(arm|386|mips|mipsle|mipsx)\.s:\d/;
/** Minimum of an amount that may not fit in the address space. */
const LARGE_BYTES = 2 ** 28;
const COMMIT_LIMIT = '1455';

/** `said`: the message of the crash. Null for another crash, and where the size is not in the text. */
export function allocationFacts(bare: string, said: string): string | null {
  if (!OF_MEMORY.test(said)) return null;
  const [, block, used] = BLOCK.exec(bare) ?? [];
  if (block === undefined || used === undefined) {
    const [, size, errno] = VIRTUAL.exec(bare) ?? [];
    return size === undefined ? null : `One allocation of ${formatBytes(Number(size))} failed${
      errno === COMMIT_LIMIT ? ': Windows had no memory left to commit' : ` (errno ${errno})`}.`;
  }
  const [size, inUse] = [Number(block), Number(used)];
  const processor = SMALL.exec(bare)?.[1];
  const small = processor === undefined || size + inUse < LARGE_BYTES ? ''
    : ` It is a 32-bit build (${processor}), whose whole address space is at most 4 GiB.`;
  const sudden = size > inUse ? ': memory did not fill up slowly, this one block was asked for at once' : '';
  return `One allocation of ${formatBytes(size)} failed, with ${formatBytes(inUse)} in use${sudden}.${small}`;
}
