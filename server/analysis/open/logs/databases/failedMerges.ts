/** Reports a compaction of InfluxDB 1 that failed, and one that begins again with the same files. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { ends, joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { momentOf } from '../said/lines/moments.ts';
import { meaningOf } from '../said/meanings.ts';
import { atTime, secondsBetween, type Entry } from '../ordinary/entries.ts';

const BEGINS = /\b(?:beginning (?:(full|optimize|level \d) )?compaction|TSM compaction \(start\))/i;
/** A file of a compaction, by its database, its shard and its name. */
const FILE = /[/\\]([^/\\\s]{1,120})[/\\][^/\\\s]{1,120}[/\\](\d{1,9})[/\\](\d{9}-\d{9}\.tsm)\b/;
const OF_COMPACTION = /\bcompacting (?:full|level|optimize|file)\b/i;
/** Its first word may be read as the level of the line. */
const FAILED = /(?:\berror |^)(?:replacing new|compacting) TSM files\b/i;
/** The error behind such a message, without the keys behind it. */
const ERROR = /\b(?:replacing new|compacting) TSM files: (\S[^\n]{0,300}?)(?= engine=|$)/i;
const KEYS = / engine=\S{1,40}$/;
const MAX_ENTRIES = 5000;
/** The error of a refused mapping. */
export const MAPPED = /cannot allocate memory/i;
/** What that means for InfluxDB, with the step. */
export const ADDRESS_SPACE = 'InfluxDB maps each TSM file into its address space, and the kernel refused that: on a '
  + '32-bit host (uname -m says armv7l or i686) the address space is full, which needs a 64-bit system or less data; '
  + 'else look at vm.max_map_count, ulimit -v and free memory.';

interface Compaction {
  begun: Entry; kind: string; files: Set<string>; database: string; shard: string;
  failed: { entry: Entry; error: string } | null;
}

/** Returns the compactions of a log in the order of their lines, each with its files. */
function compactionsOf(entries: readonly Entry[]): Compaction[] {
  const all: Compaction[] = [];
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const last = all.at(-1);
    const begins = BEGINS.exec(entry.message);
    if (begins !== null) {
      const kind = (begins[1] ?? entry.fields['tsm1_strategy'] ?? '').toLowerCase();
      all.push({ begun: entry, kind, files: new Set(), database: '', shard: '', failed: null });
    } else if (last !== undefined && last.failed === null && OF_COMPACTION.test(entry.message)) {
      const [, database = '', shard = '', file] = FILE.exec(entry.line) ?? [];
      if (file === undefined) continue;
      last.files.add(file);
      [last.database, last.shard] = [database, shard];
    } else if (last !== undefined && FAILED.test(entry.message)) {
      last.failed ??= { entry, error: ERROR.exec(entry.message)?.[1] ?? entry.fields['error'] ?? '' };
    }
  }
  return all;
}

const isAgain = (next: Compaction | undefined, failed: Compaction): boolean => next !== undefined
  && next.files.size > 0 && next.shard === failed.shard && [...next.files].every((file) => failed.files.has(file));

const ABORTED = /\baborted (?:full|optimize|level \d) compaction group \(\d{1,6}\)\. compaction in progress/i;

/** The end of a line from which two compactions are the same. */
const begunIn = ({ message }: Entry): string => message.slice(message.search(BEGINS));

/** Says that compactions are aborted and begin again, which gains nothing; null without both. */
export function abortedMerges({ lines, stamps }: Look): string | null {
  // Lines that are the same are tries of one second, and no copies.
  const some = lines.slice(0, MAX_ENTRIES).map((line, i): Entry =>
    ({ line, message: line, fields: {}, moment: momentOf(line, stamps[i] ?? null) }));
  const first = some.findIndex(({ message }) => ABORTED.test(message));
  if (first < 0) return null;
  const begun = some.slice(0, first).findLast(({ message }) => BEGINS.test(message));
  const again = some.slice(first + 1).find(({ message }) => BEGINS.test(message));
  if (begun === undefined || again === undefined || begunIn(begun) !== begunIn(again)) return null;
  const count = some.filter(({ message }) => ABORTED.test(message)).length;
  const [, database, shard] = some.slice(0, first).flatMap(({ line }) => FILE.exec(line) ?? []);
  const pause = secondsBetween(begun, again);
  return `Compactions${shard === undefined ? '' : ` of shard ${shard} of the database ${database}`} were aborted ${
    count === 1 ? 'once' : `${count} times`}, because a compaction of the same files is in progress or left its file${
    pause === null ? '' : `; the same one began again ${pause < 1 ? 'within the same second' : `${
      formatSeconds(pause)} later`}`}. Such a loop writes files again and again, which may fill the disk: look for `
    + 'the first error before it, then stop InfluxDB, and remove the leftover .tsm.tmp files of that shard.';
}

/** Describes the first compaction that failed; null without one. `told`: the facts on the errors of the log. */
export function failedMerges(entries: readonly Entry[], told: string | null): string | null {
  const all = compactionsOf(entries);
  const failed = all.filter((one) => one.failed !== null);
  const [first] = failed;
  if (first?.failed === undefined || first.failed === null || first.shard === '') return null;
  const { entry, error } = first.failed;
  const next = all[all.indexOf(first) + 1];
  const [took, pause] = [secondsBetween(first.begun, entry), secondsBetween(entry, next?.begun)];
  const kind = first.kind === '' ? 'compaction' : `${first.kind} compaction`;
  const what = `The ${kind} of shard ${first.shard} of the database ${first.database} (${first.files.size} ${
    first.files.size === 1 ? 'file' : 'files'})`;
  const isTold = told !== null && FAILED.test(told);
  const means = isTold ? null : MAPPED.test(error) ? ADDRESS_SPACE : meaningOf(error);
  return joined([
    `${what} failed${atTime(entry)}${took === null ? '' : `, ${formatSeconds(took)} after it began`}${
      isTold ? '' : `: "${ends(entry.message.replace(KEYS, ''))}"`}.`,
    isAgain(next, first)
      ? `It began again${pause === null ? '' : ` ${formatSeconds(pause)} later`} with the same ${
        first.files.size === 1 ? 'file' : 'files'}: a loop, in which each try costs time and gains nothing.`
      : null,
    failed.length < 2 ? null : `${failed.length} compactions failed.`, means,
  ]);
}
