/** Compares the retention by size of a TSDB whose disk is full with that disk, if the text has both. Pure; bounded. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { FULL } from './faults.ts';

const SIZE = String.raw`(\d[\d.]{0,18}) ?(bytes|[KMGTP]i?B?|B)\b`;
const BY_SIZE = String.raw`\b(?:size(?:-based)? retention|retention (?:by |of )?size)\b`;
const RETENTION: readonly RegExp[] = [
  new RegExp(String.raw`\bretention\.size["']?(?: {0,3}[=:] {0,3}|[ \t]{1,4})["']?${SIZE}`, 'i'),
  new RegExp(String.raw`\bretentionSize["']?: {0,3}["']?${SIZE}`),
  new RegExp(String.raw`${BY_SIZE}[^\n]{0,100}?(?<![\d.])${SIZE}`, 'i'),
];
const STATED_PERCENT = new RegExp(String.raw`${BY_SIZE}[^\n]{0,60}?\b(\d{2,3}) ?% of (?:the |my |our )?`
  + String.raw`(?:disk|volume|storage|PVC?)\b`, 'i');
const DISK: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:disk|volume|PVC?)(?: size)?(?: is| of| has|:| =|=){1,2} {0,2}(?:only )?${SIZE}`, 'i'),
  new RegExp(String.raw`(?<![\d.])${SIZE}(?: of)? (?:disk|volume|PVC?)\b`, 'i'),
  new RegExp(String.raw`^[ \t]{2,40}storage: {0,3}["']?${SIZE}`, 'm'),
];
const POWERS = 'bkmgtp';
/** From this portion of the disk on, too little is left beside the blocks; beyond the second, it is of another disk. */
const MIN_PORTION = 0.86;
const MAX_PORTION = 1.5;
const MAX_CHARS = 64 * 1024;
/** A block of the TSDB that could not be written, or its WAL. */
const OF_TSDB = /\b(?:persist head|head could not be written|compactions? failed|compact head|write to WAL)\b/i;

/** The size of the blocks by a list of promtool, as the facts tell it, and by a metric. */
const LISTED = /\bsamples in (\d[\d.]{0,9}) ([KMGT])iB\b/;
const METRIC = /\bprometheus_tsdb_storage_blocks_bytes(?:\{[^}\n]{0,300}\})?[ =:]{1,4}(\d[\d.e+]{0,20})/;
/** Sizes in facts are rounded to three digits. */
const ROUNDED = 1.005;

/** Says that the blocks are above the limit already; "" if the text does not show it. */
function aboveLimit(facts: string, text: string, limit: Size | null): string {
  const [, listed, unit = ''] = LISTED.exec(facts) ?? [];
  const counted = Number(METRIC.exec(text)?.[1] ?? NaN);
  const bytes = listed === undefined ? counted : Number(listed) * 1024 ** POWERS.indexOf(unit.toLowerCase());
  return limit === null || !(bytes > ROUNDED * limit.bytes) ? ''
    : ` Its blocks have ${formatBytes(bytes)}, more than that limit.`;
}

interface Size { bytes: number; text: string }

function sizeIn(text: string, patterns: readonly RegExp[]): Size | null {
  for (const pattern of patterns) {
    const [, value = '', unit = ''] = pattern.exec(text) ?? [];
    const power = POWERS.indexOf(unit.charAt(0).toLowerCase());
    // Prometheus counts GB as GiB, and so do most who write of a disk.
    if (value !== '' && power >= 0)
      return { bytes: Number(value) * 1024 ** power, text: `${value}${unit === 'bytes' ? ' ' : ''}${unit}` };
  }
  return null;
}

/** Returns why a retention by size does not keep a disk from filling up; null if the text does not show it. */
export function sizeRetention(facts: string, text: string): string | null {
  if (!FULL.test(facts) || !OF_TSDB.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const [limit, disk] = [sizeIn(head, RETENTION), sizeIn(head, DISK)];
  const stated = STATED_PERCENT.exec(head)?.[1];
  const portion = limit !== null && disk !== null ? limit.bytes / disk.bytes
    : stated === undefined ? NaN : Number(stated) / 100;
  if (!(portion >= MIN_PORTION && portion <= MAX_PORTION)) return null;
  const amounts = limit === null || disk === null ? '' : `, ${limit.text} of ${disk.text}`;
  return `Retention by size is ${Math.round(100 * portion)} % of the disk${amounts}: the rest does not hold the WAL, `
    + 'the chunks of the head and the block that is being written, and old blocks are deleted only after a '
    + `compaction that succeeds, so nothing is deleted while it fails.${aboveLimit(facts, head, limit)} `
    + 'Delete the oldest block folder by hand or '
    + 'enlarge the volume, then set retention by size to at most 80 to 85 % of it.';
}
