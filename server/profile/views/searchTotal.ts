/**
 * Returns the sum of the stacks through matching functions: the exact total of a search, even if the tree is
 * incomplete.
 */
import type { DiffSearchTotal, SearchTotal } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { timedRegex } from '../query/timedRegex.ts';
import { cellSums, isCounted, pairSubjectOf, subjectOf, type Subject } from './subject.ts';

/**
 * Counts each stack once, however many of its frames match. `functions`: matching names in the remaining stacks.
 * Filters apply first. Errors like `top`, and `bad_data` for an invalid expression.
 */
export function searchTotal(profile: Profile, pattern: string, question: Question): Result<SearchTotal> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const found = find(subject.value, pattern);
  return found.ok ? ok({ ...subject.value.head, ...found.value }) : found;
}

/** Like `searchTotal`, with the cum of both sides. */
export function diffSearchTotal(pair: Pair, pattern: string, question: Question): Result<DiffSearchTotal> {
  const subject = pairSubjectOf(pair, question);
  if (!subject.ok) return subject;
  const found = find(subject.value, pattern);
  return found.ok ? ok({ ...subject.value.head, ...found.value }) : found;
}

function find<Head, Cell>(subject: Subject<Head, Cell>, pattern: string): Result<{ functions: number; cum: Cell }> {
  const matcher = timedRegex('search', pattern);
  if (!matcher.ok) return matcher;
  const { profile, view, names } = subject;
  const isMatch = Uint8Array.from(names.names, (name) => (matcher.value.test(name) ? 1 : 0));
  const met = new Uint8Array(names.names.length);
  const sums = cellSums(subject, 1);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    let isFound = false;
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
        const slot = at(names.slots, line);
        if (isMatch[slot] !== 1) continue;
        met[slot] = 1;
        isFound = true;
      }
    }
    if (isFound) sums.add(0, sample);
  }
  return ok({ functions: met.reduce((sum, one) => sum + one, 0), cum: sums.cell(0) });
}
