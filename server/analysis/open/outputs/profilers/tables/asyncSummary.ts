/** Describes the summary of async-profiler: samples skipped or not unwound, stacks without frames. Pure. */
import { counted, formatBytes, formatSeconds } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../../look/factTools.ts';
import type { Named } from '../../../look/named.ts';

const HEAD = /^[ \t]{0,40}--- Execution profile ---[ \t]*$/m;
const TOTAL = /^[ \t]{0,40}Total(?: samples)?[ \t]{0,40}:[ \t]{0,40}(\d{1,15})[ \t]*$/m;
/** A row of the summary: `skipped             : 4180503 (44.81%)`; before 1.4 `Unknown (Java): 3 (0.10%)`. */
const ROW = /^[ \t]{0,40}([A-Za-z][\w ()-]{0,40}?)[ \t]{0,40}:[ \t]{0,40}(\d{1,15}) \(([\d.]{1,8})%\)[ \t]*$/gm;
/** The head of a stack: its value, share and number of samples. */
const STACK = /^[ \t]{0,40}--- (\d{1,18})(?: (ns|bytes))? \(([\d.]{1,8})%\), (\d{1,15}) samples?[ \t]*$/gm;
const FRAME = /^[ \t]{0,40}\[ ?\d{1,5}\][ \t]+\S/m;
const SKIPPED = 'skipped';
/** Share of samples from which on their loss comes first. */
const MANY_PERCENT = 10;
const MAX_ROWS = 2000;
const MAX_TOLD = 3;

interface SummaryRow { name: string; count: number; percent: string }

const rowsOf = (text: string): SummaryRow[] => [...text.matchAll(ROW)].slice(0, MAX_ROWS)
  .map(([, name = '', count, percent = '']) => ({ name, count: Number(count), percent }));

/** Returns how many samples are missing, if they are many; null otherwise, and for several recordings. */
export function skippedFacts(text: string): string | null {
  const row = rowsOf(text).find(({ name }) => name === SKIPPED);
  const total = TOTAL.exec(text)?.[1];
  if (!fits(HEAD, text) || row === undefined || Number(row.percent) < MANY_PERCENT) return null;
  return `async-profiler skipped ${row.count.toLocaleString('en-US')} ${total === undefined ? 'samples'
    : `of ${Number(total).toLocaleString('en-US')} samples`} (${row.percent} %), so its shares are of a part: record `
    + 'with a larger interval.';
}

function summaryFacts(text: string): string | null {
  const total = Number(TOTAL.exec(text)?.[1]);
  const others = rowsOf(text).filter(({ name, count }) => name !== SKIPPED && count > 0)
    .toSorted((a, b) => b.count - a.count).slice(0, MAX_TOLD);
  const skipped = rowsOf(text).find(({ name }) => name === SKIPPED);
  return joined([
    `It has ${counted(total, 'sample')}${skipped === undefined ? '' : `, of which async-profiler skipped ${
      skipped.count.toLocaleString('en-US')} (${skipped.percent} %)`}.`,
    stackFacts(text),
    others.length === 0 ? null : `Samples whose stack is not known: ${others.map(({ name, count, percent }) =>
      `${name} ${count.toLocaleString('en-US')} (${percent} %)`).join(', ')}.`,
    Number(skipped?.percent) >= MANY_PERCENT ? 'With a larger interval it may skip fewer.' : null,
  ]);
}

/** Describes the heads of stacks, which name no function. */
function stackFacts(text: string): string | null {
  const stacks = [...text.matchAll(STACK)].slice(0, MAX_ROWS)
    .map(([, value, unit = '', percent]) => ({ value: Number(value), unit, percent: Number(percent) }));
  const [most] = stacks.toSorted((a, b) => b.percent - a.percent);
  if (most === undefined) return null;
  const shown = (value: number): string => (most.unit === 'ns' ? formatSeconds(value / 1e9)
    : most.unit === 'bytes' ? formatBytes(value) : value.toLocaleString('en-US'));
  const share = stacks.reduce((sum, { percent }) => sum + percent, 0);
  const ofAll = most.percent > 0 ? ` of about ${shown(100 * most.value / most.percent)}` : '';
  return `${stacks.length === 1 ? 'The stack in the text has' : `The ${stacks.length} stacks in the text have`} no `
    + `frames, so no method can be named: ${stacks.length === 1 ? 'it has' : 'together they have'} ${
      Number(share.toPrecision(3))} %${ofAll}${most.unit === 'bytes' ? ' allocated' : ''}${
      stacks.length === 1 ? '' : `, the largest ${most.percent} %`}.`;
}

export const ASYNC_SUMMARY: Named = {
  id: 'async-summary', name: 'the summary of a recording of async-profiler, without stacks', program: 'async-profiler',
  pattern: new RegExp(String.raw`${HEAD.source}\s{1,8}${TOTAL.source.slice(1)}`, 'm'),
  except: FRAME, fact: summaryFacts,
  remedy: 'Record it again with frames: as collapsed stacks (-o collapsed).',
};
