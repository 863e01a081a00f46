/**
 * Blocks of a Prometheus TSDB as `meta.json` and /api/v1/status/tsdb/blocks describe them. Untrusted text: read field
 * by field, bounded.
 */
import type { BlockMeta, CompactionRun } from '../../../core/contract/facts.ts';

/** Number of newest blocks kept of a list. */
const MAX_BLOCKS = 1000;
const MAX_PARENTS = 100;
const STALE_HINTS = ['from-stale-series', 'from-selected-series'];
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function isUlid(text: unknown): text is string {
  return typeof text === 'string' && ULID.test(text);
}

/**
 * Returns the start of writing a block, ms since the epoch, from the first ten characters of its ULID; NaN if it is not
 * one.
 */
export function ulidTimeMs(ulid: string): number {
  if (!isUlid(ulid)) return NaN;
  let ms = 0;
  for (let i = 0; i < 10; i++) ms = ms * 32 + CROCKFORD.indexOf(ulid.charAt(i));
  return ms;
}

/** Reads one `meta.json`; null if it lacks required fields. Unreadable optional fields are null or empty. */
function readBlockMeta(meta: unknown): BlockMeta | null {
  const fields = record(meta);
  const bounds = boundsOf(fields);
  if (bounds === null) return null;
  const compaction = record(fields.compaction);
  const stats = record(fields.stats);
  const level = wholeNumber(compaction.level);
  const hints: unknown[] = Array.isArray(compaction.hints) ? compaction.hints.slice(0, MAX_PARENTS) : [];
  const parents = Array.isArray(compaction.parents) ? compaction.parents.slice(0, MAX_PARENTS) : [];
  return {
    ...bounds,
    level: level !== null && level >= 1 && level <= 100 ? level : 1,
    parents: parents.map((parent: unknown) => boundsOf(record(parent))).filter((parent) => parent !== null)
      .sort((a, b) => a.minTimeMs - b.minTimeMs),
    samples: wholeNumber(stats.numSamples),
    series: wholeNumber(stats.numSeries),
    ...(hints.includes('from-out-of-order') ? { outOfOrder: true } : {}),
    ...(STALE_HINTS.some((hint) => hints.includes(hint)) ? { staleSeries: true } : {}),
  };
}

/** Reads the `data` of /api/v1/status/tsdb/blocks: at most the newest 1000, oldest first; null if it is not a list. */
export function readBlockList(data: unknown): BlockMeta[] | null {
  const { blocks } = record(data);
  if (!Array.isArray(blocks)) return null;
  const read = blocks.slice(0, 100_000).map(readBlockMeta).filter((block) => block !== null);
  return read.sort((a, b) => (a.ulid < b.ulid ? -1 : 1)).slice(-MAX_BLOCKS);
}

/**
 * Returns the `meta.json` files in a text, one after the other (as `cat` writes them), each once, oldest first, at most
 * the newest 1000; `objects` counts all objects. null: the text does not begin like one.
 */
export function readBlockMetas(text: string): { blocks: BlockMeta[]; objects: number } | null {
  if (!/^\s*\{\s*"(?:ulid|version|minTime)"/.test(text)) return null;
  const blocks = new Map<string, BlockMeta>();
  let objects = 0;
  for (const object of jsonObjects(text)) {
    objects++;
    const block = readBlockMeta(object);
    if (block !== null) blocks.set(block.ulid, block);
  }
  if (blocks.size === 0) return null;
  return { blocks: [...blocks.values()].sort((a, b) => (a.ulid < b.ulid ? -1 : 1)).slice(-MAX_BLOCKS), objects };
}

/** Yields the top-level objects; skips one that cannot be parsed; one that is cut off ends the text. */
function* jsonObjects(text: string): Generator<unknown> {
  let [depth, from, isText, isEscaped] = [0, 0, false, false];
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    if (isText) {
      if (isEscaped) isEscaped = false;
      else if (letter === '\\') isEscaped = true;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === '{') { if (depth++ === 0) from = i; }
    else if (letter === '}' && depth > 0 && --depth === 0) {
      const object = parsed(text.slice(from, i + 1));
      if (object !== null) yield object;
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Untrusted text that is not JSON is expected here; anything else is a bug.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns the compaction that wrote each block: its start is in the ULID, its end is unknown. */
export function runsOfBlocks(blocks: readonly BlockMeta[]): CompactionRun[] {
  return blocks.map((block) => ({
    source: 'blocks', kind: block.level > 1 || block.parents.length > 0 ? 'merge'
      : block.outOfOrder === true ? 'out-of-order' : block.staleSeries === true ? 'stale-series' : 'head',
    startMs: ulidTimeMs(block.ulid), endMs: null, block,
  }));
}

function boundsOf(fields: Record<string, unknown>): { ulid: string; minTimeMs: number; maxTimeMs: number } | null {
  const [minTimeMs, maxTimeMs] = [wholeNumber(fields.minTime), wholeNumber(fields.maxTime)];
  if (!isUlid(fields.ulid) || minTimeMs === null || maxTimeMs === null || maxTimeMs < minTimeMs) return null;
  return { ulid: fields.ulid, minTimeMs, maxTimeMs };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns a time or a count; null for values beyond any date. */
function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 8.64e15 ? value : null;
}
