/** Says in which calls the goroutines of a Go program wait when all of them do, and where in the program. Pure. */
import { FILE, FRAME, isOfGo, isOwn, RUNTIME, shortName, withoutMarks, type Frame } from './crashPlace.ts';

const DEADLOCK = /all goroutines are asleep - deadlock/;
const HEAD = /^\s{0,8}goroutine (\d{1,12}) (?:gp=\S{1,20} m=\S{1,20} (?:mp=\S{1,20} )?)?\[([^\]\n]{1,100})\]:?\s*$/;
const CREATED = /^\s{0,8}created by /;
/** Methods and functions of sync; several nested ones are one call, of which the outermost is the program's. */
const SYNC = /^(?:internal\/)?sync\.(?:\(\*(\w{1,40})(?:\[[^\]]{0,80}\])?\)\.)?(\w{1,40})(?:\[[^\]]{0,80}\])?$/;
const MAX_LINES = 2000;
const MAX_LINE = 1000;
const MAX_CHARS = 256 * 1024;
const MAX_TOLD = 3;

interface Waiting { id: string; state: string; frames: Frame[] }

/**
 * Describes the waits behind the message that ends at `end`, else those before it: a report may show the stacks first.
 * Null for another crash, and without a goroutine.
 */
export function deadlockFacts(bare: string, { said, end }: { said: string; end: number }): string | null {
  if (!DEADLOCK.test(said)) return null;
  const behind = waitingIn(bare.slice(end, end + MAX_CHARS));
  const all = behind.length > 0 ? behind : waitingIn(bare.slice(Math.max(0, end - said.length - MAX_CHARS),
    end - said.length));
  const [first] = all;
  if (first === undefined) return null;
  const counts = new Map<string, number>();
  for (const one of all) {
    const words = wordsOf(one);
    counts.set(words, (counts.get(words) ?? 0) + (one === first ? 0 : 1));
  }
  const own = wordsOf(first);
  const like = counts.get(own) ?? 0;
  const others = [...counts].filter(([words]) => words !== own).sort(([, a], [, b]) => b - a);
  const told = others.slice(0, MAX_TOLD).map(([words, count]) => `${count} ${words}`);
  const rest = others.slice(MAX_TOLD).reduce((sum, [, count]) => sum + count, 0);
  return `Goroutine ${first.id} waits ${own}${like === 0 ? '' : ` (and ${like} more there)`}${
    told.length === 0 ? '' : `; of the others, ${told.join(', ')}${rest === 0 ? '' : `, and ${rest} elsewhere`}`
  }. No goroutine is left that could end the wait.`;
}

/** Returns the goroutines of one dump, which another message ends. */
function waitingIn(text: string): Waiting[] {
  const all: Waiting[] = [];
  let last: Frame | null = null;
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = withoutMarks(raw.slice(0, MAX_LINE));
    if (/^\s{0,8}(?:fatal error|panic): /.test(line)) break;
    const [, id, state = ''] = HEAD.exec(line) ?? [];
    if (id !== undefined) {
      all.push({ id, state, frames: [] });
      last = null;
      continue;
    }
    const [, folders = '', file, number] = FILE.exec(line) ?? [];
    if (last !== null && file !== undefined) [last.folders, last.place] = [folders, `${file}:${number}`];
    const name = CREATED.test(line) ? undefined : FRAME.exec(line)?.[1];
    last = name === undefined ? null : { name, folders: '', place: null };
    if (last !== null) all.at(-1)?.frames.push(last);
  }
  return all;
}

/** Returns `in WaitGroup.Wait at a.go:17 (main.main)`: the call, and the first frame of the program below it. */
function wordsOf({ state, frames }: Waiting): string {
  const outside = frames.filter(({ name }) => !RUNTIME.test(name));
  const place = outside.find(isOwn) ?? outside.find(({ name }) => !isOfGo(name));
  const where = place === undefined ? '' : place.place === null ? `, called by ${shortName(place.name)}`
    : ` at ${place.place} (${shortName(place.name)})`;
  return `in ${callOf(state, outside)}${where}`;
}

function callOf(state: string, outside: readonly Frame[]): string {
  let call: string | null = null;
  for (const { name } of outside) {
    const [, type, method] = SYNC.exec(name) ?? [];
    if (method === undefined) break;
    call = type === undefined ? `sync.${method}` : `${type}.${method}`;
  }
  const [wait = ''] = state.split(',');
  return call ?? (wait.startsWith('semacquire') ? 'a semaphore' : wait.replace(/^sync\.(?=\w{1,40}\.)/, ''));
}
