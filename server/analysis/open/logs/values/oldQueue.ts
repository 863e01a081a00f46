/** Says that the chunks which wait for the disk in Prometheus 1 are near their limit, and what loads the disk. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import type { Look } from '../../look/look.ts';
import { entriesOf, secondsOf, type Entry } from '../ordinary/entries.ts';
import { limitsOf, shareText, type Filled } from '../ordinary/nearLimits.ts';

const MARK = /\bmaxChunksToPersist=/;
const NEAR_RATIO = 0.9;
const CHECKPOINT = /^Done checkpointing in-memory metrics and chunks in (\S{2,30}?)\.?$/;
const LONG_CHECKPOINT_SECONDS = 60;
/** Says that the server takes scrapes again, which a queue just below its limit ends soon. */
const ENDED = /does not need throttling anymore|left rushed mode/;
/** Words on a retention that was made shorter, and its new value. */
const SHORTER = new RegExp(/\bretention\b[^.\n]{0,80}?\b(?:decreas|reduc|lower|shorten|cut|chang|went)\w{0,4}\b/.source
  + /[^.\n]{0,60}?\bto (\d{1,6}(?:h|d|m|w)\b| ?\d{1,4} days)/.source, 'i');
/** A row of atop with what a process read and wrote. */
const ATOP_ROW = new RegExp(/^[ \t]{0,8}PID\b[^\n]{0,200}\bRDDSK[ \t]{1,12}WRDSK\b[^\n]{0,100}\n/.source
  + /([^\n]{10,300}\bprometheus[ \t]{0,40})$/.source, 'm');
const AMOUNTS = /\s(\d[\d.]{0,8}[KMGT])\s+(\d[\d.]{0,8}[KMGT])\s+\S{1,3}\s/;
const MAX_CHARS = 64 * 1024;

const counts = ({ value, limit }: Filled): string => `${value.toLocaleString('en-US')} of ${
  limit.toLocaleString('en-US')}`;

/** Returns how long the slowest checkpoint took; '' if none is slow. */
function checkpointText(entries: readonly Entry[]): string {
  const took = entries.flatMap(({ message }) => secondsOf(CHECKPOINT.exec(message)?.[1]) ?? []);
  const most = Math.max(0, ...took);
  return most < LONG_CHECKPOINT_SECONDS ? '' : `, and a checkpoint took ${formatSeconds(most)}`;
}

/** Returns that the queue is nearly full, with its causes that the text shows; null if it is not. */
export function oldQueue(look: Look): string | null {
  if (!MARK.test(look.bare)) return null;
  const entries = entriesOf(look);
  const limits = limitsOf(entries);
  const waiting = limits.find(({ key }) => key === 'chunksToPersist');
  if (waiting === undefined || waiting.value < NEAR_RATIO * waiting.limit || waiting.value > waiting.limit) return null;
  const { memoryChunks, maxToleratedMemChunks, maxMemoryChunks } = waiting.entry.fields;
  const [value, limit] = [Number(memoryChunks ?? NaN), Number(maxToleratedMemChunks ?? maxMemoryChunks ?? NaN)];
  const held = value >= 0 && limit > 0 ? { ...waiting, value, limit } : undefined;
  const isFree = held !== undefined && value < NEAR_RATIO * limit;
  const memory = held === undefined ? ''
    : ` Memory is ${isFree ? 'not the limit' : 'near its limit, too'}: ${counts(held)} chunks are held (${
      shareText(held)}).`;
  const head = look.text.slice(0, MAX_CHARS);
  const shorter = SHORTER.exec(head)?.[1]?.trim();
  const row = ATOP_ROW.exec(head)?.[1];
  const [, read, wrote] = row === undefined ? [] : AMOUNTS.exec(row) ?? [];
  const disk = wrote === undefined || read === undefined ? ''
    : ` In atop, prometheus read ${read} and wrote ${wrote}.`;
  const why = shorter === undefined ? ''
    : ` After the retention was cut to ${shorter}, Prometheus 1 drops the old chunks from the file of each series, `
      + 'which loads the disk until it is through all of them.';
  const moment = !ENDED.test(waiting.entry.message) ? ''
    : ' The line says that this has ended, but at this level it begins again soon.';
  return `The queue to the disk of Prometheus 1 is nearly full: ${counts(waiting)} chunks wait for it `
    + `(chunksToPersist, ${shareText(waiting)})${checkpointText(entries)}; at the limit it skips scrapes and rules.${
      moment}${memory}${disk}${why} The disk does not keep up: give it a faster one, scrape fewer series or less `
    + 'often, or checkpoint less often (-storage.local.checkpoint-interval); a higher '
    + '-storage.local.max-chunks-to-persist only helps for a while, and takes memory.';
}
