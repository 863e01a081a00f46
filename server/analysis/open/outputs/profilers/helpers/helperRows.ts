/** Names further functions of a table of pprof, and what shows the callers of one that works for these. Pure. */
import { worksForCaller } from '../../../../../../core/profile/helpers.ts';
import { shortName } from '../../../logs/crashes/crashPlace.ts';

/** A row of a table of pprof: self value and share, the same with what it calls, and the function. */
interface Row { flat: string; share: string; cum: string; cumShare: string; name: string }

/** Percent of the total up to which functions are named, least percent of each, and at most how many are. */
const ENOUGH = 80;
const MIN_PERCENT = 10;
const MIN_NEAR = 3;
const MAX_NEXT = 3;
/** Factor from which what a function calls adds much. */
const MUCH_MORE = 1.2;
/** Share of the first function from which the next ones are named. */
const NEAR = 0.5;
/** Percent of the total from which the sum of those named is reported. */
const MUCH_TOLD = 70;
/** Functions of the runtime, which say nothing without their callers. */
const OF_RUNTIME = /^(?:runtime|internal\/runtime|syscall|internal\/poll)[./]/;

const percent = (text: string): number => Number.parseFloat(text);

/** Whether a function copies or allocates for whoever calls it; a file may follow its name. */
export const isHelper = (name: string): boolean => worksForCaller(name) || worksForCaller(name.replace(/ .*$/, ''));

/** Says how to see the callers of a function, which a table does not have. */
export const peekWords = (name: string): string => 'The table has no callers: go tool pprof -peek '
  + `'${(name.replace(/ \S+:\d+$/, '').split('/').at(-1) ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$' shows them.`;

/** Says that a function works for its callers, and what shows these; null for others. */
export const worksWords = (name: string, shows: string): string | null =>
  (isHelper(name) ? `It works for its callers: ${shows}` : null);

/** Functions at the root of all stacks. */
const ROOT = /^(?:runtime\.(?:goexit|main|mcall|mstart\d?|systemstack|rt0_go)|main\.main)\b/;

/** Names a row whose value with what it calls is just that of a helper, so that it probably calls it. */
function callerWords(rows: readonly Row[], { name, cum }: Row): string {
  const caller = rows.find((row) => row.name !== name && row.cum === cum && percent(row.share) === 0
    && row.name !== '' && !ROOT.test(row.name));
  return `works for its callers${caller === undefined ? ''
    : `; ${shortName(caller.name)} has as much with what it calls`}`;
}

/**
 * Returns the next functions by self value until most is named; null without any. Rows of the runtime say nothing
 * without their callers: that larger ones are skipped is said. `said`: what is reported already.
 */
export function nextRows(rows: readonly Row[], most: Row, said: string): string | null {
  let told = percent(most.share);
  const next: Row[] = [];
  const ordered = rows.filter((row) => row !== most && row.name !== '')
    .toSorted((a, b) => percent(b.share) - percent(a.share));
  for (const row of ordered.filter(({ name }) => !OF_RUNTIME.test(name))) {
    const share = percent(row.share);
    const isNear = share >= NEAR * percent(most.share) && share >= MIN_NEAR;
    if (next.length >= MAX_NEXT || !(isNear || (told < ENOUGH && share >= MIN_PERCENT))) break;
    told += share;
    if (!said.includes(shortName(row.name))) next.push(row);
  }
  const last = next.at(-1);
  if (last === undefined) return null;
  const isSkipped = ordered.some(({ name, share }) => OF_RUNTIME.test(name) && percent(share) > percent(last.share));
  const words = next.map((row) => {
    const { name, flat, share, cum, cumShare } = row;
    const more = percent(cumShare) < MUCH_MORE * percent(share) ? '' : `; ${cum}, ${cumShare}, with what it calls`;
    return `${shortName(name)} ${flat} (${share}${more}${isHelper(name) ? `; ${callerWords(rows, row)}` : ''})`;
  });
  return `Next by self value${isSkipped ? ', without the runtime and system calls' : ''}: ${words.join(', ')}${
    told < MUCH_TOLD || told > 100.5 ? '' : `; with those before, ${Number(told.toPrecision(3))} %`}.`;
}

/** A value of time. */
const OF_TIME = /^[\d.]+(?:[nu\u00b5m]?s|mins|hrs)$/;
const MALLOC = /^runtime\.mallocgc(?: |$)/;

/** Says what allocation takes of CPU time, if much; null for other tables. `within`: what is not its own of that. */
export function allocationWords(rows: readonly Row[], most: Row, within = ''): string | null {
  const row = rows.find(({ name }) => MALLOC.test(name));
  return row === undefined || row === most || !OF_TIME.test(row.cum) || percent(row.cumShare) < MIN_PERCENT
    ? null : `Allocation (runtime.mallocgc with what it calls) takes ${row.cum} (${row.cumShare})${within}.`;
}
