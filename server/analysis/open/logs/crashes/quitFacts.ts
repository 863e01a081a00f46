/** Facts on stacks that a Go program printed because of SIGQUIT, which somebody sends to see what it does. Pure. */
import { packageOf, isStandardLibrary } from '../../../../../core/profile/packages.ts';
import { formatSeconds } from '../../../../../core/text/format.ts';
import { shortName } from './crashPlace.ts';

const STATE = /^[ \t]*goroutine (\d{1,12}) (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[([^\],]{1,60})(?:, (\d{1,7}) minutes)?/;
const FRAME = /^[ \t]*((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.[^\s{}]{1,300}?)\((?:0x|\.\.\.|\{|\)|[\d-])/gm;
/** The file of main.main in a command of Go itself. */
const TOOL = /^[ \t]*main\.main\(.*\n\s*\S{0,200}\/src\/(cmd\/[\w/]{1,60})\/\w{1,60}\.go:\d/m;
const BUSY = /^(?:running|runnable|syscall)$/;
const OF_RUNTIME = /^(?:runtime|internal\/runtime|runtime\/internal)[./]/;
const MAX_TOLD = 3;

/** Says which goroutines were at work, and what the longest wait is. Goroutine 0 is of the scheduler. */
export function quitFacts(text: string): string {
  const all = text.split(/^(?=[ \t]*goroutine \d)/m).flatMap((stack) => {
    const [, id, state = '', minutes] = STATE.exec(stack) ?? [];
    return id === undefined || id === '0' ? []
      : [{ id, state, minutes: Number(minutes ?? 0), names: [...stack.matchAll(FRAME)].map(([, name = '']) => name) }];
  });
  const busy = all.filter(({ state, names }) => BUSY.test(state) && names.some((name) => !OF_RUNTIME.test(name)));
  const told = busy.slice(0, MAX_TOLD).map(({ id, state, names }) => `goroutine ${id} (${state}) ${placeOf(names)}`);
  const longest = all.reduce((most, one) => (one.minutes > most.minutes ? one : most), { minutes: 0, state: '' });
  const tool = TOOL.exec(text)?.[1];
  return [
    `Somebody asked for its stacks with SIGQUIT: it is no crash.${tool === undefined ? '' : ` It is ${tool} of Go.`}`,
    busy.length === 0 ? `None of its ${all.length} goroutines in the text was at work.`
      : `At work ${busy.length === 1 ? 'was' : 'were'} ${told.join('; ')}${
        busy.length > told.length ? `; and ${busy.length - told.length} more` : ''}.`,
    ...longest.minutes === 0 ? []
      : [`The longest wait is ${formatSeconds(longest.minutes * 60)}, in "${longest.state}".`],
  ].join(' ');
}

/** Returns the innermost function outside of the runtime, and the first caller of another package. */
function placeOf(names: readonly string[]): string {
  const at = names.findIndex((name) => !OF_RUNTIME.test(name));
  const name = names[at] ?? '';
  const caller = names.slice(at + 1).find((one) => packageOf(one) !== packageOf(name)
    && !isStandardLibrary(packageOf(one)));
  const next = caller ?? names[at + 1];
  return `in ${shortName(name)}${next === undefined ? '' : `, called by ${shortName(next)}`}`;
}
