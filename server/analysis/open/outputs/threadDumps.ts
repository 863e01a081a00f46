/** Recognizes thread stacks of debuggers (gdb, lldb, Delve, pstack, eu-stack) and says where the threads are. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Format } from '../look/format.ts';
import { abortedIn } from '../logs/crashes/userFrames.ts';
import { counted, mostFrequent, named, type Named } from '../look/named.ts';

const MAX_THREADS = 10_000;
/** Functions in which a thread is idle or waits for another. */
const WAITS = new RegExp([
  /^runtime\.(?:futex|usleep|notesleep|semasleep|epollwait|epollpwait|netpoll|kevent|stopm|gopark)\b/,
  /^(?:internal\/runtime|runtime\/internal)\/syscall\./,
  /^(?:__)?(?:ppoll|poll|select|pselect|nanosleep|psynch_cvwait|futex_abstimed|semwait_signal)/,
  /epoll_p?wait|futex_wait|pthread_cond_(?:timed)?wait|mach_msg|clock_nanosleep/,
].map(({ source }) => source).join('|'));
const GDB_FRAME = /^[ \t]*#0\s+(?:0x[0-9a-f]{4,16} in )?(\S.{0,300}?) ?(?:\(|$)/gm;
const LLDB_FRAME = new RegExp(String.raw`^[ \t]*\*? ?frame #0: (?:0x[0-9a-f]{4,16} )?(?:[^\x60\n]{1,200}\x60)?`
  + String.raw`(\S.{0,300}?)(?: \+ \d+| at \S+|\(|$)`, 'gm');
const GDB = new RegExp([
  // Not `Thread 12 (active): "MainThread"` of py-spy.
  /^Thread \d+ \((?!active\b|idle\b)/, /^TID \d+:\s*$/,
  /^#0 +0x[0-9a-f]{4,16} in \S/, /^[ \t]*#0 +\S.{0,300}\((?:\w+=.{0,300})?\) at \S/,
].map(({ source }) => source).join('|'), 'm');
const DLV_THREAD = /^[ \t]*\*?[ \t]*Thread \d+ at \S{1,40}(?: \S{1,500}:\d+)? (\S{1,300})$/gm;
const DLV_GOROUTINE = /^[ \t]*\*?[ \t]*Goroutine \d+ - (?:User|Start|Go|Runtime): \S{1,500}:\d+ (\S{1,300})/gm;

const MOMENT = 'A dump shows one moment: take three some seconds apart, or record perf record -g -p PID, then perf '
  + 'script.';

const ROWS: readonly Named[] = [
  {
    id: 'delve', name: 'a list of threads or goroutines of Delve', program: 'Delve',
    pattern: /^[ \t]*\*?[ \t]*(?:Thread \d+ at \S{1,40} \S|Goroutine \d+ - (?:User|Start|Go|Runtime): \S)/m,
    fact: (text) => (fits(/Goroutine \d+ - /, text) ? whereFacts(text, DLV_GOROUTINE, 'goroutine')
      : whereFacts(text, DLV_THREAD, 'thread')),
    remedy: 'With stacks, open SIGQUIT’s output (kill -QUIT PID, in the log) or /debug/pprof/goroutine?debug=2.',
  },
  {
    id: 'lldb', name: 'a backtrace of lldb', program: 'lldb',
    pattern: /^[ \t]*\*? ?frame #\d+: (?:0x[0-9a-f]{4,16} )?\S/m,
    fact: (text) => whereFacts(text, LLDB_FRAME, 'thread'), remedy: MOMENT,
  },
  {
    id: 'gdb', name: 'a backtrace of gdb', program: 'gdb', pattern: GDB,
    fact: (text) => {
      const own = abortedIn(text);
      const where = whereFacts(text, GDB_FRAME, 'thread');
      return own === null ? where : `It ended itself, as after an exception or a failed check, in ${own.name}${
        own.place === '' ? '' : ` (${own.place})`}.${where === null ? '' : ` ${where.replace(IDLE_WORDS, '')}`}`;
    },
    remedy: MOMENT,
  },
];

/** A thread that ends the program does not wait. */
const IDLE_WORDS = / (?:It waits|All of them wait): [^\n]{1,100}$/;

export const THREAD_DUMPS: readonly Format[] = ROWS.map(named);

/** Returns the functions that threads are in, and how many threads wait. */
function whereFacts(text: string, pattern: RegExp, word: string): string | null {
  const names: string[] = [];
  for (const [, name = ''] of text.matchAll(pattern)) {
    if (names.length >= MAX_THREADS) break;
    names.push(name.trim());
  }
  if (names.length === 0) return null;
  const waiting = names.filter((name) => WAITS.test(name)).length;
  const idle = waiting === 0 ? ''
    : waiting === names.length ? `${names.length === 1 ? ' It waits' : ' All of them wait'}: it is not busy there.`
      : ` ${waiting.toLocaleString('en-US')} of them wait.`;
  const where = names.length === 1 ? `, in ${names[0]}` : `: ${mostFrequent(names)}`;
  return `It has ${counted(names.length, word)}${where}.${idle}`;
}
