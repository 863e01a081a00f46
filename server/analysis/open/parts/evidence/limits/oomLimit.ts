/** Tells the memory limit of a container that exceeded it, and what in its log does not fill the memory. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';

const KILLED = /\bOOMKilled\b|\bexceeded its memory limit\b/;
const AMOUNT = String.raw`["']?(\d{1,12}(?:\.\d{1,3})?(?:[KMGT]i?|[kmgt]b?)?)["']?`;
/** As JSON and as YAML has it: the memory right below the limits, or behind the CPU. */
const LIMITS: readonly RegExp[] = [
  new RegExp(String.raw`"limits" ?: ?\{(?:[^{}\n]{0,120}, ?)?"memory" ?: ?${AMOUNT}`, 'g'),
  new RegExp(String.raw`^[ \t]{0,40}limits:[ \t]{0,8}\n(?:[ \t]{1,60}(?:cpu|ephemeral-storage):[^\n]{1,40}\n){0,2}`
    + String.raw`[ \t]{1,60}memory:[ \t]{1,20}${AMOUNT}[ \t]{0,8}$`, 'gm'),
];
const REFUSED = /\bError on ingesting (?:out-of-order samples|samples with different value but same timestamp)/;
/** Lines of a Prometheus that stores samples. */
const STORES = /\b(?:Starting TSDB|TSDB started|WAL segment loaded|Head GC completed)\b/;
/** An image of a container, whose limits may be those of another one. */
const IMAGE = /^\s{0,40}(?:- )?image: |"image" ?:/gim;
const NOT_STORED = 'The refused samples do not fill the memory, because they are not stored: see how many series the '
  + 'head has (prometheus_tsdb_head_series), and which metrics and labels make most of them (/tsdb-status).';
const MAX_CHARS = 128 * 1024;

/** Returns the limit of a text that gives one only, and that refused samples take no memory; null without both. */
export function oomLimit(facts: string, text: string): string | null {
  if (!KILLED.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const [limit, other] = new Set(LIMITS.flatMap((pattern) => [...head.matchAll(pattern)].map(([, value]) => value)));
  const isOfOne = (head.match(IMAGE)?.length ?? 0) < 2;
  const told = limit === undefined || other !== undefined || !isOfOne || facts.includes(limit) ? ''
    : `In the text, the memory limit is ${/^\d+$/.test(limit) ? formatBytes(Number(limit)) : limit}. `;
  const refused = REFUSED.test(facts) && STORES.test(head) ? NOT_STORED : '';
  return `${told}${refused}`.trim() || null;
}
