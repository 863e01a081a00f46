/** Shortens the labels of a series for a sentence: a long value keeps its end, which tells it from others. Pure. */

const VALUE = /="((?:[^"\\]|\\.){1,4000})"/g;
const BETWEEN = /,(?=\s{0,4}[a-zA-Z_]\w{0,200}=")/;
const MAX_VALUE = 60;

/** Returns labels of at most about `max` characters: values without their beginning, then fewer labels. */
export function labelWords(labelText: string, max: number): string {
  const text = labelText.trim().replace(/,$/, '');
  if (text.length <= max) return text;
  const [first = '', ...others] = text.replace(VALUE, (own: string, value: string) =>
    (value.length <= MAX_VALUE ? own : `="…${value.slice(-MAX_VALUE)}"`)).split(BETWEEN);
  const kept = others.reduce<{ words: string; isFull: boolean }>(({ words, isFull }, one) => {
    const more = `${words},${one}`;
    return isFull || more.length > max ? { words, isFull: true } : { words: more, isFull: false };
  }, { words: first, isFull: false });
  return kept.isFull ? `${kept.words},…` : kept.words;
}
