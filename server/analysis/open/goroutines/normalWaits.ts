/** Says which goroutines of a few do what those of any server do: the one that writes the dump, and main. Pure. */

const WRITES_DUMP = /^runtime(?:\/pprof\.writeGoroutineStacks|\.Stack)\(/m;
const OF_MAIN = /^main\.main\(/m;
/** States in which a goroutine waits for work, for time or for the network. */
const WAITS_FOR_WORK = /^goroutine \d+ [^[\n]{0,100}\[(?:chan receive|select|IO wait|sleep|sync\.Cond\.Wait)[,\]]/;
const MAX_GOROUTINES = 10;

interface NormalWaits { lead: string; rest: string }

/** `stacks`: the goroutines of a dump, each with its header. Returns nothing for many, and for those of a crash. */
export function normalWaits(stacks: readonly string[]): NormalWaits {
  const writer = stacks.find((stack) => WRITES_DUMP.test(stack));
  if (writer === undefined || stacks.length < 2 || stacks.length >= MAX_GOROUTINES) return { lead: '', rest: '' };
  const others = stacks.filter((stack) => stack !== writer);
  const isQuiet = others.every((stack) => WAITS_FOR_WORK.test(stack));
  const hasMain = isQuiet && others.some((stack) => OF_MAIN.test(stack));
  return {
    lead: isQuiet ? 'None of these goroutines waits for a lock or to send: nothing is stuck in them. ' : '',
    rest: ` The one in "running" writes this dump.${
      hasMain ? ' The main goroutine of a server waits like this until the server ends.' : ''}`,
  };
}
