/** Reports faults of processes that the kernel logs, and how systemd restarts a service after its end. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import type { TimedLine } from '../../look/factTools.ts';

/** The thread and its number, and the binary or library with its place in memory. */
const SEGFAULT = new RegExp(String.raw`(?:^|[\s\]:])(\S{1,40})\[(\d{1,10})\]: segfault at [0-9a-f]{1,16} `
  + String.raw`(?:r?ip)[: ][0-9a-f]{1,16} (?:r?sp)[: ][0-9a-f]{1,16} error[: ]\d{1,3}(?: in ([^\s[]{1,100})\[)?`);
const TRAP = new RegExp(String.raw`\btraps: (\S{1,40})\[(\d{1,10})\] (general protection fault|general protection|`
  + String.raw`trap \w[\w ]{2,30}?) ip:[0-9a-f]{1,16} sp:[0-9a-f]{1,16} error:\d{1,3}(?: in ([^\s[]{1,100})\[)?`);
const MAX_LINE = 1000;
const MAX_TOLD = 3;
/** Signals of faults in the code; SIGABRT may also come from the watchdog of systemd. */
const FAULT = /^(?:4\/ILL|7\/BUS|8\/FPE|11\/SEGV)$/;
const LIBRARY = /\.so(?:\.|$)|^\[|^ld-/;

interface Fault { thread: string; pid: string; what: string; binary: string }

/** Returns the distinct faults that the kernel logged, with the thread and the binary; null without any. */
export function faultFacts(lines: readonly TimedLine[], text: string): string | null {
  if (!mayMatch(SEGFAULT, text) && !mayMatch(TRAP, text)) return null;
  const known = new Map<string, Fault & { count: number }>();
  for (const { line } of lines) {
    const fault = faultIn(line.slice(0, MAX_LINE));
    if (fault === null) continue;
    const key = `${fault.thread} ${fault.what} ${fault.binary}`;
    known.set(key, { ...fault, count: (known.get(key)?.count ?? 0) + 1 });
  }
  const all = [...known.values()];
  return all.length === 0 ? null : all.slice(0, MAX_TOLD).map(faultText).join(' ');
}

function faultIn(line: string): Fault | null {
  const [, thread, pid, binary = ''] = SEGFAULT.exec(line) ?? [];
  if (thread !== undefined && pid !== undefined) return { thread, pid, what: 'SIGSEGV', binary };
  const [, trapped, of, what, code = ''] = TRAP.exec(line) ?? [];
  return trapped === undefined || of === undefined || what === undefined ? null
    : { thread: trapped, pid: of, what: `a ${what.replace(/^trap /, '').replace(/protection$/, 'protection fault')}`,
      binary: code };
}

function faultText({ thread, pid, what, binary, count }: Fault & { count: number }): string {
  const times = count > 1 ? `, ${count} times` : '';
  if (binary === '') return `${thread} (${pid}) crashed with ${what}${times}, as the kernel logged.`;
  // The kernel shortens names of threads to 15 characters.
  const isMain = binary === thread || (thread.length === 15 && binary.startsWith(thread));
  return LIBRARY.test(binary) ? `${thread} (${pid}) crashed with ${what} in ${binary}${times}, as the kernel logged.`
    : isMain ? `${binary} (${pid}) crashed with ${what} in its own code${times}, as the kernel logged.`
      : `${binary} crashed with ${what} in its thread ${thread} (${pid})${times}, as the kernel logged.`;
}

/** Says how a service ended: a signal of a fault is a crash, whatever systemd calls it. */
export const endText = (unit: string, code: string, status: string): string => (code === 'killed' && FAULT.test(status)
  ? `${unit} crashed with signal ${status}` : `${unit} ${code}, status ${status}`);

const COUNTER = /([\w@.-]{1,60})\.service: Scheduled restart job, restart counter is at (\d{1,9})/;
const OLD_RESTART = /([\w@.-]{1,60})\.service:? holdoff time over, scheduling restart/;
/** Since version 230 of systemd, and before. */
const TOO_QUICK = new RegExp([
  /([\w@.-]{1,60})\.service: Start request repeated too quickly/,
  /start request repeated too quickly for ([\w@.-]{1,60})\.service/,
].map(({ source }) => source).join('|'));
const ENDED = /([\w@.-]{1,60})\.service: [Mm]ain process exited/;
const STARTED = /^(?:.{0,200}\bsystemd(?:\[\d{1,10}\])?: )?Started \S/;

/** Returns how often systemd has restarted a service, and whether it started again at the end; null without one. */
export function restartFacts(lines: readonly TimedLine[], text: string): string | null {
  if (!mayMatch(COUNTER, text) && !mayMatch(OLD_RESTART, text)) return null;
  const units = new Set(lines.flatMap(({ line }) => COUNTER.exec(line)?.[1] ?? OLD_RESTART.exec(line)?.[1] ?? []));
  const [unit, other] = units;
  if (unit === undefined || other !== undefined) return null;
  const last = (test: (line: string) => boolean): number => lines.findLastIndex(({ line }) => test(line));
  const restart = last((line) => COUNTER.test(line) || OLD_RESTART.test(line));
  const [ended, started, quick] = [last((line) => ENDED.exec(line)?.[1] === unit), last((line) => STARTED.test(line)),
    last((line) => TOO_QUICK.exec(line)?.slice(1).includes(unit) === true)];
  // The lines of systemctl status begin behind the end of the process.
  if (ended < 0 && quick <= restart) return null;
  const counter = COUNTER.exec(lines[restart]?.line ?? '')?.[2];
  const of = counter === undefined ? '' : ` (restart counter ${counter})`;
  if (quick > restart) return `systemd has restarted it${of} and does not try again: it failed too often.`;
  if (ended > restart) return `systemd restarted it before${of}.`;
  if (started < restart) return `systemd then scheduled its restart${of}.`;
  const [from, to] = [lines[ended]?.stamp ?? null, lines[started]?.stamp ?? null];
  const seconds = from === null || to === null ? null : (to.ms - from.ms) / 1000;
  return `systemd started it again${seconds === null || seconds < 1 ? '' : ` ${formatSeconds(seconds)} later`}${of}.`;
}
