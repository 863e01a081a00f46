/** Reads the lines of gctrace that Go 1.5 printed, which have five phases; later versions have three. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { isIn } from '../../../../../core/text/prefilter/fits.ts';

const N = String.raw`([\d.]{1,20})`;
/** `4.8+5.2+0.54+0.35+0.60 ms clock, 19+5.2+0+4.5/0.006/7.2+2.4 ms cpu, ` */
const PHASES = String.raw`${N}\+${N}\+${N}\+${N}\+${N} ms clock, ${N}\+${N}\+${N}\+${N}\/${N}\/${N}\+${N} ms cpu, `;
/** The beginning of any line; before the release of Go 1.5 the number had a `#`. */
const BEGIN = String.raw`\bgc #?(\d{1,9}) @\d{1,9}\.\d{1,6}s \d{1,3}%: `;
const CYCLE = new RegExp(String.raw`${BEGIN}${PHASES}`
  + String.raw`\d{1,9}->\d{1,9}->(\d{1,9}) MB, [^\n]{0,100}?\d P( \(forced\))?`, 'g');

/** The arrow as JSON, a web page or a word processor writes it. */
const ARROWS = /(?<=\d)(?:-?\\u003e|-&gt;|→)(?=\d)/g;
const withArrows = (text: string): string => text.replaceAll(ARROWS, '->');

/**
 * Returns the text with each line of five phases written with the three of later versions: what runs beside the program
 * (scan, synchronization, mark) is one phase.
 */
export function inThreePhases(text: string): string {
  if (!isIn(' ms clock, ', text)) return text;
  const plain = withArrows(text).replaceAll(/\bgc #(?=\d{1,9} @\d)/g, 'gc ');
  return plain.replaceAll(new RegExp(PHASES, 'g'), (...found: string[]) => {
    const [sweep = 0, scan = 0, sync = 0, mark = 0, term = 0] = found.slice(1, 6).map(Number);
    const [sweepCpu = 0, scanCpu = 0, syncCpu = 0, assist = 0, background = 0, idle = 0, termCpu = 0] =
      found.slice(6, 13).map(Number);
    // A forced cycle repeats the CPU of marking from the cycle before it.
    const isStale = scan + mark === 0;
    const marking = isStale ? [0, 0, 0] : [assist, background + scanCpu + syncCpu, idle];
    return `${sweep}+${rounded(scan + sync + mark)}+${term} ms clock, ${sweepCpu}+${marking.map(rounded).join('/')}+${
      termCpu} ms cpu, `;
  });
}

const rounded = (value: number): number => Number(value.toFixed(4));

interface Pause { ms: number; number: string; phase: string }

/** Says how long the lines of five phases stopped the program at most; null without such a line. */
export function fivePhaseFacts(text: string): string | null {
  const pauses: Pause[] = [];
  const forced: Pause[] = [];
  const live: number[] = [];
  for (const [, number = '', ...found] of withArrows(text).matchAll(CYCLE)) {
    const [sweep = 0, scan = 0, sync = 0, mark = 0, term = 0] = found.slice(0, 5).map(Number);
    live.push(Number(found[12]));
    if (found[13] !== undefined)
      forced.push({ ms: sweep + scan + sync + mark + term, number, phase: '' });
    else pauses.push({ ms: sweep, number, phase: 'sweep termination' },
      { ms: term, number, phase: 'mark termination' });
  }
  if (live.length === 0) return null;
  const [pause, whole] = [longestOf(pauses), longestOf(forced)];
  const [least, most] = [Math.min(...live.slice(0, MAX_CYCLES)), Math.max(...live.slice(0, MAX_CYCLES))];
  return 'The lines have the five phases of Go 1.5: sweep termination, scan, synchronization, mark and mark '
    + 'termination, of which the first and the last stop the program'
    + (pause === null ? '' : `, here for ${formatSeconds(pause.ms / 1000)} at most (${pause.phase} of gc ${
      pause.number})`)
    + (whole === null ? '.' : `; a forced cycle stops it as a whole, for ${
      formatSeconds(whole.ms / 1000)} at most (gc ${whole.number}).`)
    + (live.length < 3 || least === most ? '' : ` Over its cycles the live heap is between ${least} and ${most} MiB.`);
}

const MAX_CYCLES = 20_000;

const longestOf = (pauses: readonly Pause[]): Pause | null =>
  pauses.reduce<Pause | null>((most, one) => (most === null || one.ms > most.ms ? one : most), null);
