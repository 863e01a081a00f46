/** Tells how full the buffer of Telegraf is. Pure. */

const FULLNESS = /Buffer fullness: (\d{1,12}) \/ (\d{1,12}) metrics/;

/** Returns the highest reading of the buffer that is fullest; null without one. */
export function bufferFact(lines: readonly string[]): string | null {
  const [fullest] = lines.flatMap((line) => {
    const [, held, room] = FULLNESS.exec(line) ?? [];
    return held === undefined || !(Number(room) > 0) ? [] : [{ held: Number(held), room: Number(room) }];
  }).sort((a, b) => b.held / b.room - a.held / a.room);
  if (fullest === undefined || fullest.held === 0) return null;
  const { held, room } = fullest;
  return `Its buffer holds up to ${held.toLocaleString('en-US')} of ${room.toLocaleString('en-US')} metrics (${
    Math.floor(100 * held / room)} %)${held < room ? ', so it is not full in these lines' : ''}.`;
}
