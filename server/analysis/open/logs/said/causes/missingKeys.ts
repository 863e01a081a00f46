/** Explains that a Secret or ConfigMap lacks a key: the object itself is there. Pure; bounded. */

/** As operators and the kubelet write it. */
export const NO_KEY = new RegExp([
  /\bkey \\?"([^"\\\n]{1,253})\\?" in (secret|configmap) \\?"([^"\\\n]{1,253})\\?" not found/,
  /\bcouldn't find key (\S{1,253}) in (Secret|ConfigMap) ([^\s,"]{1,253})/,
].map(({ source }) => source).join('|'), 'i');
/** Placeholder for the meanings of a missing key, which name it. */
export const BY_KEY = 'A key is missing in an object.';
const STEP = 'correct the key that is referred to, or make the object anew with it.';

/** Returns what such an error means, by the key and the object that it names. */
export function keyMeaning(error: string): string {
  const [key = '', kind = '', name = ''] = (NO_KEY.exec(error) ?? []).slice(1).filter((part) => part !== undefined);
  const of = kind.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap';
  return `The ${of} ${name.replace(/[.:;]$/, '')} is there but has no key ${key}: see which keys it has (kubectl get ${
    of.toLowerCase()} -o yaml), then ${STEP}`;
}

/** Whether a sentence is such a meaning. */
export const isMissingKey = (sentence: string): boolean => /^The (?:Secret|ConfigMap) \S+ is there but has no key /
  .test(sentence) && sentence.endsWith(STEP);
