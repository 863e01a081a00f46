/** Adds up what a sender of logs gave up because a receiver refused it: batches, lines and bytes. Pure. */
import { counted, formatBytes } from '../../../../../core/text/format.ts';
import { joined, timeOf } from '../../look/factTools.ts';
import { spanText } from '../losses/lossPace.ts';

const SIZE = /while attempting to ingest '?(\d{1,9})'? lines totaling '?(\d{1,15})'? bytes/;
const GIVEN_UP = /\bfinal error sending batch\b/;
const AGAIN = /\berror sending batch, will retry\b/;
const LIMIT = /Ingestion rate limit exceeded[^(\n]{0,80}\(limit: (\d{1,15}) bytes\/sec\)/i;
const MAX_LINE = 2000;

interface Batch { key: string; lines: number; bytes: number }

const batchesOf = (lines: readonly string[], kind: RegExp): Batch[] => lines.flatMap((line) => {
  const [, count, bytes] = kind.test(line) ? SIZE.exec(line) ?? [] : [];
  return count === undefined || bytes === undefined ? []
    : [{ key: `${count} ${bytes}`, lines: Number(count), bytes: Number(bytes) }];
});

/** Returns what was given up, what was sent again, and the limit; null for lines that give up nothing. */
export function lostBatches(all: readonly string[]): string | null {
  const lines = all.map((line) => line.slice(0, MAX_LINE));
  const [lost, again] = [batchesOf(lines, GIVEN_UP), batchesOf(lines, AGAIN)];
  if (lost.length === 0) return null;
  const [count, bytes] = [lost.reduce((sum, one) => sum + one.lines, 0), lost.reduce((sum, one) => sum + one.bytes, 0)];
  const keys = new Set(lost.map(({ key }) => key));
  const span = spanText(count, lines.filter((line) => GIVEN_UP.test(line)).map(timeOf), 'lines');
  const others = new Set(again.map(({ key }) => key).filter((key) => !keys.has(key))).size;
  const limit = lines.map((line) => LIMIT.exec(line)?.[1]).findLast((one) => one !== undefined);
  return joined([
    `It gave up ${lost.length === 1 ? 'a batch' : `${lost.length} batches`}, whose ${counted(count, 'line')} (${
      formatBytes(bytes)}) ${span === '' ? 'are' : 'were'} lost${span}${again.length === 0 ? '' : `, after ${
      counted(again.length, 'refused try', 'refused tries')} in the lines`}.`,
    others === 0 ? null : `${others === 1 ? 'Another batch was' : `${others} other batches were`} refused, too, and `
      + 'not given up in the lines.',
    limit === undefined ? null : `The limit (${formatBytes(Number(limit))} per second) is one of all that the tenant `
      + 'sends, and not of a batch: raise ingestion_rate_mb and ingestion_burst_size_mb in limits_config of Loki, or '
      + 'send less. While it tries a batch again, it sends no other one, and falls behind.',
  ]);
}
