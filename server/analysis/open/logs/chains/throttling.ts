/** Reports when Prometheus 1 skipped scrapes and rules, and which limit it exceeded then or in rushed mode. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined, timeOf } from '../../look/factTools.ts';

const BEGINS = /msg="Storage needs throttling/;
const ENDS = /msg="Storage does not need throttling anymore/;
const MAX_TOLD = 3;
const WITH_LIMIT = /\bmax(?:ChunksToPersist|ToleratedMemChunks)=/;

/** Returns how long each lasted, and whether the last one goes on; null without one that has an end. */
export function throttlingFact(lines: readonly string[]): string | null {
  const spans: number[] = [];
  let since: number | null = null;
  for (const line of lines) {
    if (BEGINS.test(line)) since ??= timeOf(line);
    else if (since !== null && ENDS.test(line)) {
      spans.push(timeOf(line) - since);
      since = null;
    }
  }
  const known = spans.filter((seconds) => seconds >= 0);
  if (known.length === 0) return null;
  const more = known.length > MAX_TOLD ? ` and ${known.length - MAX_TOLD} more times` : '';
  const open = since === null || !Number.isFinite(since) ? ''
    : `, and again from ${new Date(since * 1000).toISOString().slice(11, 19)}Z on, still where the lines end`;
  return `They were skipped for ${known.slice(0, MAX_TOLD).map(formatSeconds).join(', then ')}${more}${open}.`;
}

/** The sentence of the table of known messages, whose step fits each of its causes. */
const STEP = new RegExp(/(Prometheus 1 skips scrapes and rules while it has too many chunks) in memory or /.source
  + /waiting for the disk: [^\n]{1,200}?\(before 1\.6 -storage\.local\.memory-chunks\)\./.source);
const VERSION = /(?<![Gg]o )\b[Vv]ersion[=:]? ?["(]?1\.(\d{1,2})\.\d|\b[Pp]rometheus(?::v?| v?|-)1\.(\d{1,2})\.\d/;

/** Returns facts in which the step fits what the figures have over their limits, and the version of the text. */
export function withThrottlingStep(
  facts: string | null, lines: readonly string[], words: string
): string | null {
  if (facts === null || !STEP.test(facts)) return facts;
  const begun = lines.filter((line) => BEGINS.test(line));
  const isOver = (key: string, limit: string): boolean =>
    begun.some((line) => (figureOf(line, key) ?? -Infinity) > (figureOf(line, limit) ?? Infinity));
  const isMemory = isOver('memoryChunks', 'maxToleratedMemChunks');
  const isDisk = isOver('chunksToPersist', 'maxChunksToPersist');
  const minor = VERSION.exec(words)?.slice(1).find((one) => one !== undefined);
  const knob = minor === undefined ? '-storage.local.target-heap-size (before 1.6 -storage.local.memory-chunks)'
    : Number(minor) < 6 ? '-storage.local.memory-chunks' : '-storage.local.target-heap-size';
  const raise = `raise ${knob} if there is memory for it`;
  return facts.replace(STEP, (_, begin: string) => (isMemory === isDisk
    ? `${begin} in memory or waiting for the disk: scrape less, get a faster disk, or ${raise}.`
    : isMemory ? `${begin} in memory: scrape less, or ${raise}.`
      : `${begin} waiting for the disk: scrape less, or get a faster disk.`));
}

const RUSHED = /msg="Storage has entered rushed mode/;
/** The sentence on rushed mode, which asks to see what its figures may show. */
const SEE_WHICH = new RegExp(/ ?Prometheus 1 holds more chunks in memory, or waiting for the disk, than it /.source
  + /should: raise [^\n]{1,120}? get a faster disk, or scrape less\./.source);

/** Returns facts that begin with the limit that is exceeded in rushed mode, by its flag, if the lines show just one. */
export function withRushedStep(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null || !SEE_WHICH.test(facts)) return facts;
  const held = overBy(lines, 'memoryChunks', 'maxMemoryChunks');
  const waiting = overBy(lines, 'chunksToPersist', 'maxChunksToPersist');
  const step = held !== null && waiting === null
    ? `Prometheus 1 holds more chunks in memory than -storage.local.memory-chunks allows (${held}): raise that if `
      + 'there is memory for it, or scrape fewer series.'
    : waiting !== null && held === null
      ? `More chunks wait for the disk than -storage.local.max-chunks-to-persist of Prometheus 1 allows (${waiting}): `
        + 'give it a faster disk, or scrape less.'
      : null;
  return step === null ? facts : joined([step, facts.replace(SEE_WHICH, '').trim()]);
}

const LEFT = /msg="Storage has left rushed mode/;

/** Returns how long rushed mode lasted each time, with the figures of its begin; null without one that has an end. */
export function rushedFact(lines: readonly string[]): string | null {
  const spans: number[] = [];
  let since: number | null = null;
  let [from, to] = [NaN, NaN];
  for (const line of lines) {
    if (RUSHED.test(line)) since ??= timeOf(line);
    else if (since !== null && LEFT.test(line)) {
      spans.push(timeOf(line) - since);
      if (spans.length === 1) from = since;
      to = timeOf(line);
      since = null;
    }
  }
  const known = spans.filter((seconds) => seconds >= 0);
  if (known.length === 0) return null;
  const begun = lines.filter((line) => RUSHED.test(line));
  const figures = ([['urgencyScore', 'the urgency score'], ['chunksToPersist', 'chunksToPersist'],
    ['memoryChunks', 'memoryChunks']] as const).flatMap(([key, name]) => {
    const values = begun.flatMap((line) => figureOf(line, key) ?? []);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return values.length === 0 ? [] : [`${name} was ${least === most ? '' : `${count(least)} to `}${count(most)}`];
  });
  const sum = known.reduce((total, one) => total + one, 0);
  const lasted = known.length <= MAX_TOLD || !(to > from)
    ? `lasted ${known.slice(0, MAX_TOLD).map((seconds) => formatSeconds(seconds)).join(', ')}${
      known.length > MAX_TOLD ? ` and ${known.length - MAX_TOLD} more times` : ''}`
    : `took ${formatSeconds(sum)} of ${formatSeconds(to - from)} (${(100 * sum / (to - from)).toFixed(0)} %), ${
      known.length} times of ${formatSeconds(Math.min(...known))} to ${formatSeconds(Math.max(...known))}`;
  return `Rushed mode ${lasted}${since === null ? '' : ', and continues at the end of the lines'}.${
    figures.length === 0 ? '' : ` When it began, ${figures.join(', ')}.`} In it chunks are written to disk more `
    + 'eagerly; scrapes are not skipped.';
}

/** Returns the highest figure of the lines on rushed mode with the limit that it exceeds; null without one. */
function overBy(lines: readonly string[], key: string, limitKey: string): string | null {
  let most: { value: number; limit: number } | null = null;
  let times = 0;
  for (const line of lines) {
    const [value, limit] = RUSHED.test(line) ? [figureOf(line, key), figureOf(line, limitKey)] : [null, null];
    if (value === null || limit === null || value <= limit) continue;
    times += 1;
    if (most === null || value > most.value) most = { value, limit };
  }
  return most === null ? null : `${times > 1 ? 'up to ' : ''}${count(most.value)} of ${count(most.limit)}`;
}

const figureOf = (line: string, key: string): number | null => {
  const value = new RegExp(`\\b${key}=(\\d{1,15}(?:\\.\\d{1,15})?)(?=[\\s"]|$)`).exec(line)?.[1];
  return value === undefined ? null : Number(value);
};

/** Returns the highest figures of the lines that begin a throttling; null without one, or if the limits are beside. */
export function throttlingFigures(lines: readonly string[]): string | null {
  const begun = lines.filter((line) => BEGINS.test(line));
  const most = (key: string): number | null => {
    const values = begun.flatMap((line) => figureOf(line, key) ?? []);
    return values.length === 0 ? null : Math.max(...values);
  };
  const [waiting, held, urgency] = [most('chunksToPersist'), most('memoryChunks'), most('urgencyScore')];
  const said = begun.some((line) => WITH_LIMIT.test(line)) ? [] : [
    ...waiting === null ? [] : [`${count(waiting)} chunks wait for the disk (chunksToPersist)`],
    ...held === null ? [] : [`${count(held)} are in memory (memoryChunks)`],
  ];
  const score = urgency === null ? [] : [`the urgency score is ${urgency}${urgency === 1 ? ', the highest' : ''}`];
  const all = [...said, ...score].join('; ');
  return all === '' ? null : `${begun.length > 1 ? 'At most, ' : ''}${
    begun.length > 1 ? all : all.replace(/^t/, 'T')}.`;
}

const count = (value: number): string => value.toLocaleString('en-US');
