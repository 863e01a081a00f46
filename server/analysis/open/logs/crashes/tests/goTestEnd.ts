/** Says that go test ended a run at its time limit: what ran, the results before it, and the next step. Pure. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../../look/factTools.ts';

/** What go test prints when it sends SIGQUIT or SIGKILL to a test, and what the test itself prints before that. */
const KILLED = /\*\*\* (Test killed(?: with quit)?: ran too long \(([\dhm.]{1,20}s)\))/;
const TIMED_OUT = /panic: (test timed out after ([\dhm.]{1,20}s))/;
/** A benchmark whose name has no result behind it. */
const WITHOUT_RESULT = /^[ \t]*(Benchmark\S{1,300})[ \t]*(?:\*\*\* Test killed|panic: |SIGQUIT|\r?$)/gm;
const RESULT = /^[ \t]*(Benchmark\S{1,300})[ \t]{1,80}(\d{1,15})[ \t]{1,80}([\d.]{1,30}) ns\/op/gm;
const FAILED = /^[ \t]*FAIL[ \t]{1,20}(\S{1,300})[ \t]{1,20}([\d.]{1,15})s[ \t]*\r?$/m;
const MAX_RESULTS = 3;
/** The number of a name by which cases differ, without the processors at its end. */
const NUMBER = /^(.{0,300}?)(\d{1,12})([^\d]{0,200})$/;
const PROCESSORS = /-\d{1,4}$/;
/** Part of the limit from which the expected time of the case that ran matters. */
const MUCH = 0.5;
const NANOS = 1e9;
const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

interface Result { name: string; iterations: number; seconds: number }

/** Returns the seconds of a duration as Go writes it, such as `10m0s`. */
const secondsOf = (text: string): number => [...text.matchAll(/([\d.]{1,12})([hms])/g)]
  .reduce((sum, [, value, unit = '']) => sum + Number(value) * (UNIT_SECONDS[unit] ?? 0), 0);

/** Whether go test wrote its own last lines behind the stacks. */
export const hasTestResult = (text: string): boolean =>
  fits(/^[ \t]*(?:exit status \d|FAIL[ \t]{1,20}\S)/m, text);

/** Returns null for a text in which go test did not reach its time limit. */
export function goTestEnd(text: string): string | null {
  const [, killed, killedAfter] = KILLED.exec(text) ?? [];
  const [, said, saidAfter] = TIMED_OUT.exec(text) ?? [];
  const line = killed ?? said;
  const limit = killedAfter ?? saidAfter;
  if (line === undefined || limit === undefined) return null;
  return joined([
    `go test ended the run at its time limit: "${line}". It is no crash of the code.`, testFacts(text, limit),
  ]);
}

/** A function of a test, and what stands between it and the code that waits for it. */
const OF_RUNTIME = /^(?:runtime|sync|internal|testing|time|context|reflect)(?:\/[\w./-]{1,100})?\./;
const STACK_HEAD = /^[ \t]*goroutine (\d{1,20}) (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[([^\],]{1,60})/;
const FRAME = /^[ \t]*((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.[^\s{}]{1,300}?)\((?:0x|\.\.\.|\{|\)|[\d-])/gm;

/** Says where the goroutine of a test stands; null if its stack is not in the text. `name`: as go test prints it. */
export function placeOfTest(text: string, name: string): string | null {
  const plain = name.replace(PROCESSORS, '').replace(/[/ ].*$/s, '');
  for (const stack of text.split(/^(?=[ \t]*goroutine \d)/m)) {
    const [, id, state = ''] = STACK_HEAD.exec(stack) ?? [];
    const names = [...stack.matchAll(FRAME)].map(([, frame = '']) => frame);
    if (id === undefined || !names.some((one) => one.split('.').slice(1).some((part) => part === plain))) continue;
    const own = names.find((one) => !OF_RUNTIME.test(one)) ?? names[0] ?? '';
    return `Its goroutine ${id} was in "${state}", in ${own.split('/').at(-1) ?? own}.`;
  }
  return null;
}

/** Says what failed, which benchmark ran, and what the ones before it took. `limit`: as in the text. */
export function testFacts(text: string, limit: string): string | null {
  const results = resultsIn(text);
  const running = runningIn(text, results);
  const [, module, took] = FAILED.exec(text) ?? [];
  const failed = module === undefined ? null
    : `${module} FAILED after ${took ?? ''} s${running === null ? '' : `: ${running} was running and has no result`}.`;
  const first = results[0];
  const isAlone = running !== null && first !== undefined;
  return joined([
    failed ?? (running === null ? null : `${running} was running and has no result.`),
    running === null ? null : placeOfTest(text, running), resultWords(results),
    running === null ? null : paceWords(results, running, limit),
    fits(/^PASS[ \t]*\r?$/m, text) && module !== undefined ? 'PASS is of the tests before, not of this run.' : null,
    `Raise the limit with go test -timeout (the limit was ${limit}; 0 is none)${
      isAlone ? `, or run the benchmark alone: -bench '${patternOf(running)}'` : ''}. If it never ends, see in the `
      + 'stacks what it waits for.',
  ]);
}

function resultsIn(text: string): Result[] {
  return [...text.matchAll(RESULT)].map(([, name = '', iterations, nanos]) =>
    ({ name, iterations: Number(iterations), seconds: Number(nanos) / NANOS }));
}

function runningIn(text: string, results: readonly Result[]): string | null {
  const name = [...text.matchAll(WITHOUT_RESULT)].at(-1)?.[1] ?? null;
  return name === null || results.some((one) => one.name === name) ? null : name;
}

function resultWords(results: readonly Result[]): string | null {
  const told = results.slice(-MAX_RESULTS);
  if (told.length === 0) return null;
  const each = told.map(({ name, seconds }) => `${name} ${formatSeconds(seconds)}/op`).join(', ');
  const isOnce = told.every(({ iterations }) => iterations === 1);
  return `${results.length > told.length ? `The last ${told.length} of ${results.length} results` : 'Results'} before `
    + `it: ${each}${isOnce ? ' (one iteration each)' : ''}.`;
}

/** Says how the time grows with the number in the names, and what the case that ran takes at that pace. */
function paceWords(results: readonly Result[], running: string, limit: string): string | null {
  const [before, last] = results.slice(-2).map(({ name, seconds }) => ({ ...numberOf(name), seconds }));
  const next = numberOf(running);
  if (before === undefined || last === undefined || [before, last].some(({ rest }) => rest !== next.rest)) return null;
  const [step, growth] = [last.number / before.number, last.seconds / before.seconds];
  if (!(step > 1) || !(growth > 1) || !(next.number > last.number)) return null;
  const expected = last.seconds * (next.number / last.number) ** (Math.log(growth) / Math.log(step));
  if (!(expected >= MUCH * secondsOf(limit))) return null;
  const factor = (value: number): string => String(Number(value.toPrecision(3)));
  return `From ${before.number} to ${last.number} in the name (x${factor(step)}), the time grows x${factor(growth)}: `
    + `at that pace, ${next.number} takes about ${formatSeconds(expected)} per operation, of a limit of ${limit}.`;
}

/** Returns the last number of a name and what is around it. */
function numberOf(name: string): { number: number; rest: string } {
  const plain = name.replace(PROCESSORS, '');
  const [, start = '', number = 'NaN', end = ''] = NUMBER.exec(plain) ?? [];
  // A plural of the same word.
  return { number: Number(number), rest: `${start}#${end.replace(/s$/, '')}` };
}

/** Returns the pattern of -bench that only one benchmark matches. */
const patternOf = (name: string): string => name.replace(PROCESSORS, '').replace(/^Benchmark/, '').split('/')
  .map((part) => `^${part.replaceAll(/[.*+?()[\]{}|$^]/g, String.raw`\$&`)}$`).join('/').replace('^', '^Benchmark');
