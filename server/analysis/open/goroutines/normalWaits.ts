/** Says which goroutines do what those of any server do, and whether all of them do. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';

const WRITES_DUMP = /^runtime(?:\/pprof\.writeGoroutineStacks|\.Stack)\(/m;
const OF_MAIN = /^main\.main\(/m;
/** States in which a goroutine waits for work, for time or for the network. */
const WAITS_FOR_WORK = new RegExp(String.raw`^goroutine \d+ [^[\n]{0,100}\[(?:chan receive|select|IO wait|sleep`
  + String.raw`|sync\.Cond\.Wait|finalizer wait|(?:force gc|GC worker) \(idle\)|GC (?:sweep|scavenge) wait)[,\]]`);
/** A goroutine that waits for others to end, also in the words of older versions of Go. */
const WAITS_FOR_OTHERS = /^goroutine \d+ [^[\n]{0,100}\[(?:semacquire|sync\.WaitGroup\.Wait)[,\]]/;
const WAIT_GROUP = /^sync\.\(\*WaitGroup\)\.Wait\(/m;
/** A thread that C code or the runtime keeps, and the goroutine that waits for signals. */
const IN_SYSCALL = /^goroutine \d+ [^[\n]{0,100}\[syscall[,\]]/;
const OF_SIGNALS = /^os\/signal\.signal_recv\(/m;
const FRAME = /^(?!goroutine |created by )(\S[^\n]{0,1000})\([^()\n]{0,2000}\)[ \t]{0,8}$/gm;
const CREATED = /^created by ([^\n]{1,500}?)(?: in goroutine \d{1,20})?[ \t]{0,8}$/m;
const MINUTES = /^goroutine \d+ [^[\n]{0,100}\[[^\],\n]{1,60}, (\d{1,7}) minutes/;
/** Number of goroutines of a dump that all do ordinary things, and the pile of one place that is none. */
const MAX_GOROUTINES = 500;
const PILE = 50;
const PILE_SHARE = 0.5;
/** Rounding of the minutes of waits that began together. */
const SAME_MINUTES = 1;

const SOUND = 'Nothing wrong shows: none of these goroutines waits for a lock or to send, and none pile up. ';

interface NormalWaits {
  lead: string;
  rest: string;
  /** What replaces the longest wait if it is that of the process; null if it is not. */
  age: string | null;
}

const namesOf = (stack: string): string[] => [...stack.matchAll(FRAME)].map(([, name = '']) => name);

const isOrdinary = (stack: string): boolean => WAITS_FOR_WORK.test(stack)
  || (WAITS_FOR_OTHERS.test(stack) && WAIT_GROUP.test(stack))
  || (IN_SYSCALL.test(stack)
    && (OF_SIGNALS.test(stack) || namesOf(stack).every((name) => name.startsWith('runtime.'))));

/** `stacks`: the goroutines of a dump, with their headers. Returns nothing for very many, and for those of a crash. */
export function normalWaits(stacks: readonly string[]): NormalWaits {
  const age = ageWords(stacks);
  const writer = stacks.find((stack) => WRITES_DUMP.test(stack));
  if (writer === undefined || stacks.length < 2 || stacks.length > MAX_GOROUTINES) return { lead: '', rest: '', age };
  const others = stacks.filter((stack) => stack !== writer);
  const isQuiet = others.every(isOrdinary) && !hasPile(others);
  const hasMain = isQuiet && others.some((stack) => OF_MAIN.test(stack));
  const grouped = others.find((stack) => WAITS_FOR_OTHERS.test(stack) && WAIT_GROUP.test(stack));
  const state = /\[([^\],]{1,60})/.exec(grouped ?? '')?.[1] ?? '';
  return {
    lead: isQuiet ? SOUND : '',
    rest: ` The one in "running" writes this dump.${
      isQuiet && grouped !== undefined ? ` Who waits in sync.WaitGroup.Wait ("${state}") waits for other goroutines to `
        + 'end, not for a lock.' : ''}${
      hasMain ? ' The main goroutine of a server waits like this until the server ends.' : ''}`,
    age,
  };
}

/** Whether most of many goroutines stand at one place. */
function hasPile(stacks: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const stack of stacks) {
    const place = `${namesOf(stack).slice(0, 3).join(' ')} ${CREATED.exec(stack)?.[1] ?? ''}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return most >= PILE && most >= PILE_SHARE * stacks.length;
}

/** Says that the longest waits began with the process; null if the main goroutine is not among them. */
function ageWords(stacks: readonly string[]): string | null {
  const waits = stacks.flatMap((stack) => {
    const minutes = MINUTES.exec(stack)?.[1];
    return minutes === undefined ? [] : [{ stack, minutes: Number(minutes) }];
  });
  const longest = waits.reduce((most, { minutes }) => Math.max(most, minutes), 0);
  const all = waits.filter(({ minutes }) => longest - minutes <= SAME_MINUTES);
  return all.length < 2 || longest <= SAME_MINUTES || !all.some(({ stack }) => OF_MAIN.test(stack)) ? null
    : ` The longest waits are equal, ${formatSeconds(longest * 60)} in ${all.length} goroutines with the main one `
      + 'among them: that is about the age of the process, not a hang.';
}
