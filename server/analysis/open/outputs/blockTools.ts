/** Recognizes and summarizes promtool's output about samples and chunks of blocks, and parts of their meta.json. */
import { formatDateTime, formatSeconds } from '../../../../core/text/format.ts';
import type { Format } from '../look/format.ts';
import { statusFacts } from './apiAnswers.ts';
import { counted, each, named, said, sentence, type Named } from '../look/named.ts';

const MAX_SAMPLES = 50_000;
/** A dumped sample: `{__name__="up", job="a"} 1 1744633215923`. */
const DUMPED = /^\{__name__="([^"\n]{1,300})"([^}\n]{0,3000})\} (\S.{0,3000}?) (\d{12,14})[ \t]*$/gm;
const SPREAD = new RegExp(String.raw`^(samples|bytes|buckets) per ((?:float )?(?:histogram )?chunk) `
  + String.raw`\(min\/avg\/max\): (\d+)\/(\d+)\/(\d+)`, 'gm');
const FULLNESS = /^[ \t]*(\d{1,3})%: (#*)[ \t]*$/gm;
const FULL_CHUNK = 120;
const PARENT = new RegExp(String.raw`"ulid":\s*"[0-9A-HJKMNP-TV-Z]{26}",\s*"minTime":\s*(\d{10,16}),\s*`
  + String.raw`"maxTime":\s*(\d{10,16})(?!\d|,\s*"stats")`, 'g');
const STATS =
  /"ulid":\s*"[0-9A-HJKMNP-TV-Z]{26}",\s*"minTime":\s*(\d{10,16}),\s*"maxTime":\s*(\d{10,16}),\s*"stats":/;
/** A row of the page TSDB Status, with each time followed by its milliseconds. */
const HEAD_ROW = new RegExp([
  /^\W{0,9}(\d{1,15})[\s|]{1,20}(-?\d{1,15})[\s|]{1,20}(?:\d{1,15}[\s|]{1,20})?/,
  /\d{4}-[^\n(]{9,30}\((\d{13})\)[^\n(]{12,60}\((\d{13})\)/,
].map(({ source }) => source).join(''), 'm');
const MS = 1000;

const ROWS: readonly Named[] = [
  {
    id: 'tsdb-dump', name: 'the output of promtool tsdb dump', program: 'promtool',
    pattern: new RegExp(DUMPED.source, 'm'), fact: dumpFacts,
    remedy: 'It has samples, not the state of a server: open the server’s log or its /metrics, or add it as a '
      + 'target.',
  },
  {
    id: 'chunk-analysis', name: 'the analysis of chunks of promtool tsdb analyze', program: 'promtool',
    pattern: new RegExp(String.raw`${SPREAD.source}|^Fullness: Amount of (?:samples|chunks)`, 'm'), fact: chunkFacts,
    remedy: 'For the series of the block, open the whole output of promtool tsdb analyze; for its size, its meta.json.',
  },
  {
    id: 'block-meta-part', name: 'a part of a meta.json of a block', program: 'Prometheus',
    pattern: new RegExp(String.raw`^[ \t]*"(?:parents|sources)":\s*\[\s*(?:\{\s*"ulid":\s*)?"[0-9A-HJKMNP-TV-Z]{26}"|`
      + String.raw`^[ \t]*${STATS.source}`, 'm'),
    except: new RegExp(String.raw`\{\s*(?:"version":\s*\d,\s*)?${STATS.source}`), fact: partFacts,
    remedy: 'Open the whole file: the page Compaction draws the blocks of several meta.json files.',
  },
  {
    id: 'head-stats', name: 'the head’s statistics on the page TSDB Status', program: 'Prometheus',
    pattern: /^\W{0,20}Number of Series\W{1,40}(?:\d{1,15}\W{1,40})?Number of Chunks\b/m, fact: headFacts,
    remedy: 'Add the server as a target: the page Memory reads it from there.',
  },
];

export const BLOCK_TOOLS: readonly Format[] = ROWS.map(named);

function dumpFacts(text: string): string | null {
  const samples = [...text.matchAll(DUMPED)].slice(0, MAX_SAMPLES).map(([, name = '', labels = '', value = '', ms]) =>
    ({ name, series: `${name}${labels}`, value, ms: Number(ms) }));
  const [first] = samples;
  if (first === undefined) return null;
  const [from, to] = samples.reduce(([low, high], { ms }) => [Math.min(low, ms), Math.max(high, ms)],
    [first.ms, first.ms]);
  const names = [...new Map(samples.map(({ series, name }) => [series, name])).values()];
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [[most, mostSeries] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  const scrapes = samples.filter(({ name }) => name === 'up');
  const failed = scrapes.filter(({ value }) => value === '0').length;
  const end = `${formatDateTime(to / MS, 'utc')} UTC`;
  return [
    `It has ${counted(samples.length, 'sample')} of ${counted(names.length, 'series', 'series')}`
      + (from === to ? `, at ${end}` : ` over ${formatSeconds((to - from) / MS)}, to ${end}`)
      + `${names.length === 1 ? `, of ${most}` : `; most series are of ${most} (${mostSeries})`}.`,
    failed === 0 ? '' : `up is 0 in ${failed} of its ${counted(scrapes.length, 'sample')}: these scrapes failed.`,
  ].filter((part) => part !== '').join(' ');
}

function chunkFacts(text: string): string | null {
  const spreads = [...text.matchAll(SPREAD)].map(([, what = '', of = '', min, mean = '', max]) =>
    ({ what, of, min, mean, max }));
  const samples = spreads.find(({ what }) => what === 'samples');
  const bars = [...text.matchAll(FULLNESS)]
    .map(([, percent, bar = '']) => ({ percent: Number(percent), n: bar.length }));
  const all = bars.reduce((sum, { n }) => sum + n, 0);
  const halves = bars.filter(({ percent }) => percent <= 50).reduce((sum, { n }) => sum + n, 0);
  return sentence([
    ...spreads.map(({ what, of, min, mean, max }) => `${mean} ${what} per ${of} in the mean (${min} to ${max})`),
    all === 0 ? null : `about ${Math.round(100 * halves / all)} % of the chunks are at most half full`,
    (samples !== undefined && Number(samples.mean) * 2 < FULL_CHUNK) || halves * 2 > all
      ? `a full chunk has ${FULL_CHUNK} samples: short-lived series or slow scrapes take more bytes per sample` : null,
  ], '; ');
}

function partFacts(text: string): string | null {
  const parents = [...text.matchAll(PARENT)].map(([, min, max]) => [Number(min), Number(max)] as const);
  const seconds = parents.length === 0 ? 0
    : (Math.max(...parents.map(([, max]) => max)) - Math.min(...parents.map(([min]) => min))) / MS;
  const [, from, to] = STATS.exec(text) ?? [];
  const resolution = said(/"resolution":\s*(\d{1,9})/, text);
  return sentence([
    each(/"numSeries":\s*(\d{1,15})/, text, (count) => `it has ${counted(Number(count), 'series', 'series')}`),
    each(/"numSamples":\s*(\d{1,15})/, text, (count) => counted(Number(count), 'sample')),
    from === undefined ? null : `over ${formatSeconds((Number(to) - Number(from)) / MS)}`,
    parents.length === 0 ? null
      : `the block was compacted from ${counted(parents.length, 'block')} over ${formatSeconds(seconds)}`,
    resolution === null ? null
      : resolution === '0' ? 'it is not downsampled' : `it is downsampled to ${formatSeconds(Number(resolution) / MS)}`,
    each(/"level":\s*(\d{1,3})/, text, (level) => `its compaction level is ${level}`),
    each(/"source":\s*"([\w.-]{1,40})"/, text, (source) => `written by ${source}`),
  ]);
}

/** Returns the same facts as for the API's answer. */
function headFacts(text: string): string | null {
  const [row, series, chunks, from, to] = HEAD_ROW.exec(text) ?? [];
  // The text lists each name with its value, not as a table.
  if (row === undefined) return sentence([
    each(/Number of Series\W{1,40}(\d{1,15})\b/, text,
      (value) => `it has ${counted(Number(value), 'series', 'series')}`),
    each(/Number of Chunks\W{1,40}(-?\d{1,15})\b/, text, (value) => counted(Number(value), 'chunk')),
    each(/Number of Label Pairs\W{1,40}(\d{1,15})\b/, text, (value) => counted(Number(value), 'label pair')),
  ]);
  return statusFacts(`"numSeries": ${series}, "chunkCount": ${chunks}, "minTime": ${from}, "maxTime": ${to}`);
}
