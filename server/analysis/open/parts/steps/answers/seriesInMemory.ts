/** Says whether a limit of series is filled by series that have ended, by metrics of Mimir in the text. Pure. */
import type { Answer } from './answer.ts';

const LIMIT = /\bper-user series limit of (\d{1,12}) exceeded/;
const VALUE = String.raw`(\d[\d.]{0,15}(?:e\+?\d{1,2})?)$`;
/** Both values of one scrape, in which metrics are in the order of their names. */
const PAIR = new RegExp(String.raw`^cortex_ingester_active_series(?:\{[^}\n]{0,200}\})? ${VALUE}\n`
  + String.raw`(?:[^\n]{0,300}\n){0,6}?cortex_ingester_memory_series(?:\{[^}\n]{0,200}\})? ${VALUE}`, 'gm');
const NEAR = 0.95;
const MOSTLY = 0.8;
const count = (value: number): string => value.toLocaleString('en-US');

function answer(text: string): string | null {
  const limit = Number(LIMIT.exec(text)?.[1] ?? 0);
  const pair = [...text.matchAll(PAIR)].map(([, active, held]) => ({ active: Number(active), held: Number(held) }))
    .find(({ held }) => limit > 0 && held >= NEAR * limit && held <= limit);
  if (pair === undefined || pair.active >= MOSTLY * pair.held) return null;
  return `. The limit counts series in memory (${count(pair.held)} of ${count(limit)} in the text), and only ${
    count(pair.active)} of them are active: those that have ended, as of short-lived pods, stay in memory until a `
    + 'compaction of the head (by default every 2h). Raise max_global_series_per_user above what 2h bring, or drop '
    + 'labels and metrics that make new series all the time.';
}

export const SERIES_ANSWERS: readonly Answer[] = [
  [/: find which labels make so many series, or raise max_global_series_per_user\.(?= |$)/, answer],
];
