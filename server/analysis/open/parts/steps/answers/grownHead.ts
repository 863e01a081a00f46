/** Says from which growth of the head the memory comes, where the writer of a text gives it. Pure; bounded. */
import type { Answer } from './answer.ts';

const AMOUNT = String.raw`(\d[\d.,]{0,12}) ?([kKmM]|million)?`;
const GREW = new RegExp(String.raw`\bprometheus_tsdb_head_series\b["'\x60]{0,2}(?: of \w{1,40})? (?:went|rose|grew|`
  + String.raw`jumped|increased|climbed)(?: up)? from (?:about |~)?${AMOUNT} to (?:about |~)?${AMOUNT}(?![\w.]\w)`);
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, K: 1e3, m: 1e6, M: 1e6, million: 1e6 };
const MIN_GROWTH = 2;
/** New series from which they take a notable part of a memory limit, at some KiB each. */
const MIN_SERIES = 200_000;

const valueOf = (amount: string, unit: string): number => Number(amount.replaceAll(',', '')) * (UNITS[unit] ?? 0);

function answer(text: string): string | null {
  const [, from = '', fromUnit = '', to = '', toUnit = ''] = GREW.exec(text) ?? [];
  const [before, after] = [valueOf(from, fromUnit), valueOf(to, toUnit)];
  if (from === '' || !(after >= MIN_GROWTH * before && after - before >= MIN_SERIES)) return null;
  return `By the text, the series of the head went from ${from}${fromUnit} to ${to}${toUnit}, which probably takes `
    + 'the memory. Raise the limit, at least until its WAL is read, and stop the new series at their source (drop '
    + 'labels or metrics, set sample_limit), or it comes back.';
}

export const HEAD_ANSWERS: readonly Answer[] = [
  [/(?:Raise the (?:memory )?limit, or find|Find) what takes the memory\./, answer],
];
