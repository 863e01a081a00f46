/** Facts on the output of macOS's sample: what is not waiting, and which threads a cut text lacks. Pure. */
import { joined } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';

const TOP_OF_STACK = /^Sort by top of stack[^\n]{0,200}\n((?:[ \t]{1,40}\S[^\n]{0,500}(?:\n|$)){1,500})/m;
const TOP_ROW = /^[ \t]{1,40}(\S.{0,300}?) {2}\(in [^)\n]{1,200}\) {1,80}(\d{1,12})\s*$/gm;
/** System calls in which a thread of macOS waits. */
const MACOS_WAIT = new RegExp(String.raw`^(?:runtime\.)?(?:_*(?:psynch|workq_kernreturn|semwait|select|sigwait|ulock)`
  + String.raw`|mach_msg|kevent|semaphore_\w{0,20}wait|poll)`);
/** `    825 Thread_15758523   DispatchQueue_1: com.apple.main-thread  (serial)`. */
const THREAD = /^ {1,12}(\d{1,12}) (Thread_\S{1,100}[^\n]{0,300})$/gm;
const JOIN = /^[ +!:|]{1,4000}(\d{1,12}) _?pthread_join {2}/m;
/** The sections after the call graph in a complete text. */
const BEHIND_GRAPH = /^(?:Total number in stack|Sort by top of stack|Binary Images:)/m;

/** Returns what most samples are in, waiting aside, and what a cut text lacks; null if there is nothing to say. */
export function macosSampleFacts({ text }: Look): string | null {
  const every = /^Analysis of sampling (.{1,100}?) \(pid \d{1,10}\) every (\d{1,9} \w{1,20})/m.exec(text);
  const rows = [...(TOP_OF_STACK.exec(text)?.[1] ?? '').matchAll(TOP_ROW)]
    .map(([, name = '', count]) => ({ name, count: Number(count) }));
  const busy = rows.find(({ name }) => !MACOS_WAIT.test(name));
  return joined([
    every === null ? null : `It samples ${every[1]} every ${every[2]}.`,
    busy === undefined ? null
      : `Of the samples that do not wait, most are in ${busy.name}: ${busy.count.toLocaleString('en-US')}.`,
    threadFacts(text),
  ]);
}

/** Says that a text has one thread only, and that this one waits for others; null for a whole text. */
function threadFacts(text: string): string | null {
  const [only, ...others] = text.matchAll(THREAD);
  if (only === undefined || others.length > 0 || BEHIND_GRAPH.test(text)) return null;
  const [, samples, name = ''] = only;
  const thread = name.includes('com.apple.main-thread') ? 'the main thread' : 'one thread';
  return JOIN.exec(text)?.[1] === samples
    ? `Only ${thread} is in the text, and it waits for another thread to end (pthread_join): the work is in threads `
      + 'that are not in the text. Open the whole output.'
    : `Only ${thread} is in the text, which ends within the call graph: other threads may be missing.`;
}
