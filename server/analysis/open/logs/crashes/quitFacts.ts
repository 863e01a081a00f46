/** Facts on stacks that a Go program printed because of SIGQUIT, which somebody sends to see what it does. Pure. */
import { packageOf, isStandardLibrary } from '../../../../../core/profile/packages.ts';
import { counted, formatSeconds } from '../../../../../core/text/format.ts';
import { shutdownFacts } from '../../goroutines/runGroups.ts';
import { stuckCall } from '../../goroutines/stuckCall.ts';
import { shortName } from './crashPlace.ts';
import { goTestEnd, hasTestResult } from './tests/goTestEnd.ts';

const STATE = /^[ \t]*goroutine (\d{1,20}) (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[([^\],]{1,60})(?:, (\d{1,7}) minutes)?/;
const FRAME = /^[ \t]*((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.[^\s{}]{1,300}?)\((?:0x|\.\.\.|\{|\)|[\d-])/gm;
/** The file of main.main in a command of Go itself. */
const TOOL = /^[ \t]*main\.main\(.*\n\s*\S{0,200}\/src\/(cmd\/[\w/]{1,60})\/\w{1,60}\.go:\d/m;
const BUSY = /^(?:running|runnable|syscall)$/;
const OF_RUNTIME = /^(?:runtime|internal\/runtime|runtime\/internal)[./]/;
/** The goroutine that every program with os/signal has, which waits for the next signal. */
const OF_SIGNALS = /^os\/signal\.signal_recv$/;
const MAX_TOLD = 3;
/** The registers with which a dump ends. */
const REGISTERS = /^[ \t]*(?:[re]?ax|[rx]0|pc)[ \t]{1,12}0x/m;

const ASKED = 'Somebody asked for its stacks with SIGQUIT: it is no crash.';
const CUT = 'The registers, with which a dump ends, are not in the text: it is cut, and goroutines may be missing.';

interface Dumped { id: string; state: string; minutes: number; names: string[]; stack: string }

/** A system call that lasts for minutes waits. */
const isBusy = ({ state, minutes, names }: Dumped): boolean => BUSY.test(state)
  && (state !== 'syscall' || minutes === 0) && names.some((name) => !OF_RUNTIME.test(name));

/** The goroutines in which go test itself waits for the test or benchmark that runs. */
const OF_TESTING = /^testing\.(?:\(\*[BTM]\)\.[rR]un\w{0,20}|[rR]un(?:Tests|Benchmarks)\w{0,20}|tRunner)$/;
const waitsForTest = ({ names }: Dumped): boolean =>
  OF_TESTING.test(names.find((name) => !OF_RUNTIME.test(name)) ?? '');

/**
 * Says why the stacks were printed, which goroutines were at work, and what the longest wait is. Goroutine 0 is of the
 * scheduler. `whole`: the text with the lines around the stacks.
 */
export function quitFacts(text: string, whole = text): string {
  const ended = goTestEnd(whole);
  const asked = ended ?? ASKED;
  const cut = REGISTERS.test(text) || (ended !== null && hasTestResult(whole)) ? [] : [CUT];
  const all = text.split(/^(?=[ \t]*goroutine \d)/m).flatMap((stack): Dumped[] => {
    const [, id, state = '', minutes] = STATE.exec(stack) ?? [];
    const names = [...stack.matchAll(FRAME)].map(([, name = '']) => name);
    return id === undefined || id === '0' ? [] : [{ id, state, minutes: Number(minutes ?? 0), names, stack }];
  });
  const own = all.filter(({ names }) => !names.some((name) => OF_SIGNALS.test(name)));
  const busy = own.filter(isBusy);
  const told = busy.slice(0, MAX_TOLD).map(({ id, state, names }) => `goroutine ${id} (${state}) ${placeOf(names)}`);
  const longest = own.filter((one) => ended === null || !waitsForTest(one))
    .reduce<Dumped | null>((most, one) => (one.minutes > (most?.minutes ?? 0) ? one : most), null);
  const test = ended === null ? undefined : own.find((one) => one.minutes > 0 && waitsForTest(one));
  const stuck = own.filter(({ state, minutes, names }) => state === 'syscall' && minutes > 0
    && names.some((name) => !OF_RUNTIME.test(name))).toSorted((a, b) => b.minutes - a.minutes)[0];
  const tool = TOOL.exec(text)?.[1];
  const shutdown = shutdownFacts(own.map(({ stack }) => stack));
  const held = stuckCall(own.map(({ stack }) => stack));
  const main = own.find(({ names, minutes }) => minutes > 0 && names.includes('main.main'));
  if (held !== null) return [
    asked, `${counted(all.length, 'goroutine')} ${all.length === 1 ? 'is' : 'are'} in the text.`, held,
    ...main === undefined || busy.includes(main) ? []
      : [`The main goroutine waits ${placeOf(main.names)} for ${formatSeconds(main.minutes * 60)}, which is normal.`],
    ...cut,
  ].join(' ');
  return [
    `${asked}${tool === undefined ? '' : ` It is ${tool} of Go.`}`,
    ...shutdown === null ? [] : [shutdown],
    busy.length === 0 ? `None of the ${all.length} goroutines in the text was at work.`
      : `At work ${busy.length === 1 ? 'was' : 'were'} ${told.join('; ')}${
        busy.length > told.length ? `; and ${busy.length - told.length} more` : ''}.`,
    ...test === undefined ? []
      : [`go test had waited ${formatSeconds(test.minutes * 60)} for what ran (goroutine ${test.id}).`],
    ...stuck === undefined || stuck === longest ? []
      : [`In a system call for ${formatSeconds(stuck.minutes * 60)}: goroutine ${stuck.id} ${placeOf(stuck.names)}.`],
    ...longest === null ? []
      : [`The longest wait is ${formatSeconds(longest.minutes * 60)}, in "${longest.state}"${
        longest.names.length === 0 ? '' : `: goroutine ${longest.id} ${placeOf(longest.names)}`}.`],
    ...cut,
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
