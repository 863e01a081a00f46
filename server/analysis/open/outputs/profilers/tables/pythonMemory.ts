/** Recognizes and summarizes memory tables of Python: tracemalloc, memory_profiler, guppy, pympler. Pure. */
import { formatBytes, formatRatio } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';
import { counted, said, type Named } from '../../../look/named.ts';

const FACTORS: Readonly<Record<string, number>> = {
  B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40,
};
const SIZE = String.raw`([+-]?[\d.,]{1,20}) ((?:[KMGT]i)?B)`;
/** `#1: app/cache.py:145: 30714.0 KiB`, as the recipe of the documentation prints it. */
const RECIPE_ROW = new RegExp(String.raw`^[ \t]{0,20}#\d{1,4}: (\S.{0,400}?):(\d{1,7}): ${SIZE}[ \t]*\r?$`, 'gm');
/** `/srv/app/cache.py:145: size=1234 KiB (+12 KiB), count=12 (+1), average=10 B`; a traceback has no line there. */
const OWN_ROW = new RegExp(String.raw`^[ \t]{0,20}(?:#\d{1,4}: )?(\S.{0,400}?):(\d{1,7}): size=${SIZE}`
  + String.raw`(?: \(${SIZE}\))?, count=`, 'gm');
const MAX_ROWS = 500;
const MAX_CODE = 120;
/** Share of a package from which it is reported, and of the second line. */
const MIN_SHARE = 0.3;

/** The client library of metrics. */
const OF_METRICS = /^prometheus_client$/;

interface Row { place: string; line: string; bytes: number; grown: number | null; code: string }

const bytesOf = (value: string, unit: string): number => Number(value.replaceAll(',', '')) * (FACTORS[unit] ?? 1);

function tracedRows(text: string): Row[] {
  const own = [...text.matchAll(OWN_ROW)];
  return (own.length > 0 ? own : [...text.matchAll(RECIPE_ROW)]).slice(0, MAX_ROWS).map((match) => {
    const [whole, place = '', line = '', value = '', unit = '', more, moreUnit = 'B'] = match;
    const after = text.slice(match.index + whole.length).split('\n', 2)[1] ?? '';
    return {
      place, line, bytes: bytesOf(value, unit), grown: more === undefined ? null : bytesOf(more, moreUnit),
      code: /^[ \t]{2,20}(?!#\d)(\S.{0,400}?)\s*$/.exec(after)?.[1]?.slice(0, MAX_CODE) ?? '',
    };
  });
}

/** Returns the package of a file: the folder behind site-packages, or the first of a short path. */
function packageOf(place: string): string | null {
  const [, installed] = /(?:site|dist)-packages\/([\w.-]{1,100}?)(?:\.py)?(?:\/|$)/.exec(place) ?? [];
  return installed ?? /^([\w.-]{1,100})\/[\w.-]{1,100}$/.exec(place)?.[1] ?? null;
}

const shortPlace = ({ place, line }: Row): string => `${place.split('/').slice(-2).join('/')}:${line}`;

/** Says what code without a file is. */
const isMade = ({ place }: Row): boolean => place === '<string>';

function tracedFacts(text: string): string | null {
  const rows = tracedRows(text);
  const [first] = rows;
  if (first === undefined) return null;
  if (rows.some(({ grown }) => grown !== null)) return grownFacts(rows);
  const sum = rows.reduce((all, { bytes }) => all + bytes, 0);
  const sorted = rows.toSorted((a, b) => b.bytes - a.bytes);
  const [most = first, second] = sorted;
  const total = said(/^[ \t]{0,20}Total allocated size: ([\d.,]{1,20} (?:[KMGT]i)?B)/m, text);
  return joined([
    `${rows.length === 1 ? 'The line listed holds' : `The ${rows.length} lines listed hold`} ${formatBytes(sum)}${
      total === null ? '' : ` of ${total} in all`}.`,
    `${shortPlace(most)} has most: ${formatBytes(most.bytes)} (${formatRatio(most.bytes / sum)} of these)${
      most.code === '' ? '' : `, in "${most.code}"`}.`,
    second === undefined || second.bytes < MIN_SHARE * most.bytes ? null
      : `Then comes ${shortPlace(second)}: ${formatBytes(second.bytes)}${
        isMade(second) ? ', code that was made while it ran, as of a namedtuple' : ''}.`,
    packageFact(rows, sum),
    'One snapshot shows what is held, not what grows: take two some time apart and compare them '
      + '(snapshot.compare_to).',
  ]);
}

/** Names the package whose lines hold most, if it has several of those listed. */
function packageFact(rows: readonly Row[], sum: number): string | null {
  const packages = new Map<string, { bytes: number; count: number; makesSamples: boolean }>();
  for (const row of rows) {
    const name = packageOf(row.place);
    if (name === null) continue;
    const own = packages.get(name) ?? { bytes: 0, count: 0, makesSamples: false };
    packages.set(name, {
      bytes: own.bytes + row.bytes, count: own.count + 1,
      makesSamples: own.makesSamples || row.code.includes('samples.append(Sample('),
    });
  }
  const [largest] = [...packages].sort(([, a], [, b]) => b.bytes - a.bytes);
  if (largest === undefined) return null;
  const [name, most] = largest;
  if (most.count < 2 || most.bytes < MIN_SHARE * sum) return null;
  return `${most.count} lines of ${name} hold ${formatRatio(most.bytes / sum)} of these.${
    OF_METRICS.test(name) && most.makesSamples ? ' They make the samples of metrics, one for each series: count '
      + 'the series of a scrape, and look whether a collector keeps its metric families.' : ''}`;
}

function grownFacts(rows: readonly Row[]): string | null {
  const grew = rows.filter(({ grown }) => (grown ?? 0) > 0).toSorted((a, b) => (b.grown ?? 0) - (a.grown ?? 0));
  const [most] = grew;
  if (most === undefined) return 'It compares two snapshots: no line listed grew.';
  const sum = grew.reduce((all, { grown }) => all + (grown ?? 0), 0);
  return joined([
    `It compares two snapshots: ${shortPlace(most)} grew most, by ${formatBytes(most.grown ?? 0)} to ${
      formatBytes(most.bytes)}${most.code === '' ? '' : `, in "${most.code}"`}.`,
    grew.length < 2 ? null : `The ${grew.length} lines that grew have ${formatBytes(sum)} more.`,
  ]);
}

/** `     5   46.492 MiB    7.676 MiB           1       a = [1]`; older versions have no number of occurrences. */
const LINE_ROW = new RegExp(String.raw`^[ \t]{0,20}(\d{1,7})[ \t]{1,20}(-?[\d.]{1,15}) MiB[ \t]{1,20}(-?[\d.]{1,15})`
  + String.raw` MiB(?:[ \t]{1,20}(\d{1,15})(?=[ \t]))?[ \t]{0,80}(\S.{0,300}?)?[ \t]*\r?$`, 'gm');

function lineFacts(text: string): string | null {
  const rows = [...text.matchAll(LINE_ROW)].slice(0, MAX_ROWS).map(([, line = '', used, more, , code = '']) =>
    ({ line, used: Number(used), more: Number(more), code: code.slice(0, MAX_CODE) }));
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const peak = Math.max(...rows.map(({ used }) => used));
  const most = others.reduce<(typeof rows)[number] | null>((max, row) =>
    (row.more > (max?.more ?? 0) ? row : max), null);
  return joined([
    `The process has ${first.used} MiB at line ${first.line}, and at most ${peak} MiB listed.`,
    most === null ? 'No line listed adds memory.'
      : `Line ${most.line} adds most: ${most.more} MiB${most.code === '' ? '' : `, in "${most.code}"`}.`,
  ]);
}

/** `     0     64  49     2112  42      2112  42 tuple`. */
const KIND_ROW = new RegExp(String.raw`^[ \t]{0,20}\d{1,5}[ \t]{1,20}(\d{1,15})[ \t]{1,20}\d{1,3}[ \t]{1,20}`
  + String.raw`(\d{1,18})[ \t]{1,20}(\d{1,3})[ \t]{1,20}\d{1,18}[ \t]{1,20}\d{1,3} (\S.{0,200}?)[ \t]*\r?$`, 'm');

function heapyFacts(text: string): string | null {
  const [, objects, size] = /^Partition of a set of (\d{1,15}) objects?\. Total size = (\d{1,18}) bytes\./m.exec(text)
    ?? [];
  const [, count, bytes, share = '', kind] = KIND_ROW.exec(text) ?? [];
  return joined([
    objects === undefined ? null : `It has ${counted(Number(objects), 'object')} of ${formatBytes(Number(size))}.`,
    kind === undefined ? null
      : `${kind} has most: ${formatBytes(Number(bytes))} (${share} %) in ${counted(Number(count), 'object')}.`,
  ]);
}

/** `                <class 'dict |        3206 |      2.04 MB`. */
const TYPE_ROW = new RegExp(String.raw`^[ \t]{0,120}(\S[^|\n]{0,200}?) \|[ \t]{1,20}(-?\d{1,15}) \|[ \t]{1,20}`
  + String.raw`(-?[\d.]{1,15} {1,4}[KMGT]?B)[ \t]*\r?$`, 'gm');

function pymplerFacts(text: string): string | null {
  const rows = [...text.matchAll(TYPE_ROW)].slice(0, MAX_ROWS);
  const [first] = rows;
  return first === undefined ? null
    : `Of the ${counted(rows.length, 'type')} listed, ${first[1]} comes first: ${
      (first[3] ?? '').replace(/ +/, ' ')} in ${counted(Number(first[2]), 'object')}.`;
}

export const PYTHON_MEMORY: readonly Named[] = [
  {
    id: 'tracemalloc', name: 'a list of tracemalloc', program: 'Python',
    pattern: new RegExp(`${RECIPE_ROW.source}|${OWN_ROW.source}`, 'm'), fact: tracedFacts,
    remedy: 'For stacks, take the snapshots with more frames (tracemalloc.start(25)) and group them by traceback.',
  },
  {
    id: 'python-line-memory', name: 'a table of memory_profiler', program: 'Python',
    pattern: /^[ \t]{0,20}Line #[ \t]{1,20}Mem usage[ \t]{1,20}Increment/m, fact: lineFacts,
    remedy: 'It counts the memory of the process, which does not shrink at once: for what holds memory, use '
      + 'tracemalloc.',
  },
  {
    id: 'heapy', name: 'a heap of guppy (heapy)', program: 'Python',
    pattern: /^Partition of a set of \d{1,15} objects?\. Total size = \d/m, fact: heapyFacts,
    remedy: 'For the code that allocates, use tracemalloc; for what grows, compare two heaps (hp.setrelheap).',
  },
  {
    id: 'pympler', name: 'a summary of pympler', program: 'Python',
    pattern: /^[ \t]{0,120}types \|[ \t]{1,20}# objects \|[ \t]{1,20}total size/m, fact: pymplerFacts,
    remedy: 'For the code that allocates, use tracemalloc.',
  },
];
