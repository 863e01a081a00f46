/** Reports which inserts VictoriaMetrics turned away because too many ran at once, and by which limits. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { unsentNodes } from '../nodes/hangingNode.ts';
import { atTime, type Entry } from './entries.ts';

const TURNED_AWAY = new RegExp(/cannot process insert request for (\d{1,6}(?:\.\d{1,9})?) seconds because /.source
  + /(\d{1,6}) concurrent insert requests are executed/.source);
const LIMIT = /(?:^|\s)-{1,2}maxConcurrentInserts[= ]"?(\d{1,6})(?=["\s]|$)/;

/** Whether a line is of such an insert. */
export const isTurnedAway = (line: string): boolean => TURNED_AWAY.test(line);

/** Returns how many inserts waited for how long, and what to look at; null without one. */
export function queuedInserts(entries: readonly Entry[], text: string): string | null {
  const all = entries.filter(({ message }) => TURNED_AWAY.test(message));
  const [first] = all;
  const [, waited = '', running = ''] = TURNED_AWAY.exec(first?.message ?? '') ?? [];
  if (first === undefined) return null;
  const subject = all.length === 1 ? 'It turned away an insert' : `It turned away ${all.length} inserts`;
  const each = all.length === 1 ? ' that had' : ', the first of which had';
  const isSet = LIMIT.exec(text)?.[1] === running;
  const nodes = unsentNodes(entries.map(({ line }) => line));
  const step = nodes.length > 0 ? `Its sends to ${nodes.length === 1 ? nodes.join('') : `${nodes.length} storage nodes`
  } fail: mend that first, since inserts that wait for them take the places, and with a higher limit more wait.`
    : `${isSet ? 'Raise that flag or leave it out' : 'Raise that flag'
    } if there is CPU to spare, else give more CPUs or send less.`;
  return `${subject}${each} waited ${formatSeconds(Number(waited))} (-insert.maxQueueDuration)${
    atTime(first)}, because ${running} ran already, as many as -maxConcurrentInserts allows${
    isSet ? `: the text sets it to ${running}` : ''}. ${step}`;
}
