/** Compares the counts that Gungraun (iai-callgrind) prints, new before old. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import type { Named } from '../../look/named.ts';

const ROW = String.raw`[ \t]{1,20}(\d{1,18})[ \t]{0,4}\|[ \t]{0,4}(\d{1,18}|N\/A)[ \t]`;
const INSTRUCTIONS = new RegExp(String.raw`^[ \t]{1,8}Instructions:${ROW}`, 'm');
const CYCLES = new RegExp(String.raw`^[ \t]{1,8}Estimated Cycles:${ROW}`);
const NAME = /^(?:\S{1,200}::)?(\w{1,200}(?: \S.{0,200})?)$/;
const MAX_LINES = 20_000;
const MAX_SHOWN = 3;

interface Counted { name: string; now: number; before: number | null; cycles: number | null }

const many = (value: number): string => value.toLocaleString('en-US');
const percent = (ratio: number): string =>
  `${ratio < 1 ? '\u2212' : '+'}${formatNumber(Math.abs(100 * (ratio - 1)))} %`;

function rowsOf(text: string): Counted[] {
  const rows: Counted[] = [];
  let name = '';
  for (const line of text.split('\n', MAX_LINES)) {
    const [, now, before] = INSTRUCTIONS.exec(line) ?? [];
    const [, cycles, cyclesBefore] = CYCLES.exec(line) ?? [];
    const last = rows.at(-1);
    if (now !== undefined)
      rows.push({ name, now: Number(now), before: before === 'N/A' ? null : Number(before), cycles: null });
    else if (cycles !== undefined && last !== undefined && cyclesBefore !== 'N/A')
      last.cycles = Number(cycles) / Number(cyclesBefore);
    else if (!/^\s/.test(line)) name = NAME.exec(line.trim())?.[1] ?? name;
  }
  return rows;
}

/** Returns `+3.53 % to +3.7 %`, or one of them if both are the same. */
function rangeOf(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(percent);
  return least === most ? least ?? '' : `${least} to ${most}`;
}

function instructionFacts(text: string): string | null {
  const rows = rowsOf(text);
  const compared = rows.flatMap(({ name, now, before, cycles }) =>
    (before === null || before === 0 ? [] : [{ name, now, before, cycles, ratio: now / before }]));
  if (rows.length === 0) return null;
  if (compared.length === 0) return `Nothing is compared: ${rows.slice(0, MAX_SHOWN)
    .map(({ name, now }) => `${name} takes ${many(now)} instructions`).join(', ')}. Run it again after a change.`;
  const moved = compared.filter(({ ratio }) => ratio !== 1)
    .sort((a, b) => Math.abs(b.ratio - 1) - Math.abs(a.ratio - 1));
  const [up, down] = [moved.filter(({ ratio }) => ratio > 1), moved.filter(({ ratio }) => ratio < 1)];
  const said = [
    ...up.length === 0 ? [] : [`${up.length} more (${rangeOf(up.map(({ ratio }) => ratio))})`],
    ...down.length === 0 ? [] : [`${down.length} fewer (${rangeOf(down.map(({ ratio }) => ratio))})`],
    ...moved.length === compared.length ? [] : [`${compared.length - moved.length} the same`],
  ];
  const [most] = moved;
  const cycles = moved.flatMap(({ cycles: own }) => own ?? []);
  return [
    `Instructions of ${compared.length === 1 ? '1 benchmark' : `${compared.length} benchmarks`}: ${said.join(', ')}.`,
    ...most === undefined ? [] : [`The largest change is ${most.name}: ${many(most.before)} to ${many(most.now)}, ${
      percent(most.ratio)}.`],
    ...cycles.length === 0 ? [] : [`Estimated cycles: ${rangeOf(cycles)}.`],
    ...most === undefined ? [] : ['Counts of instructions hardly differ between runs of one program, so that one run '
      + 'of each side is enough: the code, its input or the compiler changed.'],
  ].join(' ');
}

export const INSTRUCTION_COUNTS: Named = {
  id: 'iai-callgrind', name: 'the output of Gungraun (iai-callgrind)', program: 'Gungraun', pattern: INSTRUCTIONS,
  fact: instructionFacts,
  remedy: 'To see which functions changed, compare the files callgrind.*.out of both sides with callgrind_annotate.',
};
