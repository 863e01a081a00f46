/** Formats labels of a sample as pprof prints them. */
import { ok, type Result } from '../../../core/result.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import type { Matcher } from '../../../core/regex.ts';
import { timedRegex } from '../query/timedRegex.ts';
import { numericUnits } from '../query/tagFilter.ts';
import { scaledLabel } from '../query/units.ts';

/** Values of one key; numeric values are printed with their unit (`1.12kB`). */
export interface LabelValues { key: string; values: string[]; numeric: boolean }

export interface ShownLabels {
  /** Returns text labels by key, then numeric ones by key; a sample may have several values of one. */
  of(sample: number): LabelValues[];
}

/**
 * Returns the labels that `tagshow` and `taghide`, regular expressions for keys, keep. Error `bad_data` for an invalid
 * one.
 */
export function shownLabels(profile: Profile, question: Pick<Question, 'tagshow' | 'taghide'>): Result<ShownLabels> {
  const isShown = shownKeys(question);
  if (!isShown.ok) return isShown;
  const { start, key, text, number, strings } = profile.labels;
  const units = numericUnits(profile);
  const of = (sample: number): LabelValues[] => {
    const found = new Map<string, LabelValues>();
    for (let label = at(start, sample); label < at(start, sample + 1); label++) {
      const name = strings[at(key, label)] ?? '';
      const numeric = at(text, label) < 0;
      const id = `${numeric ? 1 : 0}${name}`;
      if (!isShown.value(name)) continue;
      let known = found.get(id);
      if (known === undefined) found.set(id, known = { key: name, values: [], numeric });
      known.values.push(
        numeric ? scaledLabel(Number(number[label] ?? 0n), units.get(name) ?? '') : (strings[at(text, label)] ?? '')
      );
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, values]) => values);
  };
  return ok({ of: profile.labels.key.length === 0 ? () => [] : of });
}

/** Returns a test whether a key is shown. */
export function shownKeys(
  { tagshow, taghide }: Pick<Question, 'tagshow' | 'taghide'>
): Result<(key: string) => boolean> {
  const show = optional('tagshow', tagshow);
  if (!show.ok) return show;
  const hide = optional('taghide', taghide);
  if (!hide.ok) return hide;
  return ok((key) => (show.value?.test(key) ?? true) && !(hide.value?.test(key) ?? false));
}

function optional(name: string, pattern: string | undefined): Result<Matcher | null> {
  return pattern === undefined || pattern === '' ? ok(null) : timedRegex(name, pattern);
}
