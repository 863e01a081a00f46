/** Says that a crash is of the Go runtime itself: its stack has no code of the program. Pure; bounded. */

/** Errors of the runtime that the program, its memory or a lock of its own causes, or that have their own sentences. */
const OF_PROGRAM = new RegExp([
  /deadlock|concurrent map|out of memory|cannot allocate|stack (?:overflow|exceeds|size)|unlock of unlocked|newosproc/,
  /unexpected signal|fault\b|checkptr|cgo|too many (?:open|address)|pthread_create|thread limit|thread exhaustion/,
].map(({ source }) => source).join('|'), 'i');
const MAX_CHARS = 4000;
const MAX_LINES = 40;
/** A supervisor may put its time before each line. */
const BEFORE = String.raw`^(?:\S{8,40} )?[ \t>]{0,8}`;
const FRAME = new RegExp(String.raw`${BEFORE}((?:[\w.\-/]{1,200}\.)?[\w.()*]{1,120})\((?:0x|\.\.\.|\)|\?|\{)`);
const FILE = new RegExp(String.raw`${BEFORE}\S{0,300}?([\w.-]{1,80}\.(?:go|s):\d{1,7})(?: |$)`);
const STACK = new RegExp(String.raw`${BEFORE}runtime stack:`);
const GOROUTINE = new RegExp(String.raw`${BEFORE}goroutine \d`);
const OF_RUNTIME = /^(?:internal\/)?runtime[./]/;
/** Functions with which the runtime ends the process. */
const ENDS = /^runtime\.(?:throw|fatalthrow|fatal|systemstack|dopanic\w*)(?:\.func\d{1,3}){0,3}$/;

interface Frame { name: string; place: string | null }

/** Describes the frames behind a fatal error that ends at `end`; null if other code than the runtime is in them. */
export function runtimeFault(bare: string, { said, end }: { said: string; end: number }): string | null {
  if (!said.startsWith('fatal error: ') || OF_PROGRAM.test(said)) return null;
  const frames = framesIn(bare.slice(end, end + MAX_CHARS));
  const [at, caller] = frames.filter(({ name }) => !ENDS.test(name));
  if (at === undefined || !frames.every(({ name }) => OF_RUNTIME.test(name))) return null;
  const short = ({ name }: Frame): string => name.replace(/^.*runtime\./, '');
  const by = caller === undefined ? '' : `, called by ${short(caller)}`;
  const where = at.place === null ? '' : ` (${at.place})`;
  return `Go’s runtime found its own state broken, in ${short(at)}${by}${where}; no code of the program is in that `
    + 'stack. Such an error comes from a fault of that Go version, from unsafe code or cgo that damaged memory, or '
    + 'from the kernel or the hardware.';
}

/** Returns the frames of the stack of the runtime, up to the first goroutine; none without such a stack. */
function framesIn(text: string): Frame[] {
  const frames: Frame[] = [];
  let isStack = false;
  for (const line of text.split('\n', MAX_LINES)) {
    if (STACK.test(line)) isStack = true;
    else if (isStack && GOROUTINE.test(line)) break;
    const name = isStack ? FRAME.exec(line)?.[1] : undefined;
    const place = isStack ? FILE.exec(line)?.[1] : undefined;
    const last = frames.at(-1);
    if (place !== undefined && last !== undefined) last.place ??= place;
    else if (name !== undefined) frames.push({ name, place: null });
  }
  return frames;
}
