/** Recognizes and summarizes tables of profilers of Ruby: stackprof, ruby-prof, memory_profiler. Pure. */
import { formatNumber } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';
import { counted, each, sentence, type Named } from '../../../look/named.ts';

/** The head that stackprof prints: `Mode: wall(1000)`, `Samples: 60395 (1.09% miss rate)`, `GC: 2851 (4.72%)`. */
const MODE = /^[ \t]{0,20}Mode: (\w{1,20})\((\d{1,12})\)/m;
const SAMPLES = /^[ \t]{0,20}Samples: (\d{1,15}) \(([\d.]{1,8})% miss rate\)/m;
const GC = /^[ \t]{0,20}GC: (\d{1,15}) \(([\d.]{1,8})%\)/m;
const COLUMNS = /^[ \t]{0,20}TOTAL[ \t]{1,8}\(pct\)[ \t]{1,8}SAMPLES[ \t]{1,8}\(pct\)/m;
/** Row: all samples of a frame with what it calls, and its own ones. */
const ROW = new RegExp(String.raw`^[ \t]{0,40}(\d{1,15})[ \t]{1,20}\([ \t]{0,6}([\d.]{1,8})%\)[ \t]{1,20}(\d{1,15})`
  + String.raw`[ \t]{1,20}\([ \t]{0,6}([\d.]{1,8})%\)[ \t]{1,20}(\S.{0,300}?)[ \t]*\r?$`, 'gm');
/** Frames of the garbage collector, which are not code of the program. */
const OF_GC = /^\((?:garbage collection|marking|sweeping)\)$/;
/** Shares of missed samples from which they are reported, and from which they come first. */
const MIN_MISSED = 5;
const MANY_MISSED = 20;
const MIN_GC = 10;
/** Microseconds between the samples of stackprof unless it is told another interval. */
const USUAL_MICROS = 1000;
const MUCH_MORE = 1.2;

interface Row { total: number; share: string; self: number; selfShare: string; name: string }

const many = (value: number): string => value.toLocaleString('en-US');

/** Says how many samples are missing, and what that does to the shares. */
function missedFact(text: string): string | null {
  const missed = SAMPLES.exec(text)?.[2];
  if (missed === undefined || Number(missed) < MIN_MISSED) return null;
  const [, mode = '', interval = ''] = MODE.exec(text) ?? [];
  const micros = mode === 'wall' || mode === 'cpu' ? Number(interval) : NaN;
  return `${missed} % of the samples were missed, so that its shares are rough${
    micros < USUAL_MICROS ? `: record with a longer interval than ${many(micros)} \u00b5s (the default is ${
      many(USUAL_MICROS)} \u00b5s)` : ''}.`;
}

function stackprofFacts(text: string): string | null {
  const rows: Row[] = [...text.matchAll(ROW)].map(([, total, share = '', self, selfShare = '', name = '']) =>
    ({ total: Number(total), share, self: Number(self), selfShare, name }));
  const code = rows.filter(({ name }) => !OF_GC.test(name));
  const [first, ...others] = code;
  const most = others.reduce((max, row) => (max !== undefined && row.self > max.self ? row : max), first);
  const widest = others.reduce((max, row) => (max !== undefined && row.total > max.total ? row : max), first);
  const missed = missedFact(text);
  const isRough = Number(SAMPLES.exec(text)?.[2] ?? 0) >= MANY_MISSED;
  const [, collected = '', gcShare = ''] = GC.exec(text) ?? [];
  const [, mode = ''] = MODE.exec(text) ?? [];
  const of = mode === 'object' ? ' of allocated objects' : mode === 'cpu' ? ' of CPU time'
    : mode === 'wall' ? ' of wall-clock time' : '';
  const count = SAMPLES.exec(text)?.[1];
  return joined([
    isRough ? missed : null,
    count === undefined ? null : `It has ${counted(Number(count), 'sample')}${of}.`,
    Number(gcShare) < MIN_GC ? null : `Garbage collection takes ${gcShare} % (${many(Number(collected))} samples).`,
    most === undefined ? null : `${most.name} has most itself (SAMPLES)${
      code.length < rows.length ? ' of the code' : ''}: ${many(most.self)} (${most.selfShare} %).`,
    widest === undefined || most === undefined || widest.total <= MUCH_MORE * most.total ? null
      : `${widest.name} has most with what it calls (TOTAL): ${many(widest.total)} (${widest.share} %), of them ${
        many(widest.self)} itself.`,
    isRough ? null : missed,
  ]);
}

/** ` 46.34      1.000     0.500     0.000     0.500     10  Kernel#sleep`: share, total, self, wait, child, calls. */
const RUBY_PROF_ROW = new RegExp(String.raw`^[ \t]{0,20}([\d.]{1,8})(?:[ \t]{1,20}[\d.]{1,15}){4}[ \t]{1,20}\*?\d{1,15}`
  + String.raw`[ \t]{1,20}\*?(\S{1,300})`, 'm');

/** A section of memory_profiler, and its first row. */
const SECTION = new RegExp(String.raw`^(allocated|retained) memory by (gem|file|location|class)[ \t]{0,8}\r?\n`
  + String.raw`-{3,80}[ \t]{0,8}\r?\n {1,40}(\d{1,18}(?:\.\d{1,3})?(?: \w{1,3})?) {2}(\S.{0,300}?)[ \t]*\r?$`, 'gm');

function memoryProfilerFacts(text: string): string | null {
  const sections = [...text.matchAll(SECTION)];
  const of = (wanted: string): RegExpMatchArray | undefined =>
    sections.find(([, kind, by]) => kind === wanted && by === 'location');
  const told = of('retained') ?? of('allocated') ?? sections[0];
  return joined([
    sentence([
      each(/^Total allocated: (\S.{0,60}?)\s*$/m, text, (value) => `${value} allocated`),
      each(/^Total retained:\s{1,8}(\S.{0,60}?)\s*$/m, text, (value) => `${value} retained at its end`),
    ]),
    told === undefined ? null : `Of the memory ${told[1]}, ${told[4]} has most: ${told[3]}${
      /^\d+$/.test(told[3] ?? '') ? ' bytes' : ''}.`,
  ]);
}

export const RUBY_TABLES: readonly Named[] = [
  {
    id: 'stackprof-text', name: 'a table of stackprof', program: 'stackprof',
    pattern: new RegExp(`${SAMPLES.source}|${COLUMNS.source}`, 'm'),
    fact: stackprofFacts,
    remedy: 'A table has no stacks: open the dump that it was printed from, as stackprof --stackcollapse FILE prints '
      + 'it.',
  },
  {
    id: 'ruby-prof', name: 'a table of ruby-prof', program: 'ruby-prof',
    pattern: /^[ \t]{0,20}%self[ \t]{1,20}total[ \t]{1,20}self[ \t]{1,20}wait[ \t]{1,20}child[ \t]{1,20}calls/m,
    fact: (text) => joined([
      each(/^[ \t]{0,20}Total: ([\d.]{1,20})\s*$/m, text, (value) =>
        `It took ${formatNumber(Number(value))} s in all.`),
      each(RUBY_PROF_ROW, text, (share) =>
        `${RUBY_PROF_ROW.exec(text)?.[2] ?? ''} has the highest self time listed: ${share} %.`),
    ]),
    remedy: 'A table has no stacks: record with stackprof (raw: true), and print stackprof --stackcollapse FILE.',
  },
  {
    id: 'ruby-memory-profiler', name: 'a report of memory_profiler', program: 'Ruby',
    pattern: /^Total allocated: [\d.]{1,20}(?: \w{1,5})? \(\d{1,15} objects\)\s*\nTotal retained:/m,
    fact: memoryProfilerFacts,
    remedy: 'Retained is what the block left behind: run it twice, the second time shows what grows.',
  },
];
