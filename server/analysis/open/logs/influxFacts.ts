/** Facts from logs of InfluxDB: how it ended, its start, compactions, snapshots of the cache, retention. */
import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';
import { isExcerpt } from '../../logs/excerpt/leftOut.ts';
import { distinct, joined } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';
import { abortedMerges, failedMerges } from './databases/failedMerges.ts';
import { fullCache, unmappedSnapshots, withoutSpace } from './databases/influxDisks.ts';
import { crashFacts } from './logFacts.ts';
import { entriesOf, secondsBetween, secondsOf, type Entry } from './ordinary/entries.ts';
import { hintsAlone } from './ordinary/setupHints.ts';
import { nothingFailed } from './said/quietFacts.ts';
import { partialWrites } from './values/partialWrites.ts';

/** A WAL file that is read; before 1.4 after the part's name, which the envelope reader may have removed. */
const WAL_FILE = /^\[cacheloader\]|service=cacheloader|^reading file \S{1,300}\.wal\b/;
const WAL_NAME = /(\/\S{0,280}\/)?(\d{1,9})\/_(\d{1,9})\.wal\b/;
const WAL_SIZE = /\.wal, size (\d{1,15})\b/;
const SHARD_OPENED = new RegExp([
  /"Opened shard"|\tOpened shard\t/,
  /^(?:\[store\] ?\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d )?\S{1,300}\/\d{1,9} opened in /,
].map(({ source }) => source).join('|'));
const DATA_FILE = /\/(\d{1,9})\/\d{9}-\d{9}\.tsm/;
const MAX_SHARDS = 6;
/** Lines that name failures matter more than what it did. */
const NAMES_FAILURES = /\blines? names? (?:a failure|failures)\b|\breads like one: "/;

/** Describes the error that ended InfluxDB, what it loaded and opened, its compactions and its snapshots. */
export function influxFacts(look: Look): string | null {
  const lines = distinct(look);
  const entries = entriesOf(look);
  const end = lines.flatMap((line) => /\brun: ((?:open|create) server: .{1,300})/.exec(line)?.[1] ?? []).at(-1);
  const hints = hintsAlone(look);
  const unmapped = unmappedSnapshots(entries);
  const all = hints === null ? crashFacts(look) : null;
  const said = unmapped === null ? all : withoutSpace(all);
  const failed = joined([unmapped, end === undefined ? null : `It ended with "${end.trim()}".`, said,
    failedMerges(entries, said), abortedMerges(look), fullCache(lines), partialWrites(look.text)]);
  const did = joined([
    shardFact(entries), loadFact(entries, isExcerpt(look.text)), compactionFact(entries), snapshotFact(entries),
    retentionFact(entries), listenFact(entries),
  ]);
  const quiet = hints ?? (failed === null && did !== null ? nothingFailed(look) : null);
  return joined(NAMES_FAILURES.test(quiet ?? '') ? [failed, quiet, did] : [failed, did, quiet]);
}

/** Names a shard by its folder, so that one which several starts open counts once. */
const SHARD_PATH = /\bpath"?[=:] ?"?(\/[^\s",]{1,300})|(?:^|\s)(\/\S{1,300}\/\d{1,9}) opened in /;

function shardFact(entries: readonly Entry[]): string | null {
  const opened = entries.filter(({ line }) => SHARD_OPENED.test(line));
  const took = opened.flatMap(({ line, fields }) =>
    secondsOf(fields['duration'] ?? /opened in (\S{1,40})/.exec(line)?.[1]) ?? []);
  const store = elapsed(entries.filter(({ message }) => message === 'Open store (end)'));
  const paths = opened.map(({ line, fields }) => {
    const found = SHARD_PATH.exec(line);
    return fields['path'] ?? found?.[1] ?? found?.[2] ?? '';
  });
  const shards = new Set(paths).size;
  const isAgain = took.length === opened.length && !paths.includes('') && shards < took.length;
  return joined([
    took.length === 0 ? null
      : isAgain ? `It opened ${shards} shard${shards === 1 ? '' : 's'} again at each start (${took.length} times in `
        + `all), the slowest in ${longest(took)}.`
        : `It opened ${counted(took, 'shard')}, ${took.length === 1 ? 'in' : 'the slowest in'} ${longest(took)}.`,
    store.length === 0 ? null : `Its store was open after ${longest(store)}.`,
  ]);
}

/** Describes the WAL files that are read into the cache; their numbers show which files the text leaves out. */
function loadFact(entries: readonly Entry[], isPart: boolean): string | null {
  const loaded = entries.filter(({ line }) => WAL_FILE.test(line));
  const files = loaded.flatMap(({ line }) => {
    const [, folder = '', shard, number] = WAL_NAME.exec(line) ?? [];
    return shard === undefined ? [] : [{ shard: `${folder}${shard}`, name: shard, number: Number(number) }];
  });
  if (loaded.length === 0) return null;
  const shards = [...new Set(files.map(({ shard }) => shard))];
  const took = secondsBetween(loaded[0], loaded.at(-1));
  const within = took === null || took === 0 ? '' : `, within ${formatSeconds(took)}`;
  const numbers = files.map(({ number }) => number);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (shards.length === 1 && last - first + 1 > loaded.length)
    return `It read the WAL of shard ${files[0]?.name} into the cache, files ${first} to ${last}${within}; the text `
      + `shows ${loaded.length} of them.`;
  const of = shards.length > 1 ? `, of ${shards.length} shards` : '';
  if (isPart) return `It read files of its WAL into the cache${of}${within}; the text leaves out lines.`;
  const sizes = loaded.flatMap(({ line }) => WAL_SIZE.exec(line)?.[1] ?? []).map(Number);
  const sum = sizes.length < 2 || sizes.length < loaded.length ? ''
    : `, ${formatBytes(sizes.reduce((total, size) => total + size, 0))} in all`;
  return `It read ${counted(loaded, 'file')} of its WAL into the cache${of}${sum}${within}.`;
}

function compactionFact(entries: readonly Entry[]): string | null {
  const own = entries.filter(({ fields, message }) =>
    fields['op_name'] === 'tsm1_compact_group' || /^TSM compaction \(/.test(message));
  const ended = elapsed(own.filter(({ message }) => message === 'TSM compaction (end)'));
  const traces = new Set(own.flatMap(({ fields }) => fields['trace_id'] ?? [])).size;
  const shards = [...new Set(own.flatMap(({ line }) => DATA_FILE.exec(line)?.[1] ?? []))]
    .sort((a, b) => Number(a) - Number(b));
  const started = own.filter(({ message }) => message === 'TSM compaction (start)').length;
  const seen = Math.max(traces, ended.length, started);
  if (seen === 0) return null;
  const of = shards.length === 0 ? '' : shards.length > MAX_SHARDS ? ` of ${shards.length} shards`
    : ` of shard${shards.length === 1 ? '' : 's'} ${shards.join(', ')}`;
  return `The text shows ${seen} TSM compaction${seen === 1 ? '' : 's'}${of}${ended.length === 0
    ? `; the end of ${seen === 1 ? 'it' : 'each'} is not in it` : seen === 1 ? `, which took ${longest(ended)}`
      : `, and the end of ${ended.length}, ${ended.length === 1 ? 'after' : 'the longest after'} ${longest(ended)}`}.`;
}

/** Describes snapshots of the cache, which are logged by path and as an operation. */
function snapshotFact(entries: readonly Entry[]): string | null {
  const written = entries.filter(({ message }) => message === 'Snapshot for path written');
  const all = written.length > 0 ? written : entries.filter(({ message }) => message === 'Cache snapshot (end)');
  const took = elapsed(all);
  if (all.length === 0) return null;
  // It states the end of a snapshot whose writing failed, too.
  const failed = entries.filter(({ message }) => /^Error writing snapshot\b/.test(message));
  if (written.length === 0 && failed.length > 0) return failed.length < all.length
    ? `${failed.length} of ${all.length} snapshots of its cache failed.`
    : `It could not write ${failed.length === 1 ? 'a snapshot' : `${failed.length} snapshots`} of its cache.`;
  const shard = all.length === 1 ? /\/(\d{1,9})$/.exec(all[0]?.fields['path'] ?? '')?.[1] : undefined;
  return `It wrote ${counted(all, 'snapshot')} of its cache${shard === undefined ? '' : ` (shard ${shard})`}${
    took.length === 0 ? '' : `, ${all.length === 1 ? 'in' : 'the longest in'} ${longest(took)}`}.`;
}

function retentionFact(entries: readonly Entry[]): string | null {
  const groups = entries.filter(({ message }) => /^Deleted shard group\b/.test(message));
  const shards = entries.filter(({ message }) => /^Deleted shard$/.test(message));
  const checks = entries.filter(({ message }) => message === 'Retention policy deletion check (end)');
  if (groups.length + shards.length === 0)
    return checks.length === 0 ? null : `It checked its retention ${checks.length === 1 ? 'once' : `${checks.length} `
      + 'times'} and deleted nothing.`;
  return `Its retention deleted ${shards.length > 0 ? counted(shards, 'shard') : counted(groups, 'shard group')}.`;
}

function listenFact(entries: readonly Entry[]): string | null {
  const listens = entries.find(({ message }) => /^Listening on HTTP\b/.test(message)
    || /^Listening$/.test(message));
  const starts = entries.find(({ message }) => /^InfluxDB starting|^Welcome to InfluxDB/.test(message));
  const took = secondsBetween(starts, listens);
  return starts === undefined || took === null ? null
    : `It listened ${formatSeconds(took)} after its start began.`;
}

function elapsed(entries: readonly Entry[]): number[] {
  return entries.flatMap(({ fields }) => secondsOf(fields['op_elapsed'] ?? fields['duration']) ?? []);
}

const counted = ({ length }: readonly unknown[], noun: string): string => `${length} ${noun}${length === 1 ? '' : 's'}`;
const longest = (all: readonly number[]): string => formatSeconds(Math.max(...all));
