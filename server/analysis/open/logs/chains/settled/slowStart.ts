/** Says of a start that systemd ended whether it was still at work, and how far each start came. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { timedLines, type TimedLine } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { START_TIME } from '../../messages/hosts/ofSystemd.ts';

const TIMED_OUT = /\bstart operation timed out\b/;
const BEGUN = /^Starting [A-Z]|\bmsg="(?:Starting |InfluxDB starting")|\bWelcome to InfluxDB\b/;
/** Lines that show how far a start is: each names another piece of its data. */
const PROGRESS = new RegExp([
  /\bOpened shard\b[^\n]{0,400}?\bpath"?[=:] ?"?(\/[^\s",]{1,300})/, /(\/\S{1,300}\/\d{1,9}) opened in /,
  /\bWAL segment loaded"? segment=(\d{1,9})/, /\bopened part "([^"\n]{1,400})"/,
  /\bReading file\b[^\n]{0,200}?path=(\S{1,300})/,
].map(({ source }) => source).join('|'));
/** A program that has done nothing for a larger part of its start may hang. */
const SILENT_SHARE = 0.3;
const COUNTED = /\bls (?:-\S{1,8} )?(\/\S{1,300}?)\/?\s{0,4}\| ?wc -l[^\n]{0,20}\n\s{0,8}(\d{1,9})\s*(?:\n|$)/;
const STEP = `: ${START_TIME}.`;

interface Start { pieces: Set<string>; seconds: number; silent: number; last: string }

/** Reads the times of the envelope, which systemd and the program have in common. */
function startsIn(lines: readonly TimedLine[]): Start[] {
  const starts: Start[] = [];
  let [begun, moved] = [NaN, NaN];
  let pieces = new Set<string>();
  for (const { line, stamp } of lines) {
    const at = stamp === null ? NaN : stamp.ms / 1000;
    const piece = PROGRESS.exec(line)?.slice(1).find((one) => one !== undefined);
    if (piece !== undefined) {
      pieces.add(piece);
      moved = at;
    } else if (TIMED_OUT.test(line)) {
      const [seconds, silent] = [at - begun, at - moved];
      if (seconds > 0 && silent >= 0) starts.push({ pieces, seconds, silent, last: [...pieces].at(-1) ?? '' });
      [begun, moved, pieces] = [NaN, NaN, new Set<string>()];
    } else if (Number.isNaN(begun) && BEGUN.test(line)) begun = at;
  }
  return starts;
}

/** Returns how many pieces there are, if the text has the command that counts them; null otherwise. */
function countOf(text: string, piece: string): number | null {
  const [, folder = '', count] = COUNTED.exec(text) ?? [];
  return count !== undefined && piece.startsWith(`${folder}/`) ? Number(count) : null;
}

/** Returns facts with what decides whether a start that timed out was slow, in place of the question. */
export function withSlowStart(facts: string | null, look: Look): string | null {
  if (facts?.includes(STEP) !== true) return facts;
  const starts = startsIn(timedLines(look));
  const last = starts.at(-1);
  const hangs = starts.some(({ silent, seconds }) => silent > SILENT_SHARE * seconds);
  if (last === undefined || last.pieces.size < 2 || hangs) return facts;
  const all = countOf(look.text, last.last);
  const sizes = starts.map(({ pieces }) => pieces.size);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const range = least === most ? String(most) : `${least} to ${most}`;
  const limit = formatSeconds(Math.round(Math.max(...starts.map(({ seconds }) => seconds))));
  const isAgain = starts.length > 1 && starts.every(({ pieces }) => [...pieces][0] === [...last.pieces][0]);
  const need = all === null || all <= most ? ''
    : `, of ${all}, so a whole start takes about ${formatSeconds(Math.round(all / most * last.seconds / 60) * 60)}`;
  return facts.replace(STEP, () => `: it was at work and only slow, as ${starts.length === 1 ? 'the start'
    : `each of the ${starts.length} starts`} opened ${range} parts of its data within ${limit}${need}${
    isAgain ? '; each begins with the first again' : ''}. Raise TimeoutStartSec= above the time that a start takes `
    + '(systemctl edit), then start it once more.');
}
