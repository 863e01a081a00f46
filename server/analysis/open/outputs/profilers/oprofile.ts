/** Recognizes tables of oprofile, and compares the shares of two of them. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { allIn } from '../../../../../core/text/prefilter/fits.ts';
import { headingAbove } from '../../look/headingAbove.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';

const HEADER = new RegExp(String.raw`^[ \t>]{0,8}(?:vma[ \t]{1,40})?samples\|?[ \t]{1,40}%(?:-age)?\|?[ \t]{1,40}`
  + String.raw`((?:(?:linenr info|image name|app name)[ \t]{1,60}){0,3})symbol name[ \t]*\r?$`, 'gm');
const ROW = new RegExp(String.raw`^[ \t>]{0,8}(?:[0-9a-f]{8,16}[ \t]{1,40})?(\d{1,15})[ \t]{1,40}`
  + String.raw`(\d{1,3}(?:\.\d{1,8})?)[ \t]{1,60}(\S.{0,200})$`);
/** Functions in which CPUs wait for work; they are not hot. */
const IDLE = /^(?:default_idle|poll_idle|cpu_idle|mwait_idle|native_safe_halt|acpi_\w{0,20}idle\w{0,20}|intel_idle)$/;
const MAX_ROWS = 500;
const MAX_TABLES = 8;
const MAX_TOLD = 3;
const MAX_CHANGES = 5;
/** Smaller changes of a share, in points, are not told. */
const MIN_POINTS = 0.5;

interface Table { label: string | null; samples: number; shares: Map<string, number> }

export const OPROFILE: Format = {
  id: 'oprofile', name: 'a table of oprofile', door: null,
  match: ({ head }) => when(tablesOf(head).length > 0, { ...CERTAIN, program: 'oprofile' }),
  interest: ({ text }) => oprofileFacts(text),
  remedy: 'A table has no callers: record with perf record -g, and print perf script > out.txt.',
};

function tablesOf(text: string): Table[] {
  return allIn(HEADER, text).slice(0, MAX_TABLES).flatMap((header): Table[] => {
    const columns = (header[1] ?? '').match(/info|name/g)?.length ?? 0;
    const shares = new Map<string, number>();
    let samples = 0;
    for (const line of text.slice(header.index + header[0].length + 1).split('\n', MAX_ROWS)) {
      const [, count, share, rest = ''] = ROW.exec(line.trimEnd()) ?? [];
      if (count === undefined) break;
      const name = rest.split(/[ \t]+/).slice(columns).join(' ') || rest;
      if (samples === 0 && Number(share) > 0) samples = 100 * Number(count) / Number(share);
      shares.set(name, (shares.get(name) ?? 0) + Number(share));
    }
    const above = text.slice(Math.max(0, header.index - 3000), header.index);
    return shares.size === 0 ? [] : [{ label: labelOf(above), samples, shares }];
  });
}

/** Lines of opreport stand between a table and its heading. */
const labelOf = (above: string): string | null => headingAbove(above.split('\n')
  .filter((line) => !/^(?:CPU: |Counted |Profiling through )/.test(line)).join('\n'));

function oprofileFacts(text: string): string | null {
  const tables = tablesOf(text);
  const [first, second, third] = tables;
  if (first === undefined) return null;
  if (second === undefined || third !== undefined || first.label === second.label)
    return tables.slice(0, MAX_TOLD).map(tableText).join(' ');
  const [one, other] = [first.label ?? 'the first table', second.label ?? 'the second'];
  const both = [...first.shares].flatMap(([name, from]) => {
    const to = second.shares.get(name);
    return to === undefined || Math.abs(to - from) < MIN_POINTS ? [] : [{ name, from, to }];
  }).sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from)).slice(0, MAX_CHANGES);
  const [added] = [...second.shares].filter(([name, share]) => !first.shares.has(name) && share >= MIN_POINTS);
  return `Shares of the samples, ${one} and ${other}: ${both.map(({ name, from, to }) =>
    `${nameOf(name)} ${formatNumber(from)} % and ${formatNumber(to)} %`).join(', ')}.${
    added === undefined ? ''
      : ` ${nameOf(added[0])} has ${formatNumber(added[1])} % in ${other}, and no row in ${one}.`}${
    Math.abs(first.samples - second.samples) < 0.1 * first.samples ? ''
      : ` The tables have about ${millions(first.samples)} and ${millions(second.samples)} samples in all: compare `
        + 'shares, not counts.'}`;
}

function tableText({ label, shares }: Table): string {
  const rows = [...shares].sort(([, a], [, b]) => b - a);
  const idle = rows.filter(([name]) => IDLE.test(name)).reduce((sum, [, share]) => sum + share, 0);
  const hot = rows.filter(([name]) => !IDLE.test(name)).slice(0, MAX_TOLD)
    .map(([name, share]) => `${name} ${formatNumber(share)} %`);
  return `${label === null ? 'Most' : `${label}: most`} of the samples: ${hot.join(', ')}${
    idle === 0 ? '' : `; ${formatNumber(idle)} % are idle CPUs`}.`;
}

const nameOf = (name: string): string => (IDLE.test(name) ? `${name} (idle CPUs)` : name);
const millions = (samples: number): string => (samples >= 1e6 ? `${formatNumber(samples / 1e6)} million`
  : Math.round(samples).toLocaleString('en-US'));
