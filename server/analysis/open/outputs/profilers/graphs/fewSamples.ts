/** Says of which processes the samples of collapsed stacks are, if they are too few, and how to record more. Pure. */
import type { Look } from '../../../look/look.ts';

const STACK = /^(?:\[[ \d]{1,4}\] )?([^;\s][^;]{0,200});[^\n]{0,20000} (\d{1,9})\s*$/;
/** A process as tools print it at the root: `java-?`, `java-1234/1240`, `java`. */
const PROCESS = /^([A-Za-z][\w.+:-]{0,60}?)(?:-(?:\?|\d{1,10})(?:\/(?:\?|\d{1,10}))?)?$/;
/** Programs that record, and the one that recorders wait with. */
const RECORDERS: ReadonlySet<string> = new Set(['perf', 'sleep', 'bpftrace', 'profile', 'py-spy', 'strace', 'dtrace']);
const MAX_LINES = 200;
const FEW = 30;
const MAX_OTHERS = 2;

/** Returns null for enough samples, or if none of them is of what recorded them. */
export function fewSamples({ text, isCut }: Look): string | null {
  const lines = text.split('\n', MAX_LINES + 1).filter((line) => line.trim() !== '');
  if (isCut || lines.length > MAX_LINES) return null;
  const counts = new Map<string, number>();
  let total = 0;
  for (const line of lines) {
    const [, root = '', value] = STACK.exec(line) ?? [];
    const process = PROCESS.exec(root)?.[1];
    if (value === undefined || process === undefined) return null;
    counts.set(process, (counts.get(process) ?? 0) + Number(value));
    total += Number(value);
  }
  const all = [...counts].sort(([, a], [, b]) => b - a);
  const own = all.filter(([name]) => RECORDERS.has(name));
  const others = all.filter(([name]) => !RECORDERS.has(name));
  const sum = own.reduce((most, [, count]) => most + count, 0);
  if (total >= FEW || sum === 0) return null;
  const words = (list: readonly [string, number][]): string =>
    list.map(([name, count]) => `${name} ${count}`).join(', ');
  return `Of the ${total}, ${sum} are of the recording itself (${words(own)})${
    others.length === 0 ? ', and none of another program' : `; of others: ${
      words(others.slice(0, MAX_OTHERS))}`}. Record `
    + 'for longer, and only the program: perf record -g -p PID -- sleep 60.';
}
