/** Facts from logs of Telegraf: its errors, and how full its buffer is. */
import { distinct, joined } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';
import { crashFacts } from './logFacts.ts';

const FULLNESS = /Buffer fullness: (\d{1,12}) \/ (\d{1,12}) metrics/;

/** Returns its errors; then, if there are some, the highest reading of the buffer that is fullest. */
export function telegrafFacts(look: Look): string | null {
  const failed = crashFacts(look);
  const [fullest] = distinct(look).flatMap((line) => {
    const [, held, room] = FULLNESS.exec(line) ?? [];
    return held === undefined || !(Number(room) > 0) ? [] : [{ held: Number(held), room: Number(room) }];
  }).sort((a, b) => b.held / b.room - a.held / a.room);
  if (failed === null || fullest === undefined || fullest.held === 0) return failed;
  const { held, room } = fullest;
  return joined([failed, `Its buffer holds up to ${held.toLocaleString('en-US')} of ${room.toLocaleString('en-US')} `
    + `metrics (${Math.floor(100 * held / room)} %)${held < room ? ', so it is not full in these lines' : ''}.`]);
}
