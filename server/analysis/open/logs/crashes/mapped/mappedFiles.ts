/** Reports which mapped file a program read when it got SIGBUS, by the functions of its stack. Pure; bounded. */

const ANALYZE = 'run promtool tsdb analyze on each block: move the one aside on which it crashes or fails';

/** Functions that read a mapped file, what it is, and how it is checked; the innermost in the stack is reported. */
const READERS: readonly (readonly [functions: RegExp, file: string, step: string])[] = [
  [/\btsm1\.\(\*(?:mmapAccessor|TSMReader|BlockIterator|indirectIndex|KeyCursor)\)/, 'a TSM file', 'check the TSM '
    + 'files with influx_inspect verify (influxd inspect verify-tsm since 2.0), and restore or move aside the one that '
    + 'it names'],
  [/\btsi1\.\(\*/, 'a file of the TSI index', 'rebuild the index with influx_inspect buildtsi while influxd is '
    + 'stopped'],
  [/\btsdb\.\(\*Series(?:File|Index|Segment|Partition)\)/, 'the series file', 'check it with influx_inspect '
    + 'verify-seriesfile while influxd is stopped'],
  [/\bchunks\.\(\*ChunkDiskMapper\)/, 'a file of chunks_head', 'look at the size of its files'],
  [/\btsdb\/chunks\.(?:\(\*Reader\)|realByteSlice)/, 'a file of chunks of a block', ANALYZE],
  [/\btsdb\/index\.(?:\(\*Reader\)|newReader|realByteSlice)/, 'the index of a block', ANALYZE],
  [/\b(?:bbolt|bolt)\.\(\*(?:Cursor|Bucket|DB|Tx|page|node)\)/, 'a bbolt file', 'check a copy of it with bbolt check'],
  [/\blib\/fs\.\(\*ReaderAt\)\.MustReadAt\b/, 'a file of a part', 'restore that part, or move it aside'],
];
/** The meaning of SIGBUS if the stack shows no such function. */
export const ANY_FILE = 'SIGBUS means that a mapped file could not be accessed: an error of the disk (see dmesg), a '
  + 'full disk, a network file system, or a file that something else cut.';
const MAX_STACK = 8000;
const END = /\n\s{0,8}goroutine \d{1,12} /g;

/** The function that makes the file of the active queries at each start of Prometheus. */
const QUERIES = /\bpromql\.NewActiveQueryTracker\b/;
/** The meaning of a fault in that file, by its stack alone. */
export const OF_QUERIES = 'It crashed while it made the file of its active queries (queries.active in the data '
  + 'folder), as Prometheus does on a full disk. It gives that file its size at each start, and the first write to it '
  + 'finds no space: see df and df -i of that volume, free space or enlarge it, then start it again; with space left, '
  + 'see dmesg, and whether that is a file system of a network.';

/** Returns what a fault in the file of the active queries means, by the stack behind `from`; null for other faults. */
export const queriesFile = (text: string, from: number): string | null =>
  (QUERIES.test(stackBehind(text, from)) ? OF_QUERIES : null);

/** Returns the stack behind a message: of the runtime and of the goroutine that crashed. */
function stackBehind(text: string, from: number): string {
  const stack = text.slice(from, from + MAX_STACK);
  const [, second] = [...stack.matchAll(END)];
  return second === undefined ? stack : stack.slice(0, second.index);
}

/** Returns what SIGBUS means for the file that the stack behind `from` reads; null if it shows no such file. */
export function mappedFile(text: string, from: number): string | null {
  const stack = stackBehind(text, from);
  const [first] = READERS.flatMap(([functions, file, step]) => {
    const at = functions.exec(stack)?.index;
    return at === undefined ? [] : [{ at, file, step }];
  }).sort((a, b) => a.at - b.at);
  return first === undefined ? null
    : `SIGBUS means that a mapped file could not be accessed, here ${first.file} that was being read: the disk or `
      + 'volume returned an error, or the file is shorter than when it was opened. See dmesg for I/O errors of the '
      + `disk; then ${first.step}.`;
}
