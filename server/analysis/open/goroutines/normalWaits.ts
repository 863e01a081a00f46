/** Says which goroutines of a few do what those of any server do: the one that writes the dump, and main. Pure. */

const WRITES_DUMP = /^runtime(?:\/pprof\.writeGoroutineStacks|\.Stack)\(/m;
const OF_MAIN = /^main\.main\(/m;
/** States in which a goroutine waits for work, for time or for the network. */
const WAITS_FOR_WORK = /^goroutine \d+ [^[\n]{0,100}\[(?:chan receive|select|IO wait|sleep|sync\.Cond\.Wait)[,\]]/;

interface Dumped { stacks: readonly string[]; longest: string; wait: string }

/**
 * `wait`: what is told of the longest wait, whose stack is `longest`. Returns what to tell instead if it is that of the
 * main goroutine, and if nothing in the dump waits for a lock or a receiver.
 */
export function normalWaits({ stacks, longest, wait }: Dumped): string {
  const writer = stacks.find((stack) => WRITES_DUMP.test(stack));
  const isQuiet = stacks.length > 1
    && stacks.every((stack) => stack === writer || WAITS_FOR_WORK.test(stack));
  const main = wait === '' || stacks.length < 2 || !OF_MAIN.test(longest) ? wait
    : `${wait.replace(/\.$/, '')}: it is the main goroutine, which in a server waits until that ends.`;
  return [
    ...writer === undefined ? [] : [' The one in "running" writes this dump.'],
    ...isQuiet && writer !== undefined ? [' None of the others waits for a lock or to send: in these goroutines '
      + 'nothing is stuck.'] : [],
    main,
  ].join('');
}
