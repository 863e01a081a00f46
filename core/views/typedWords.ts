/** Search words as typed, each of which must be found; case and order do not matter. Pure. */
import type { Target } from '../contract/contract.ts';

/** Returns the words in lower case; none for a blank text. */
export function typedWords(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter((word) => word !== '');
}

export function holdsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

type Searched = Pick<Target, 'name' | 'state' | 'kind' | 'version' | 'labels'>;

/** Returns the labels, including state, kind and version. */
export function labelsOf({ state, kind, version, labels }: Omit<Searched, 'name'>): [name: string, value: string][] {
  return [['state', state], ['kind', kind], ['version', version], ...Object.entries(labels)];
}

/** Returns the name of a target and its labels, as `name=value`. */
export function targetText(target: Searched): string {
  return [target.name, ...labelsOf(target).map((pair) => pair.join('='))].join('\n');
}
