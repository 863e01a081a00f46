/** Reads the line of Holmes before a profile that it takes: how many threads or goroutines there were. Pure. */
import { CERTAIN, when, type Format } from '../look/format.ts';

const LINE = new RegExp(String.raw`^(?:\[[^\]\n]{1,60}\]){1,3} ?pprof (thread|goroutine), [^\n]{0,200}previous {0,3}: `
  + String.raw`\[([\d ]{1,400})\], {0,3}current {0,3}: {0,3}(\d{1,9})`);
const NAMES: Readonly<Record<string, string>> = { thread: 'OS threads', goroutine: 'goroutines' };
const many = (value: number): string => value.toLocaleString('en-US');

/** Returns `1,013 OS threads, 8 before.` */
function holmesFacts(head: string): string | null {
  const [, kind = '', before = '', last = ''] = LINE.exec(head) ?? [];
  const current = Number(last);
  const counts = before.trim().split(/ {1,9}/).map(Number);
  // The last count before may be the current one already.
  const earlier = counts.at(-1) === current ? counts.slice(0, -1) : counts;
  const [least, most] = [Math.min(...earlier), Math.max(...earlier)];
  if (earlier.length === 0 || last === '') return null;
  const range = least === most ? many(least) : `${many(least)} to ${many(most)}`;
  return `${many(current)} ${NAMES[kind] ?? ''}, ${range} in the ${
    earlier.length === 1 ? 'count' : `${earlier.length} counts`} before.`;
}

export const HOLMES: Format = {
  id: 'holmes', name: 'a count of Holmes', door: null,
  // With the profile behind it, it is not the matter.
  match: ({ head }) => when(LINE.test(head) && !/\n[ \t]*\S/.test(head), { ...CERTAIN, program: 'Go' }),
  interest: ({ head }) => holmesFacts(head),
  remedy: 'Open the profile that Holmes wrote with it.',
};
