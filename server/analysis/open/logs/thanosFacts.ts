/** Facts from Thanos logs: the blocks that it uploads or loads, and why a component ends. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { isExcerpt } from '../../logs/excerpt/leftOut.ts';
import { distinct, joined, quoted, timedLines, timeOf } from '../look/factTools.ts';
import { crashFacts } from './logFacts.ts';
import type { Look } from '../look/look.ts';
import { withSameStores } from './chains/compared/sameStores.ts';
import { haltedCompactor } from './losses/haltedCompactor.ts';
import { entriesOf } from './ordinary/entries.ts';
import { isOverlapWarning, thanosTasks } from './ordinary/thanosTasks.ts';
import { failedReplicas, madeTogether } from './ordinary/replicas.ts';
import { flappingProbe } from './probes/flappingProbe.ts';
import { withoutWait } from './said/causes/waitMeanings.ts';
import { meaningOf } from './said/meanings.ts';
import { nothingFailed } from './said/quietFacts.ts';
import { withExcludedStores } from './values/excludedStores.ts';
import { recoveredUpload, uploadsOfEach } from './values/shippers.ts';

const READY = /msg="changing probe status" .{0,40}?status=ready\b/;
const UPLOAD = /msg="upload new block" .{0,200}?\bid=([0-7][0-9A-HJKMNP-TV-Z]{25})/;

export function thanosFacts(look: Look): string | null {
  const lines = distinct(look);
  const tasks = thanosTasks(entriesOf(look));
  const said = withSameStores(withoutProbe(crashFacts(tasks === null ? look : withoutOverlaps(look)), lines), lines);
  const stopped = said === null || PROBE_WARNING.test(said) ? stoppedBy(lines) : null;
  const isOpen = stopped === null && said !== null && !ENDED.test(said) && !said.includes(SHUT_DOWN)
    && !PROBE_WARNING.test(said);
  const failed = stopped ?? joined([isOpen ? shutBy(lines, said) : null, said]);
  const flaps = flappingProbe(timedLines(look));
  return joined([
    flaps, withExcludedStores(flaps === null ? failed : withoutWait(failed), lines),
    haltedCompactor(lines, failed), fullVolume(lines),
    failed === null ? null : recoveredUpload(look.text),
    madeTogether(lines), failedReplicas(lines), partsFact(lines), tasks,
    storeStart(lines, look.text), uploadsOfEach(look.text) ?? shippedBlocks(lines),
    tasks === null || failed !== null ? null : nothingFailed(look),
  ]);
}

const NO_STATE = /\bthanos\.shipper\.json\S{0,20}: (?:no space left on device|disk quota exceeded)/;

const OF_SIDECAR = /\bsidecar\b/;

/** Says whose disk is full where a shipper cannot write which blocks it uploaded; null without such a line. */
function fullVolume(lines: readonly string[]): string | null {
  if (!lines.some((line) => NO_STATE.test(line))) return null;
  const isSidecar = lines.some((line) => OF_SIDECAR.test(line));
  return `That is the data folder of ${isSidecar ? 'the Prometheus next to it' : 'its TSDB'}, which cannot write its `
    + 'WAL and blocks to a full disk either; it cannot be recorded which blocks are uploaded. Enlarge that volume, or '
    + `keep less in it${isSidecar ? ' (--storage.tsdb.retention.size of Prometheus)' : ''}, and delete no block that `
    + 'is not in the bucket yet.';
}

const PART = /\bmsg="starting (sidecar|compact|store|query|rule|receive)\b/;
const PARTS: Readonly<Record<string, string>> = {
  compact: 'the compactor', store: 'the store gateway', query: 'the querier', rule: 'the ruler',
};

/** Names the processes whose starts are in one text; null for one. */
function partsFact(lines: readonly string[]): string | null {
  const parts = [...new Set(lines.flatMap((line) => PART.exec(line)?.[1] ?? []))]
    .map((part) => PARTS[part] ?? `the ${part}`);
  return parts.length < 2 ? null
    : `It is of several processes: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}.`;
}

/** Returns the log without the warnings whose content the tasks report. */
function withoutOverlaps(look: Look): Look {
  const isKept = look.lines.map((line) => !isOverlapWarning(line));
  return {
    ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
  };
}

/** The warning with which Thanos logs why it stops: as the reason for a change of its probe. */
const PROBE_WARNING = /^(?:It logged the|The) warning "changing probe status"/;
const NOT_READY = /msg="changing probe status" .{0,40}?status=not-\w{5,10} reason="((?:[^"\\]|\\.){1,2000})/;

const PROBE_QUOTE = /(?:It logged the|The) warning "changing probe status"/;
const CAUSE = 'The cause given is "';

/** Replaces the change of the probe by what it follows from, if an overlap of blocks is reported before it. */
function withoutProbe(said: string | null, lines: readonly string[]): string | null {
  if (said?.startsWith('Blocks overlap') !== true) return said;
  const at = said.search(PROBE_QUOTE);
  const from = at < 0 ? -1 : said.indexOf(CAUSE, at);
  const to = from < 0 ? -1 : said.indexOf('".', from + CAUSE.length);
  if (at >= 0 && (to < 0 || !/overlap|<ulid: /.test(said.slice(from, to)))) return said;
  const left = at < 0 ? said : `${said.slice(0, at)}${said.slice(to + 2).trimStart()}`;
  const meaning = meaningOf(OVERLAP) ?? '';
  // A sentence of its own says which block to look at.
  const isTold = meaning !== '' && left.includes(meaning) && left.includes('for deletion (thanos tools');
  const ended = lines.filter((line) => ENDS.test(line) && !/cancell?ed|interrupt|signal/.test(line));
  const time = ended.map(timeOf).find(Number.isFinite);
  return joined([
    isTold ? left.replace(meaning, OTHER_SOURCE).trim() : left.trim(),
    ended.length === 0 ? null : `${SHUT_DOWN}${time === undefined ? '' : ` at ${clock(time)}`}.`,
  ]);
}
const OVERLAP = 'pre compaction overlap check: overlaps found while gathering blocks';
const SHUT_DOWN = 'The process shut down with this error';
const OTHER_SOURCE = 'Otherwise two processes may upload with the same external labels: compare the labels in both '
  + 'meta.json.';

/** Signs that a component ends; `not-ready` is none, because a component that waits for another logs it, too. */
const ENDS = /status=not-healthy\b|msg="internal server (?:is shutting down|shutdown)"/;

/** Facts that already say how the process ended. */
const ENDED = /^(?:It crashed|It ended|The kernel killed|systemd: )/;
const SHUT = /msg="internal server (?:is shutting down|shutdown)" .{0,80}?err="((?:[^"\\]|\\.){1,2000})/;

const SAME_CHARS = 50;

/** Returns the error with which its servers shut down; null for a stop on request, or if `said` has the error. */
function shutBy(lines: readonly string[], said: string): string | null {
  const reason = lines.flatMap((line) => SHUT.exec(line)?.[1] ?? []).at(0);
  return reason === undefined || /cancell?ed|interrupt|signal|server closed/i.test(reason)
    || said.includes(reason.slice(0, SAME_CHARS)) ? null : `It ended with ${quoted(reason)}.`;
}

function stoppedBy(lines: readonly string[]): string | null {
  if (!lines.some((line) => ENDS.test(line))) return null;
  const reason = lines.flatMap((line) => NOT_READY.exec(line)?.[1] ?? []).at(0);
  return reason === undefined || /cancell?ed|interrupt|signal/.test(reason) ? null : `It ended with ${quoted(reason)}.`;
}

/** Returns the uploads of blocks, from lines in any order; null without an upload. */
function shippedBlocks(lines: readonly string[]): string | null {
  const uploads = lines.flatMap((line) => {
    const id = UPLOAD.exec(line)?.[1];
    return id === undefined ? [] : [{ id, time: timeOf(line) }];
  }).filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time);
  const last = uploads.at(-1);
  if (last === undefined) return null;
  // Another process of the text may have become ready later.
  const ready = lines.flatMap((line) => (READY.test(line) ? timeOf(line) : []))
    .filter((time) => time <= last.time);
  const since = ready.length === 0 ? '' : `It became ready at ${clock(Math.max(...ready))}. `;
  const ids = [...new Set(uploads.map(({ id }) => id))];
  const again = ids.filter((id) => uploads.filter((one) => one.id === id).length > 1).length;
  // A second attempt at a block is no further block.
  const tried = again === 0 ? '' : ids.length === 1 ? ` ${uploads.length} times`
    : again === 1 ? ', one of them more than once' : `, ${again} of them more than once`;
  return ids.length === 1 ? `${since}It began to upload block ${last.id}${tried}${
    again === 0 ? '' : ', the last time'} at ${clock(last.time)}.`
    : `${since}It began to upload ${ids.length} blocks${tried}, the last one ${last.id} at ${clock(last.time)}.`;
}

const BEGUN = /\bmsg"?[=:]"(?:initializing bucket store|starting store node)/;
const NOT_SYNCED = /reason="?bucket store initial sync/;
const READY_STORE = /\bmsg"?[=:]"bucket store ready/;
const LOADED = /msg="?loaded (?:new )?block"? .{0,40}?elapsed=(\S{1,40})/;
const STORE = /caller"?[=:]"?(?:store|bucket)\.go/;
/** Minimum silence to report; if it is also half of the log or more, the start waits for something. */
const LONG_SECONDS = 60;

/** Describes the start of a store gateway, which serves nothing until it knows the blocks of its bucket. */
function storeStart(lines: readonly string[], text: string): string | null {
  if (!lines.some((line) => STORE.test(line)) || lines.some((line) => READY_STORE.test(line))) return null;
  const isPart = isExcerpt(text);
  const times = lines.map(timeOf).filter(Number.isFinite).sort((a, b) => a - b);
  const [begun] = lines.flatMap((line) => (BEGUN.test(line) ? timeOf(line) : [])).filter(Number.isFinite);
  const last = times.at(-1);
  const hasFailed = lines.some((line) => NOT_SYNCED.test(line));
  const blocks = lines.flatMap((line) => LOADED.exec(line)?.[1] ?? []).length;
  const silence = Math.max(0, ...times.slice(1).map((time, i) => time - (times[i] ?? time)));
  const waited = begun === undefined || last === undefined || hasFailed ? null : last - begun;
  return joined([
    waited === null ? null : `Its bucket store is not ready yet where the ${isPart ? 'excerpt' : 'log'} ends${
      waited >= 1 ? `, ${formatSeconds(waited)} after it began` : ''}.`,
    blocks === 0 ? null : `It loaded ${isPart ? 'at least ' : ''}${blocks} ${
      blocks === 1 ? 'block' : 'blocks'} of its bucket${
      last === undefined || blocks < 2 ? '' : ` within ${formatSeconds(last - (times[0] ?? last))}`}.`,
    begun === undefined || isPart || silence < LONG_SECONDS || silence * 2 < (last ?? 0) - (times[0] ?? 0) ? null
      : `For ${formatSeconds(silence)} it logged nothing.`,
  ]);
}

const clock = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
