/** Says how checkpoints of the WAL that take long go on, and which one has no end in the lines. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { joined, timeOf } from '../../look/factTools.ts';

const BEGUN = new RegExp(/\bmsg="?[Cc]reating checkpoint"?[^\n]{0,200}?\bfrom_segment"?[=:] ?"?(\d{1,9})/.source
  + /[^\n]{0,40}?\bto_segment"?[=:] ?"?(\d{1,9})/.source);
const DONE = /\bmsg="?WAL checkpoint complete"?[^\n]{0,200}?\bduration"?[=:] ?"?([\dhms.µ]{2,30})/;
const MAX_LINE = 2000;
/** A shorter checkpoint is soon done, whatever the lines show of it. */
const MIN_SECONDS = 300;
const MIN_GROWING = 3;
const MAX_TOLD = 4;

interface Begun { time: number; from: string; to: string }

/** Returns times in their order, whatever that of the lines is. */
const inOrder = <T extends { time: number }>(some: readonly T[]): T[] =>
  some.filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time);

/** Returns the checkpoints that take long and longer, and the one that has not ended; null without either. */
export function longCheckpoints(whole: readonly string[]): string | null {
  const lines = whole.filter((line) => /checkpoint/i.test(line)).map((line) => line.slice(0, MAX_LINE));
  const done = inOrder(lines.flatMap((line) => {
    const ms = goDurationMs(DONE.exec(line)?.[1]);
    return ms === null ? [] : [{ time: timeOf(line), seconds: ms / 1000 }];
  }));
  const last = done.at(-1);
  if (last === undefined || last.seconds < MIN_SECONDS) return null;
  const open = inOrder(lines.flatMap((line): Begun[] => {
    const [, from, to] = BEGUN.exec(line) ?? [];
    return from === undefined || to === undefined ? [] : [{ time: timeOf(line), from, to }];
  })).findLast(({ time }) => time >= last.time);
  const isGrowing = done.length >= MIN_GROWING && done.every(({ seconds }, i) => seconds > (done[i - 1]?.seconds ?? 0));
  const told = done.slice(-MAX_TOLD).map(({ seconds }) => formatSeconds(seconds));
  return joined([
    isGrowing ? `Its checkpoints take longer each time: ${told.slice(0, -1).join(', ')}, then ${told.at(-1) ?? ''}.`
      : null,
    open === undefined ? null : `The checkpoint of the segments ${open.from} to ${open.to}, begun at ${
      new Date(open.time * 1000).toISOString().slice(11, 19)} UTC, has no end in the lines; the one before it took ${
      formatSeconds(last.seconds)}.`,
  ]);
}
