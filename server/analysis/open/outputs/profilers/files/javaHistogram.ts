/** Reads the class histogram of jmap or jcmd: what classes take most bytes, and whether garbage is counted. Pure. */
import { formatBytes, formatRatio } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const HEAD = /^[ \t]*num\s+#instances\s+#bytes\s+class name/m;
const ROW = /^[ \t]{0,12}\d{1,7}:[ \t]{1,20}(\d{1,15})[ \t]{1,20}(\d{1,18})[ \t]{1,8}(\S{1,300})/gm;
const TOTAL = /^[ \t]{0,8}Total[ \t]{1,40}(\d{1,15})[ \t]{1,20}(\d{1,18})[ \t]*$/m;
/** Commands that count objects which are still referenced only. */
const LIVE = /-histo:live\b|\bGC\.class_histogram\b(?! {1,4}-all\b)/;
const MAX_SHOWN = 3;
const PRIMITIVES: Readonly<Record<string, string>> = {
  B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', Z: 'boolean',
};

/** Returns a class as it is written in source: `[B` is `byte[]`, `[Ljava.lang.Object;` is `java.lang.Object[]`. */
function sourceName(name: string): string {
  const [, depth = '', letter, object] = /^(\[{1,8})(?:([BCDFIJSZ])|L(\S{1,300});)$/.exec(name) ?? [];
  const of = letter === undefined ? object : PRIMITIVES[letter];
  return of === undefined ? name : `${of}${'[]'.repeat(depth.length)}`;
}

function histogramFacts({ text }: Look): string | null {
  const rows = [...text.matchAll(ROW)].map(([, count, bytes, name = '']) => (
    { count: Number(count), bytes: Number(bytes), name: sourceName(name) })).sort((a, b) => b.bytes - a.bytes);
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const total = Number(TOTAL.exec(text)?.[2] ?? 'NaN');
  const share = total > 0 ? ` (${formatRatio(first.bytes / total)} of ${formatBytes(total)})` : '';
  return [
    `${first.name} has most, ${formatBytes(first.bytes)}${share} in ${first.count.toLocaleString('en-US')} objects${
      others.slice(0, MAX_SHOWN - 1).map(({ name, bytes }) => `, then ${name} ${formatBytes(bytes)}`).join('')}.`,
    ...total > 0 ? [] : ['The line of the total is not in the text, so shares of the heap are unknown.'],
    ...fits(LIVE, text) ? [] : [fits(/-histo\b/, text) ? 'Without :live, it counts garbage too.'
      : 'If it is of jmap -histo without :live, it counts garbage too.'],
  ].join(' ');
}

export const JAVA_HISTOGRAM: Format = {
  id: 'java-histogram', name: 'a class histogram of Java', door: null,
  match: ({ head, isText }) => when(isText && fits(HEAD, head), { ...CERTAIN, program: 'Java' }),
  interest: histogramFacts,
  remedy: ({ text }) => `To see what holds them, ${fits(LIVE, text) ? ''
    : 'count the referenced ones alone (jmap -histo:live PID), then '}take a heap dump (jcmd PID GC.heap_dump FILE) `
    + 'and open it in Eclipse MAT.',
};
