/** Reads for how long a server of NFS did not answer, from the messages of the kernel. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';

const SILENT = /nfs: server (?:\S{1,255} )?not responding/;
/** The mark of a hard mount, whose processes wait as long as it takes. */
const IS_HARD = /not responding, still trying/;
const BACK = /nfs: server (?:\S{1,255} )?ok\b/;
const CLOCK = /\b(\d\d):(\d\d):(\d\d)\b/;
const MAX_TOLD = 3;

/** Returns how often and for how long; null without such messages. `lines`: in lower case. */
export function silentMounts(lines: readonly string[]): string | null {
  const gaps: (number | null)[] = [];
  let since: number | null = null;
  let [isSilent, isHard] = [false, false];
  for (const line of lines) {
    if (SILENT.test(line)) {
      if (!isSilent) since = clockOf(line);
      isSilent = true;
      isHard ||= IS_HARD.test(line);
    } else if (isSilent && BACK.test(line)) {
      const to = clockOf(line);
      gaps.push(since !== null && to !== null && to >= since ? to - since : null);
      isSilent = false;
    }
  }
  const count = gaps.length + (isSilent ? 1 : 0);
  if (count === 0) return null;
  const known = gaps.filter((gap) => gap !== null);
  const long = known.length === 0 || known.length < count ? ''
    : `, for ${known.slice(0, MAX_TOLD).map(formatSeconds).join(' and ')}${
      known.length > MAX_TOLD ? ` and ${known.length - MAX_TOLD} times more` : ''}`;
  return `The kernel says that a server of NFS did not answer${count === 1 ? '' : ` ${count} times`}${long}${
    isSilent ? '; that it is back is not in the text' : ''}.${isHard
    ? ' Processes that use the mount wait in the kernel meanwhile, often even on SIGKILL.' : ''}`;
}

/** Returns the seconds of the day; null without a clock. */
function clockOf(line: string): number | null {
  const [, hour, minute, second] = CLOCK.exec(line) ?? [];
  return hour === undefined ? null : Number(hour) * 3600 + Number(minute) * 60 + Number(second);
}
