/** Distinguishes a failed command that systemd runs next to a service from a failure of the service itself. Pure. */
import { counted, formatSeconds } from '../../../../../core/text/format.ts';
import { isIn } from '../../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../../look/factTools.ts';

const CONTROL = new RegExp(/\b([\w@.-]{1,60})\.service: [Cc]ontrol process exited, code=(\w{1,12}),? /.source
  + /status=([\w/-]{1,30})/.source);
/** No failure, or a status of systemd itself that could not run the command. */
const OF_SYSTEMD = /^(?:0|2[0-4]\d)(?:\/|$)/;
const MAIN = /\.service: [Mm]ain process exited, code=\w{1,12},? status=(?!0\/SUCCESS)/;
/** A line of a journal by its writer, process and message. */
const WRITTEN = /^.{0,60}? ([\w@./-]{1,80})\[(\d{1,10})\]: (.{1,600})$/;
const CLOCK = /\b(\d\d):(\d\d):(\d\d(?:\.\d{1,6})?)\b/;
const RESTARTS = /restart counter is at (\d{1,9})/;
const NOT_STARTED = /\bFailed to start \S/;
/** A message with its own time or level is the log of a program, not the output of a script. */
const OF_PROGRAM = /\b(?:lvl|level)=\w|"level":|^\d{4}[-/]\d\d[-/]\d\d[T ]|^ts=/;
const STOPPED = /[Ss]ignal received|[Rr]eceived (?:signal|SIG)|clean shutdown|[Ss]hutting down/;
const MAX_LINES = 5000;
const MAX_LINE = 1000;
const DAY_SECONDS = 86_400;

function clockOf(line: string): number {
  const [, hours, minutes, seconds] = CLOCK.exec(line) ?? [];
  return hours === undefined ? NaN : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Returns the lines from the oldest on; journalctl -r prints the newest first. */
function inOrder(lines: readonly string[]): readonly string[] {
  const clocks = lines.map(clockOf).filter(Number.isFinite);
  const steps = clocks.slice(1).map((clock, i) => Math.sign(clock - (clocks[i] ?? clock)));
  return steps.reduce((sum, one) => sum + one, 0) < 0 ? lines.toReversed() : lines;
}

/** The output of the command before it ended: its last message, how often it said so, and since when. */
interface Output { last: string; count: number; seconds: number }

/** Returns what the command said, if a process wrote lines before its end, none after it, and no log of a program. */
function outputBefore(lines: readonly string[], at: number): Output | null {
  const [, , pid, last = ''] = WRITTEN.exec(lines.slice(0, at).findLast((line) =>
    !/ systemd\[1\]: /.test(line) && !OF_PROGRAM.test(WRITTEN.exec(line)?.[3] ?? '')) ?? '') ?? [];
  if (pid === undefined) return null;
  const isOwn = (line: string): boolean => line.includes(`[${pid}]: `);
  if (lines.slice(at).some(isOwn)) return null;
  const own = lines.slice(0, at).filter(isOwn);
  const shape = last.replaceAll(/\d+/g, '0');
  const alike = own.filter((line) => (WRITTEN.exec(line)?.[3] ?? '').replaceAll(/\d+/g, '0') === shape);
  const seconds = (clockOf(alike.at(-1) ?? '') - clockOf(alike[0] ?? '') + DAY_SECONDS) % DAY_SECONDS;
  return { last, count: alike.length, seconds };
}

/** Returns the service whose start or stop command failed, and not its program; null without one. */
export function controlProcess(text: string): string | null {
  if (!isIn('ontrol process exited', text)) return null;
  const lines = inOrder(text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE)));
  const ends = lines.flatMap((line, at) => {
    const [, unit, code, status = ''] = CONTROL.exec(line) ?? [];
    return unit === undefined || code !== 'exited' || OF_SYSTEMD.test(status) ? [] : [{ unit, status, at }];
  });
  const [first] = ends;
  if (first === undefined || lines.some((line) => MAIN.test(line))) return null;
  const own = ends.filter(({ unit }) => unit === first.unit);
  const output = outputBefore(lines, first.at);
  const isNoStart = lines.some((line) => NOT_STARTED.test(line));
  const isStopped = lines.slice(first.at, own[1]?.at).some((line) => STOPPED.test(line));
  const restarts = lines.flatMap((line) => RESTARTS.exec(line)?.[1] ?? []).map(Number);
  const most = Math.max(0, ...restarts);
  return joined([
    `systemd: ${isNoStart ? `${first.unit} does not start: a` : 'A'} command next to the main process of ${
      isNoStart ? 'the unit' : first.unit} (a script of its start or stop, as in ExecStartPost) ended with status ${
      first.status}${own.length === 1 ? '' : `, ${counted(own.length, 'time')}`}${
        most === 0 ? '' : ` (restart counter ${most})`}.`,
    output === null ? null : `That command said ${output.count === 1 ? '' : 'last '}${quoted(output.last)}${
      output.count === 1 || !(output.seconds > 0) ? ''
        : `, after ${output.count} such lines within ${formatSeconds(output.seconds)}`}.`,
    isStopped && isNoStart ? 'The program itself did not fail: systemd then stopped it within its start. Give the '
      + 'command more time or tries (systemctl cat shows it), or make the start shorter.'
      : 'The lines show no failure of the main process: see the command (systemctl cat).',
  ]);
}
