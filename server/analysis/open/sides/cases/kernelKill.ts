/** Tells that the kernel's log has the end of a run in the log of the program that it killed. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { endOfLine } from '../../../logs/processEnds.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { clockOf, isBegin, type CaseLog } from './caseLog.ts';

const KILLED = /\bKilled process (\d{1,10})[^(\n]{0,20}\(([^)\n]{1,60})\)/;
const CLOCK = /\b(\d\d):(\d\d):(\d\d)\b/;
const DAY_SECONDS = 86_400;
/** The kernel logs in local time, whose zones differ by quarters of an hour. */
const ZONE_STEP = 900;
/** A program that the kernel kills may have logged nothing for as long before. */
const MAX_SILENCE_SECONDS = 120;
const LAST_LINES = 20;
/** The kernel keeps the first characters of a name. */
const NAME_CHARS = 15;
const MAX_LINE = 2000;

interface Kill { second: number; pid: string; name: string }

function killsIn(text: string): Kill[] {
  return text.split('\n').flatMap((whole): Kill[] => {
    const line = whole.slice(0, MAX_LINE);
    const [, pid, name] = KILLED.exec(line) ?? [];
    const [, hours, minutes, seconds] = CLOCK.exec(line) ?? [];
    return pid === undefined || name === undefined || hours === undefined ? []
      : [{ second: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), pid, name }];
  });
}

/** Returns the last lines of runs that have no line on their end. */
function silentEnds(lines: readonly LogLine[]): LogLine[] {
  return lines.filter((_, i) => {
    const next = lines[i + 1];
    return (next === undefined || isBegin(next)) && lines.slice(Math.max(0, i - LAST_LINES), i + 1)
      .every(({ message, plain }) => endOfLine(message, !plain) === null);
  });
}

/** Returns which run the kernel ended; null unless one ends without a line on it, shortly before such a kill. */
export function kernelKill(log: CaseLog, program: string | null, name: string, text: string): string | null {
  const called = (program ?? '').toLowerCase().split(' ')[0]?.slice(0, NAME_CHARS) ?? '';
  const kills = killsIn(text).filter((kill) => called !== '' && kill.name.toLowerCase().startsWith(called));
  for (const last of silentEnds(log.lines).toReversed()) for (const kill of kills) {
    const after = kill.second - (last.timeMs / 1000) % DAY_SECONDS;
    const zone = Math.floor(after / ZONE_STEP) * ZONE_STEP;
    const silence = after - zone;
    if (silence > MAX_SILENCE_SECONDS) continue;
    const ahead = Math.min(Math.abs(zone), DAY_SECONDS - Math.abs(zone));
    return `${name} has the end of the run in ${log.name} whose last line is at ${clockOf(last.timeMs)} UTC: ${
      formatSeconds(Math.max(1, Math.round(silence)))} later the kernel killed ${kill.name} (pid ${
      kill.pid}) for memory${
      ahead === 0 ? '' : `, if its clock is ${formatSeconds(ahead)} apart from that of the log`}.`;
  }
  return null;
}
