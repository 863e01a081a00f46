/** Recognizes listings of a data folder (`ls -l`, `du`, `tree`, `promtool tsdb list`) and summarizes blocks and WAL. */
import { joined } from '../look/factTools.ts';
import { blockTimes } from './blocks/blockTimes.ts';
import { isFromStart, walFacts } from './blocks/walListing.ts';
import { emptyCheckpoint, OF_EMPTY_CHECKPOINT } from './blocks/emptyFolders.ts';
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { LIKELY, when, type Format } from '../look/format.ts';
import { counted } from '../look/named.ts';
import { BUCKET_ROW, bucketFacts, listFacts } from './blockLists.ts';
import { LIST_ROW } from './blocks/listRows.ts';

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const SEGMENT = /^\d{8}$/;
/** Row of `ls -l`: mode, links, owner, group, size, time, name. */
const LS_LINE = new RegExp([
  String.raw`^[-dlrwxst+.@]{10,12}\s+\d{1,6}\s+\S+\s+(?:\S+\s+)?([\d.,]+[KMGTkB]?i?B?)\s+`,
  String.raw`((?:[A-Z][a-z]{2}\s+\d{1,2}|\d{1,2}\s+[A-Z][a-z]{2})\s+[\d:]{4,5}`,
  String.raw`|\d{4}-\d\d-\d\d\s+[\d:.]{5,18}(?:\s+[-+]\d{4})?)`,
  String.raw`\s+(\S.{0,300}?)\/?\s*$`,
].join(''), 'gm');
/**
 * Row of `du`; excludes values of other columns and frame numbers (`0.`). A dot may be separate from its path. Marks of
 * bold text may stand around the row.
 */
const DU_LINE = new RegExp([
  String.raw`^(?:\. )?\*{0,2}(?!\d+\.\s)([\d.]+[KMGT]?i?B?)[^\S\n]+(?:\.[^\S\n]+)?(?:\S{0,1000}\/)?`,
  String.raw`(?!\d+\.\d+$|["\u201c'])([^\s/]{1,255}?)\/?\*{0,2}$`,
].join(''), 'gm');
/** A file and its size: `/data/wal/000051: 256M`. */
const FILE_SIZE = /^(\S{0,500}\/[^\s/:]{1,255}): ([\d.]{1,12}[KMGT]?i?B?)$/gm;
/** A name listed by `ls`, also in columns, or by object stores: `PRE 01ABC.../`, `s3://bucket/01ABC.../`. */
const STORE_WORD = /^(?:[a-z][\w+.-]{1,10}:\/\/\S{0,500}\/)?(?:\.\/)?([^\s/]{1,100})\/?$/;
const STORE_NAME = /^(?:wal|wbl|chunks_head|lock|queries\.active|snapshots|checkpoint\.\d+|0\d{7}|debug|thanos\.\S+)$/;
/** Words that are not names: folder marks, sizes, times, storage classes. */
const STORE_OTHER = new RegExp([
  String.raw`^(?:DIR|PRE|total|STANDARD|0B?|(?!\d{8}$)\d+(?:\.\d+)?[KMGT]?i?B?|\[?\d{4}-\d\d-\d\d`,
  String.raw`|\d\d:\d\d(?::\d\d)?|[A-Z]{3,4}\])$`,
].join(''));
/** Folders of VictoriaMetrics; `data` alone may belong to any program. */
const VM_FOLDER = /^(?:data|indexdb|big|small)$/;
const VM_MONTH = /^\d{4}_\d\d$/;
/** Name of a part: rows, blocks, times of the first and the last sample. */
const VM_PART = /^(\d{1,15})_\d{1,12}_\d{14}\.\d{3}_\d{14}\.\d{3}_[0-9A-F]{16}$/;
/** Row of Mimir's listblocks: creation time, time range, duration, and the size if requested. */
const MIMIR_ROW = new RegExp(String.raw`^[0-7][0-9A-HJKMNP-TV-Z]{25}\s+(?:\d{4}-\d\d-\d\dT[\d:]{8}Z\s+){3}`
  + String.raw`([\dhmsµn.]{2,20})(?:\s+(\d[\d.]{0,8} ?[KMGT]?i?B))?`, 'gm');
const PARTS_OF_VM = /\bindexdb\b|\bbig\b.*\bsmall\b/;
const FACTORS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
/** Listings whose largest entry is smaller are not summarized; each folder counts as 4 KiB. */
const SMALL_BYTES = 64 * 1024;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const DAY_MS = 86_400_000;

/** A listed file or folder; `.` is the folder itself. */
interface Entry { name: string; bytes: number; timeMs: number | null }

export const LISTINGS: readonly Format[] = [
  {
    id: 'folder-list', name: 'a listing of a folder', door: null,
    match: ({ head }) => when(entriesOf(head).length > 0, LIKELY),
    interest: ({ text }) => {
      const entries = entriesOf(text);
      return joined([folderFacts(entries, text), blockTimes(entries.map(({ name }) => name))]);
    },
    remedy: 'Open the log of the server’s last start (kubectl logs POD, also with --previous), or the meta.json '
      + 'files of its blocks.',
  },
  {
    id: 'du', name: 'the output of du', door: null,
    match: ({ head, lines }) => {
      const sizes = sizesOf(head);
      // Requires a unit or a path, which counts of other things do not have.
      return when(sizes.length * 2 > lines.length && (sizes.some(({ size }) => /[A-Z]/i.test(size))
        || fits(/^\d+\s+\.?\/|^\d+\s+\S+\//m, head)), LIKELY);
    },
    interest: ({ text }) => sizeFacts(sizesOf(text)) ?? largestPath(text),
    remedy: 'Open the meta.json files of the blocks (cat DATA/*/meta.json): the page Compaction draws them.',
  },
  {
    id: 'tree', name: 'the output of tree', door: null,
    match: ({ head }) => when(isTree(head), LIKELY),
    interest: ({ text }) => {
      const names = [...text.matchAll(/(?:\u2500\u2500|--) (\S{1,255})/g)].map(([, name = '']) => name);
      const entries = names.map((name) => ({ name, bytes: 0, timeMs: null }));
      return [countFacts(entries), partFacts(entries)].filter((part) => part !== null).join(' ') || null;
    },
    remedy: 'For sizes and times, open ls -l of the folder and of its wal.',
  },
  {
    id: 'file-sizes', name: 'a list of files with their sizes', door: null,
    match: ({ head, lines }) => when(allIn(FILE_SIZE, head).length * 2 > lines.length, LIKELY),
    interest: ({ text }) => {
      const files = allIn(FILE_SIZE, text)
        .map(([, path = '', size = '']) => ({ path, bytes: bytesOf(size), size })).sort((a, b) => b.bytes - a.bytes);
      const [largest] = files;
      const wal = files.filter(({ path }) => /\/wal\//.test(path));
      const blocks = new Set(files.flatMap(({ path }) => path.split('/').filter((part) => ULID.test(part)))).size;
      if (largest === undefined) return null;
      return `It lists ${plural(files.length, 'file')} with ${sizeOf(files)} in all${
        blocks === 0 ? '' : `, of ${plural(blocks, 'block')}`}${
        wal.length === 0 ? '' : ` and ${sizeOf(wal)} in the WAL`}; the largest has ${largest.size}.`;
    },
    remedy: 'Open the meta.json files of the blocks (cat DATA/*/meta.json): the page Compaction draws them.',
  },
  {
    id: 'bucket-inspect', name: 'the output of thanos tools bucket inspect', door: null,
    match: ({ head }) =>
      when(fits(/^[ \t]*\|\s+ULID\s+\|\s+FROM\s+\|\s+UNTIL\s+\|/m, head) || fits(BUCKET_ROW, head)),
    interest: ({ text }) => bucketFacts(text),
    remedy: 'Open the log of the compactor: it says why blocks are not compacted or downsampled.',
  },
  {
    id: 'tsdb-list', name: 'the output of promtool tsdb list', door: null,
    match: ({ head }) => when(fits(/^BLOCK ULID\s+MIN TIME\s+MAX TIME\s+(?:DURATION|NUM SAMPLES)/m, head)
      || allIn(LIST_ROW, head).length > 1),
    interest: ({ text }) => listFacts(text),
    remedy: 'Open the meta.json files of the blocks (cat DATA/*/meta.json): the page Compaction draws them.',
  },
  {
    id: 'mimir-blocks', name: 'the output of listblocks of Mimir', door: null,
    match: ({ head }) => when(allIn(MIMIR_ROW, head).length > 0, { confidence: 'certain', program: 'Mimir' }),
    interest: ({ text }) => {
      const rows = allIn(MIMIR_ROW, text);
      const shards = new Set([...text.matchAll(/__compactor_shard_id__="([^"\n]{1,20})"/g)].map(([, shard]) => shard));
      const size = sizeOf(rows.map(([, , bytes = '0']) => ({ bytes: bytesOf(bytes.replace(' ', '')) })));
      return `It lists ${plural(rows.length, 'block')}${rows[0]?.[2] === undefined ? '' : ` with ${size} in all`}`
        + `${shards.size === 0 ? '' : `, of ${plural(shards.size, 'shard')} of the compactor`}.`;
    },
    remedy: 'Open the log of the compactor, or the meta.json files of the blocks: the page Compaction draws them.',
  },
  {
    id: 'block-names', name: 'a list of blocks of a data folder or a bucket', door: null,
    match: ({ head }) => {
      if (!fits(/[0-7][0-9A-HJKMNP-TV-Z]{25}/, head)) return null;
      const names = namesOf(head);
      const known = names.filter((name) => ULID.test(name.slice(0, 26)) || STORE_NAME.test(name));
      return when(names.some((name) => ULID.test(name.slice(0, 26))) && known.length * 2 > names.length, LIKELY);
    },
    interest: ({ text }) => countFacts(namesOf(text).map((name) => ({ name, bytes: 0, timeMs: null }))),
    remedy: 'Open the meta.json files of the blocks: the page Compaction draws them; ls -l of wal shows its age.',
  },
];

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  let before = 0;
  for (const [, size = '', time = '', name = ''] of allIn(LS_LINE, text)) {
    if (name === '..') continue;
    const timeMs = timeOf(time, before);
    if (name !== '.') before = timeMs ?? before;
    entries.push({ name: name.replace(/^.*\//, ''), bytes: bytesOf(size), timeMs });
  }
  return entries;
}

function bytesOf(text: string): number {
  const [, value = '0', unit = ''] = /^([\d.,]+)([KMGT]?)/.exec(text.toUpperCase()) ?? [];
  return Number(value.replace(',', '.')) * (FACTORS[unit] ?? 1);
}

/** Parses a time; without a year, in the year that follows on from the time before. null if it has no clock time. */
function timeOf(text: string, beforeMs: number): number | null {
  if (/^\d{4}/.test(text)) return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}Z`) || null;
  const month = MONTHS.indexOf(/[A-Z][a-z]{2}/.exec(text)?.[0] ?? '-') / 3;
  const day = /\b(\d{1,2})\b(?!:)/.exec(text)?.[1];
  const clock = /(\d{1,2}):(\d\d)$/.exec(text);
  if (clock === null || day === undefined || month < 0) return null;
  const inYear = (year: number): number => Date.UTC(year, month, Number(day), Number(clock[1]), Number(clock[2]));
  const same = inYear(2000);
  return same + 200 * DAY_MS < beforeMs ? inYear(2001) : same;
}

function folderFacts(entries: readonly Entry[], text: string): string | null {
  const segments = entries.filter(({ name }) => SEGMENT.test(name));
  const itself = entries.filter(({ name }, i) => name === '.' && SEGMENT.test(entries[i + 1]?.name ?? ''));
  const checkpoint = emptyCheckpoint(text);
  const said = [
    countFacts(entries), checkpoint === null ? null : `${checkpoint} is empty: ${OF_EMPTY_CHECKPOINT}`,
    walFacts(segments, itself, isFromStart(entries)), emptyFacts(segments), chunkFacts(entries),
  ];
  const total = /^total (\d[\d.,]*[GT])\s*$/m.exec(text)?.[1];
  if (total !== undefined && segments.length > 0) said.push(`Its folder has ${total}iB in all.`);
  said.push(partFacts(entries));
  const facts = said.filter((part) => part !== null);
  const [largest] = entries.filter(({ name }) => name !== '.').toSorted((a, b) => b.bytes - a.bytes);
  if (facts.length > 0) return facts.join(' ');
  return largest === undefined || largest.bytes < SMALL_BYTES ? null : `It lists ${
    counted(entries.length, 'entry', 'entries')} with ${sizeOf(entries)} in all; the largest is ${largest.name} (${
    formatBytes(largest.bytes)}).`;
}

function partFacts(entries: readonly Entry[]): string | null {
  const rows = entries.map(({ name }) => VM_PART.exec(name)?.[1]).filter((row) => row !== undefined);
  return rows.length === 0 ? null : `It lists ${plural(rows.length, 'part')} of VictoriaMetrics with ${
    formatNumber(rows.reduce((sum, row) => sum + Number(row), 0) / 1e6)} million rows.`;
}

function countFacts(entries: readonly Entry[]): string | null {
  const blocks = entries.filter(({ name }) => ULID.test(name)).length;
  const unfinished = entries.filter(({ name }) => /\.tmp(?:-for-\w+)?$/.test(name)).map(({ name }) => name);
  const segments = entries.filter(({ name }) => SEGMENT.test(name)).length;
  const checkpoints = entries.filter(({ name }) => /^checkpoint\.\d+$/.test(name));
  const parts = [
    blocks === 0 ? '' : plural(blocks, 'block'), segments === 0 ? '' : plural(segments, 'WAL segment'),
    checkpoints.length === 0 ? '' : checkpoints.map(({ name }) => name).slice(-2).join(' and '),
  ].filter((part) => part !== '');
  if (parts.length === 0 && unfinished.length === 0) return null;
  const tail = unfinished.length === 0 ? ''
    : ` ${unfinished[0]} is unfinished: a compaction or checkpoint was still writing it, or was interrupted.`;
  return `It lists ${parts.length === 0 ? plural(unfinished.length, 'unfinished folder') : parts.join(', ')}.${tail}`;
}

/** Counts the chunk files (names of six digits) of chunks_head or of one block. */
function chunkFacts(entries: readonly Entry[]): string | null {
  const files = entries.filter(({ name }) => /^0\d{5}$/.test(name));
  const times = files.flatMap(({ timeMs }) => (timeMs === null ? [] : [timeMs]));
  if (files.length === 0) return null;
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  const span = times.length < 2 ? '' : `, written over ${formatSeconds(seconds)}`;
  return `It lists ${plural(files.length, 'chunk file')} of ${sizeOf(files)} in all${span}.`;
}

/** Reports empty segments: each start of the server begins one, and nothing was written after that start. */
function emptyFacts(segments: readonly Entry[]): string | null {
  const empty = segments.filter(({ bytes }) => bytes === 0).length;
  return empty < 2 ? null : `${empty} segments are empty: each start begins a new segment, so the server started `
    + 'again before it wrote, as in a crash loop.';
}

/** Returns the words that can be names, without `DIR` and `PRE` of object stores, sizes and times. */
function namesOf(text: string): string[] {
  return text.split(/\s+/, 100_000).flatMap((word) => {
    const name = STORE_WORD.exec(word)?.[1];
    return name === undefined || STORE_OTHER.test(name) ? [] : [name];
  });
}

/** Folders of what is not in blocks yet. */
const HEAD_PART = /^(?:wal|wbl|chunks_head|checkpoint\.\d{6,10})$/;

interface Size { name: string; bytes: number; size: string }

function sizesOf(text: string): Size[] {
  return allIn(DU_LINE, text).map(([, size = '', name = '']) => ({ name, bytes: bytesOf(size), size }));
}

function sizeFacts(sizes: readonly Size[]): string | null {
  const blocks = sizes.filter(({ name }) => ULID.test(name)).sort((a, b) => b.bytes - a.bytes);
  const [largest] = blocks;
  const months = sizes.filter(({ name }) => VM_MONTH.test(name)).sort((a, b) => b.bytes - a.bytes);
  const [month] = months;
  const named = sizes.filter(({ name }) => HEAD_PART.test(name)).sort((a, b) => b.bytes - a.bytes);
  const parts = [
    largest === undefined ? '' : `${plural(blocks.length, 'block')}, the largest ${largest.name} with ${largest.size}`,
    month === undefined ? ''
      : `${plural(months.length, 'monthly folder')}, the largest ${month.name} with ${month.size}`,
    ...named.map(({ name, size, bytes }) => `${name === 'wal' ? 'a WAL' : name} of ${size}${
      /^\d{5,15}$/.test(size) ? ` (${formatBytes(1024 * bytes)} if du counts KiB)` : ''}`),
    ...PARTS_OF_VM.test(sizes.map(({ name }) => name).join(' '))
      ? sizes.filter(({ name }) => VM_FOLDER.test(name)).map(({ name, size }) => `${name} of ${size}`) : [],
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `It lists ${parts.join(', ')}.`;
}

/** Returns the largest path, for folders of an unknown program. */
function largestPath(text: string): string | null {
  const rows = [...text.matchAll(/^([\d.]+[KMGT]?i?B?)\s+(\S{1,300})[ \t]*$/gm)]
    .map(([, size = '', path = '']) => ({ size, path, bytes: bytesOf(size) }))
    .filter(({ path }) => !/^(?:\.\/?|\/|total)$/.test(path)).sort((a, b) => b.bytes - a.bytes);
  // A path that comes again is of another listing, as of several buckets.
  const isOne = new Set(rows.map(({ path }) => path)).size === rows.length;
  return rows[0] === undefined || rows.length < 2 || !isOne ? null
    : `${rows[0].path} has most of those listed: ${rows[0].size}.`;
}

const sizeOf = (files: readonly { bytes: number }[]): string =>
  formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 || word === 'series' ? '' : 's'}`;

const TREE_ENTRY = /^(?:[\u2502 \u00a0]{0,200}[\u251c\u2514]\u2500\u2500|[| ]{0,200}[|`]--) (\S.{0,300})$/gm;
/** A name, with its size or a note if it has one; a key with a value, or a package with its version, is none. */
const TREE_NAME = /^(?:\[[^\]]{1,60}\]\s{1,4})?[^\s:@]{1,255}(?:\s{1,40}(?:[#(\u2190<]|<-|->).{0,300})?\s*$/;

/** Branches alone are also those of plans, of processes and of packages. */
function isTree(head: string): boolean {
  const entries = allIn(TREE_ENTRY, head).map(([, entry = '']) => entry);
  if (entries.length === 0) return false;
  return fits(/^\d{1,9} director(?:y|ies)(?:, \d{1,9} files?)?\s*$/m, head)
    || entries.filter((entry) => TREE_NAME.test(entry)).length * 2 > entries.length;
}
