/** The notes of a table as sentences, each listed once and referenced by number. Pure. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';

const WORDS: [RegExp, (found: RegExpExecArray) => string][] = [
  [
    /^need >= (\d+) samples for confidence interval at level 0\.95$/,
    ([, count = '']) => `Fewer than ${count} runs: no 95 % confidence interval of the median (∞).`,
  ],
  [
    /^need >= (\d+) samples to detect a difference at alpha level 0\.05$/,
    ([, count = '']) => `Fewer than ${count} runs per side: no difference, however large, can be significant.`,
  ],
  [/^all samples are equal$/, () => 'All runs of both sides have the same value.'],
  [
    /^benchmark set differs from baseline; geomeans may not be comparable$/,
    () => 'Some benchmarks are on one side only: the geometric means cover different sets.',
  ],
  [/^summaries must be >0 to compute geomean$/, () => 'A value is 0: there is no geometric mean.'],
  [/^ratios must be >0 to compute geomean$/, () => 'A ratio is 0: there is no geometric mean of the changes.'],
];

export function noteInWords(note: string): string {
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(note);
    if (found !== null) return words(found);
  }
  return `${note.replace(/^./u, (first) => first.toUpperCase())}.`;
}

export interface NumberedNotes { notes: string[]; of: (cell: BenchmarkCell | null) => string }

/** Numbers the notes of all cells. `of` returns the numbers of a cell's notes as superscripts; '' without notes. */
export function numberedNotes({ rows }: BenchmarkUnit): NumberedNotes {
  const all = (
    cell: BenchmarkCell | null
  ): string[] => (cell === null ? [] : [...cell.notes, ...(cell.comparison?.notes ?? [])]);
  const notes = [...new Set(rows.flatMap(({ cells }) => cells.flatMap(all)))];
  return {
    notes: notes.map(noteInWords),
    of: (cell) => all(cell).map((note) => superscript(notes.indexOf(note) + 1)).join(' '),
  };
}

function superscript(number: number): string {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit).join('');
}

/** Returns the word for a change, and its kind for the colour; null without a comparison. */
export function changeWord(
  { better }: Pick<BenchmarkUnit, 'better'>, cell: BenchmarkCell | null
): { word: string; kind: 'better' | 'worse' | 'noise' | 'other' } | null {
  const comparison = cell?.comparison ?? null;
  if (comparison === null) return null;
  const { isSignificant, measuredRatio, countedText } = comparison;
  if (!isSignificant) {
    if (countedText === 'same') return { word: 'same in every run', kind: 'noise' };
    if (countedText !== null) return { word: `${countedText.replace('-', '−')} counted`, kind: 'other' };
    if (comparison.notes.some((note) => note.startsWith('need >=') || note.startsWith('too few')))
      return { word: 'too few runs', kind: 'noise' };
    return { word: comparison.deltaText === '~' ? 'within noise' : '', kind: 'noise' };
  }
  const gain = better * (measuredRatio ?? 1);
  return gain === 0 ? { word: 'changed', kind: 'other' } : gain > 0 ? { word: 'better', kind: 'better' }
    : { word: 'worse', kind: 'worse' };
}

const VERDICTS: Record<BenchmarkReport['verdict'], string> = {
  better: 'Better', worse: 'Worse', mixed: 'Better and worse', same: 'No change', untested: 'Not tested',
};

export function verdictWord({ verdict, time }: Pick<BenchmarkReport, 'verdict' | 'time'>): string {
  return time === null ? VERDICTS[verdict] : 'One run';
}
