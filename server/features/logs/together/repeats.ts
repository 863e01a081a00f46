/** Removes from reports on several files what one of them says already. Pure. */
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';

/** A shorter sentence may be part of a list or a quotation. */
const MIN_CHARS = 40;
/** Matches a sentence about one file, which is true of each file alone. */
const OF_FILE = /^(?:It|Its|The log|The file|An?|This is)\b/;
const NUMBER = /\d+(?:[.,]\d+)*/g;
/** Figures that differ by less tell the same. */
const MAX_RATIO = 1.2;
/** Where the values of each file are. */
const OF_TARGET = /\bnew target\b/;

/** Returns the reports, of which later ones lack explanations and steps that an earlier one has. */
export function withoutRepeats(reports: readonly string[]): string[] {
  const known = new Set<string>();
  return reports.map((report) => {
    const own = sentencesOf(report);
    const kept = own.filter((sentence, i) => i === 0 || sentence.length < MIN_CHARS || OF_FILE.test(sentence)
      || !known.has(sentence));
    for (const sentence of own) known.add(sentence);
    return kept.join(' ');
  });
}

const numbersOf = (sentence: string): number[] =>
  [...sentence.matchAll(NUMBER)].map(([text]) => Number(text.replaceAll(',', '')));

/** Whether two sentences have the same words, and figures that hardly differ. */
function areAlike(one: string, other: string): boolean {
  if (one.replaceAll(NUMBER, '0') !== other.replaceAll(NUMBER, '0')) return false;
  const theirs = numbersOf(other);
  return numbersOf(one).every((value, i) => {
    const against = theirs[i] ?? NaN;
    return value === against || Math.max(value / against, against / value) <= MAX_RATIO;
  });
}

/** Returns a report without the sentences that another one has with much the same figures, except for the first. */
export function withoutAlike(own: string, other: string): string {
  const theirs = sentencesOf(other);
  return sentencesOf(own).filter((sentence, i) => i === 0 || OF_TARGET.test(sentence)
    || !theirs.some((one) => areAlike(sentence, one))).join(' ');
}
