/** Tells the state of services from systemctl status: since when they run, and which were stopped on request. Pure. */
import { fits } from '../../../../core/text/prefilter/fits.ts';

const UNIT = /^\s{0,12}[^\w\s]{0,4}\s{0,4}([\w@.-]{1,60})\.service(?: - [^\n]{0,300})?$/;
const ACTIVE = /^ {1,24}Active: (?:active \((running)\)|inactive \((dead)\)) since ([^;\n]{1,40})/;
const MEMORY = /^ {1,24}Memory: ([\d.]{1,8}[KMGT]?)B?\b/;
/** The end of a process that was asked to stop. */
const ASKED = /^ {1,24}(?:Process|Main PID): .{0,400}\(code=killed, signal=TERM\)/;
const MAX_TOLD = 3;
const MAX_LINE = 500;

interface Status { unit: string; isRunning: boolean; isAsked: boolean; since: string; memory: string | null }

/** Returns the services that run, by their last status, with their memory; then those that were stopped. */
export function serviceStates(text: string): string | null {
  if (!fits(/^ {1,24}Active: (?:active \(running\)|inactive \(dead\)) since /m, text)) return null;
  const all = statusesIn(text);
  const running = all.filter(({ isRunning }) => isRunning);
  const units = [...new Set(running.map(({ unit }) => unit))].slice(0, MAX_TOLD);
  const runs = units.flatMap((unit) => {
    const last = running.findLast((one) => one.unit === unit);
    const count = running.filter((one) => one.unit === unit).length;
    return last === undefined ? [] : [`The service ${unit} has run since ${last.since}${
      last.memory === null ? '' : `, with ${last.memory} of memory`}${
      count === 1 ? '' : `, by the last of its ${count} statuses that show it running`}.`];
  });
  const asked = all.filter(({ isAsked, isRunning }) => isAsked && !isRunning).slice(0, MAX_TOLD);
  const stops = asked.map(({ unit, since }) =>
    `The service ${unit} was stopped with TERM, as systemctl stop does, at ${since}: that is no failure.`);
  return [...runs, ...stops].join(' ') || null;
}

function statusesIn(text: string): Status[] {
  const all: Status[] = [];
  let unit: string | null = null;
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, MAX_LINE).trimEnd();
    unit = UNIT.exec(line)?.[1] ?? unit;
    const [, running, , since] = ACTIVE.exec(line) ?? [];
    if (unit !== null && since !== undefined)
      all.push({ unit, isRunning: running !== undefined, isAsked: false, since: since.trim(), memory: null });
    const last = all.at(-1);
    if (last === undefined || last.unit !== unit) continue;
    last.memory ??= MEMORY.exec(line)?.[1] ?? null;
    last.isAsked ||= ASKED.test(line);
  }
  return all;
}
