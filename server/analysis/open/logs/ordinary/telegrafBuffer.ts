/** Reports how full the buffer of Telegraf is, what it dropped, and whether its writes succeed. Pure. */
import { counted } from '../../../../../core/text/format.ts';

const FULLNESS = /Buffer fullness: (\d{1,12}) \/ (\d{1,12}) metrics/;
const OVERFLOW = /(?:\[([\w.:-]{1,80})\] )?Metric buffer overflow; (\d{1,12}) metrics have been dropped/;
const WROTE = /(?:\[([\w.:-]{1,80})\] )?Wrote batch of \d{1,12} metrics in /;
/** The output whose buffer a line is about. */
const OUTPUT = /\[(outputs\.[\w.:-]{1,80})\]/;
const MIN_STILL = 3;
const FAILED = /\bE! (?:\[agent\] )?(?:Error writing|\[outputs\.)|Failed to write metric|When writing to \[/;

/** Returns what was dropped, and the highest reading of the buffer that is fullest; null without either. */
export function bufferFact(lines: readonly string[]): string | null {
  const dropped = lines.flatMap((line) => Number(OVERFLOW.exec(line)?.[2] ?? 0)).reduce((sum, one) => sum + one, 0);
  const told = [droppedFact(lines, dropped), fullestFact(lines)].filter((fact) => fact !== null);
  return told.length === 0 ? null : told.join(' ');
}

/** Returns the sum of the overflows: each line has what was dropped since the line before it. */
function droppedFact(lines: readonly string[], dropped: number): string | null {
  if (dropped === 0) return null;
  const of = (pattern: RegExp): string[] => lines.filter((line) => pattern.test(line))
    .map((line) => pattern.exec(line)?.[1] ?? '');
  const overflows = of(OVERFLOW);
  const wrote = of(WROTE).filter((output) => overflows.every((one) => one === output)).length;
  const sum = overflows.length < 2 ? null
    : `It dropped ${dropped.toLocaleString('en-US')} metrics in all, by ${overflows.length} lines.`;
  const slow = wrote === 0 || lines.some((line) => FAILED.test(line)) ? null
    : `Its writes succeed (${counted(wrote, 'batch', 'batches')} in these lines), but are slower than what comes in: `
      + 'raise metric_batch_size, send fewer metrics, and look at how long the receiver takes to write.';
  return [sum, slow].filter((fact) => fact !== null).join(' ') || null;
}

function fullestFact(lines: readonly string[]): string | null {
  const [fullest] = lines.flatMap((line) => {
    const [, held, room] = FULLNESS.exec(line) ?? [];
    return held === undefined || !(Number(room) > 0) ? [] : [{ held: Number(held), room: Number(room) }];
  }).sort((a, b) => b.held / b.room - a.held / a.room);
  if (fullest === undefined || fullest.held === 0) return null;
  const { held, room } = fullest;
  return `The highest reading of its buffer in these lines is ${held.toLocaleString('en-US')} of ${
    room.toLocaleString('en-US')} metrics (${Math.floor(100 * held / room)} %).${
    held < room ? stillFact(lines, held) : ''}`;
}

/** Says that a buffer neither empties nor fills while its writes fail, so that nothing comes in; '' otherwise. */
function stillFact(lines: readonly string[], held: number): string {
  const outputs = new Set(lines.flatMap((line) => (FULLNESS.test(line) ? OUTPUT.exec(line)?.[1] ?? '' : [])));
  const readings = lines.flatMap((line) => FULLNESS.exec(line)?.[1] ?? []).slice(-MIN_STILL).map(Number);
  return outputs.size !== 1 || readings.length < MIN_STILL || readings.some((one) => one !== held)
    || !lines.some((line) => FAILED.test(line)) ? ''
    : ` Its last ${MIN_STILL} readings are the same while writes fail, so no more comes in: look at the inputs; those `
      + 'that read a queue wait at max_undelivered_messages.';
}
