/** Recognizes and summarizes the output of ms_print: the largest heap, and where in the run it was. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { said, type Named } from '../../look/named.ts';

const ROW = /^[ \t]{0,4} +(\d{1,6}) +([\d,]{1,20}) +([\d,]{1,20}) +[\d,]{1,20} +[\d,]{1,20} +[\d,]{1,20} *$/gm;
/** The end of the horizontal axis: `->Gi`, then `0      46.92` below. */
const AXIS = /\+-{20,200}>([kMGT]?)i[ \t]{0,9}\n[ \t]{1,20}0[ \t]{1,200}(\d{1,9}(?:\.\d{1,4})?)[ \t]*$/m;
const FACTORS: Readonly<Record<string, number>> = { '': 1, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12 };
const EARLY = 0.01;

const numberOf = (text = ''): number => Number(text.replaceAll(',', ''));
const whole = (value: number): string => value.toLocaleString('en-US');

function printedFacts(text: string): string | null {
  const rows = [...text.matchAll(ROW)].map(([, number, time, total]) => (
    { number: Number(number), time: numberOf(time), total: numberOf(total) }));
  const [first] = rows;
  if (first === undefined) return null;
  const most = rows.reduce((max, row) => (row.total > max.total ? row : max), first);
  const all = Number(said(/^Number of snapshots: (\d{1,6})/m, text) ?? rows.length);
  const count = all > rows.length ? `${all} snapshots, ${rows.length} of which are in the text` : `${all} snapshots`;
  const peak = said(/\b(\d{1,6}) \(peak\)/, text);
  return joined([
    `Its heap has at most ${whole(most.total)} bytes, in ${count}.`,
    peak !== String(most.number) ? null : placeOf(most.time, text),
  ]);
}

/** Says when the peak was, if it was at the start of the run, by instructions. */
function placeOf(instructions: number, text: string): string | null {
  const [, prefix = '', end] = AXIS.exec(text) ?? [];
  if (end === undefined || !fits(/\btime\(i\)/, text)) return null;
  const share = instructions / (Number(end) * (FACTORS[prefix] ?? NaN));
  return !(share < EARLY) ? null
    : `The peak is at the start of the run: after ${whole(instructions)} instructions of ${end} ${prefix}i.`;
}

export const MS_PRINT: Named = {
  id: 'ms-print', name: 'the output of ms_print', program: 'Valgrind', pattern: /^Number of snapshots: \d+/m,
  fact: printedFacts,
  remedy: 'For a heap by stack as a profile, record with jemalloc or heaptrack, and print collapsed stacks.',
};
