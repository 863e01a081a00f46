/** What was typed into a search: words, each of which must be found; case and order do not matter. Pure. */
import type { Target } from '../contract/contract.ts';

/** In lower case; none for a blank text. */
export function typedWords(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter((word) => word !== '');
}

export function holdsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

type Searched = Pick<Target, 'name' | 'state' | 'kind' | 'version' | 'labels'>;

/** State, kind and version are labels too. */
export function labelsOf({ state, kind, version, labels }: Omit<Searched, 'name'>): [name: string, value: string][] {
  return [['state', state], ['kind', kind], ['version', version], ...Object.entries(labels)];
}

/** The name of a target and its labels, as `name=value`. */
export function targetText(target: Searched): string {
  return [target.name, ...labelsOf(target).map((pair) => pair.join('='))].join('\n');
}
