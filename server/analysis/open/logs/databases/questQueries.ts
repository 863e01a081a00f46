/** Reports failed queries of QuestDB with their error number, its meaning, and the related lines of the text. Pure. */
import { joined, quoted, timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { errnoWords } from '../figures/errnos.ts';
import { meaningBeside } from '../said/meanings.ts';
import { momentOf, timesOf } from '../said/lines/moments.ts';

const FAILED = /\berror \[msg=`([^`\n]{1,900})`(?:, errno=(-?\d{1,4}))?, q=`([^`\n]{1,1500})/;
const MAP = /\bcould not (?:mmap|mremap)\b/;
const SIZE = /\bsize=(\d{1,15})\b/;
/** A smaller map takes next to no memory, so that another limit refused it. */
const SMALL_BYTES = 2 ** 20;
const MAP_LIMIT = /\bmax_map_count\b(?:[ \t]{0,4}[=:][ \t]{0,4}|[ \t]{0,8}\r?\n[ \t>]{0,8})(\d{4,10})\b/;
const PARTITION = /\bpartitionIndex=(\d{1,9}), partitionCount=(\d{1,9})\b/g;
/** Minimum number of partitions whose files reach the limit of maps. */
const MANY_PARTITIONS = 1000;

/** Returns what the failed queries of a log are, and the log without them; null without any. */
export function failedQueries(look: Look): { facts: string | null; rest: Look } | null {
  const all = timedLines(look).flatMap(({ line, stamp }) => {
    const [, message = '', errno, query = ''] = FAILED.exec(line) ?? [];
    return message === '' ? []
      : [{ message: message.replaceAll(/ {2,}/g, ' '), errno, query, at: momentOf(line, stamp) }];
  });
  const [first] = all;
  if (first === undefined) return null;
  const words = errnoWords(Number(first.errno));
  const number = first.errno === undefined || first.errno === '0' ? ''
    : ` (errno ${first.errno}${words === null ? '' : `, ${words}`})`;
  const isKept = look.lines.map((line) => !FAILED.test(line));
  return {
    facts: joined([
      all.length === 1 ? `A query failed${timesOf([first.at])}: ${quoted(first.message)}${number}, in ${
        quoted(first.query)}.`
        : `${all.length} queries failed${timesOf(all.map(({ at }) => at))}; the first: ${quoted(first.message)}${
          number}, in ${quoted(first.query)}.`,
      MAP.test(first.message) && first.errno === '12' ? refusedMap(first.message, look.text)
        : meaningBeside(`${first.message} ${words ?? ''}`),
    ]),
    rest: {
      ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
      cuts: look.cuts.filter((_, i) => isKept[i]),
    },
  };
}

/** Explains a memory map that was refused: by its size, the limit in the text, and the partitions that were read. */
function refusedMap(message: string, text: string): string | null {
  const size = Number(SIZE.exec(message)?.[1] ?? NaN);
  if (!(size < SMALL_BYTES)) return meaningBeside('cannot allocate memory');
  const limit = MAP_LIMIT.exec(text)?.[1];
  const [, index, count] = [...text.matchAll(PARTITION)].at(-1) ?? [];
  return joined([
    `A map of ${size.toLocaleString('en-US')} bytes takes next to no memory, so the process has as many memory maps as `
      + `vm.max_map_count allows${limit === undefined ? '' : ` (${limit} in this text)`}: raise it on the host with `
      + 'sysctl, also of a container.',
    Number(count) < MANY_PARTITIONS || index === undefined ? null
      : `The reader was at partition ${Number(index).toLocaleString('en-US')} of ${
        Number(count).toLocaleString('en-US')}, each with several mapped files: query a shorter range, or partition `
        + 'the table by a longer unit.',
  ]);
}
