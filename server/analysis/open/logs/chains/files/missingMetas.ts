/** Names all blocks without meta.json in the lines, and says how old they are. Pure; bounded. */
import { ulidTimeMs } from '../../../../../data/metrics/blockMeta.ts';
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { middleGap, timeOf } from '../../../look/factTools.ts';
import { blocksMeaning, NO_META } from '../../said/walMeanings.ts';

const SKIPS = /\bmeta\.json for a block during reload\. Skipping/;
const DAY_SECONDS = 86_400;
/** Maximum gap between two blocks of one series of failures, each of which wrote a block. */
const MAX_GAP_SECONDS = 3600;
const MIN_SERIES = 3;

/** The meaning of a block whose meta.json is there but cannot be read; it names no block. */
const UNREADABLE = /A block has no meta\.json that can be read, and its data are not loaded: [^.]{1,100}\./;
const OF_BLOCK = /\bmeta\.json for a block\b.{0,200}?\bdir"?[=:] ?"?\S{0,300}?([0-9A-HJKMNP-TV-Z]{26})\b/;
const MAX_BLOCKS = 5;

/** Returns facts with the names of the blocks whose meta.json cannot be read. */
function withUnreadable(facts: string, lines: readonly string[]): string {
  const own = lines.filter((line) => OF_BLOCK.test(line));
  const ids = [...new Set(own.flatMap((line) => OF_BLOCK.exec(line)?.[1] ?? []))];
  if (ids.length === 0 || !UNREADABLE.test(facts)) return facts;
  const more = ids.length > MAX_BLOCKS ? ` and ${ids.length - MAX_BLOCKS} more` : '';
  const named = ids.length === 1 ? `That is the block ${ids.join('')}`
    : `Those are ${ids.length} blocks: ${ids.slice(0, MAX_BLOCKS).join(', ')}${more}`;
  const isSkipped = own.every((line) => SKIPS.test(line));
  return facts.replace(UNREADABLE, (said) => `${said} ${named}${
    isSkipped ? `; Prometheus skips ${ids.length === 1 ? 'it' : 'them'} and runs on` : ''}.${
    ageText(ids, Math.min(...own.map(timeOf).filter(Number.isFinite)))}`);
}

const at = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

/** Says when the blocks were begun, if that is long before the lines; '' for newer ones. */
function ageText(ids: readonly string[], seconds: number): string {
  const born = ids.map((id) => ulidTimeMs(id) / 1000).sort((a, b) => a - b);
  const [first, last] = [born[0] ?? NaN, born.at(-1) ?? NaN];
  const age = seconds - last;
  if (!(age > DAY_SECONDS)) return '';
  const gap = middleGap(born) ?? NaN;
  const often = ids.length >= MIN_SERIES && gap < MAX_GAP_SECONDS && last - first < ids.length * MAX_GAP_SECONDS
    ? `, about ${formatSeconds(gap)} apart, as by a process that failed again and again then` : '';
  const when = ids.length === 1 ? `it was begun at ${at(first * 1000)}`
    : `they were begun from ${at(first * 1000)} on${often}`;
  return ` By ${ids.length === 1 ? 'its id' : 'their ids'}, ${when}: ${
    formatSeconds(age)} before these lines, so nothing newer is concerned.`;
}

/** Returns facts that name each of the blocks, and say whether the server goes on without them. */
export function withMissingMetas(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null) return null;
  const own = lines.filter((line) => NO_META.test(line));
  const ids = [...new Set(own.flatMap((line) => NO_META.exec(line)?.[1] ?? []))];
  const [first] = ids;
  const told = ids.find((id) => facts.includes(blocksMeaning([id], false)));
  if (first === undefined || told === undefined) return withUnreadable(facts, lines);
  const isSkipped = own.every((line) => SKIPS.test(line));
  const times = own.map(timeOf).filter(Number.isFinite);
  return facts.replace(blocksMeaning([told], false),
    () => `${blocksMeaning(ids, isSkipped)}${ageText(ids, Math.min(...times))}`);
}
