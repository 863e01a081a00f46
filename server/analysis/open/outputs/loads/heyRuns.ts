/** Recognizes and summarizes hey and the benchmark of etcd, whose reports are alike: one run or several. */
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { each, sentence, type Named } from '../../look/named.ts';

const MAX_RUNS = 6;
const MAX_STATUSES = 6;
const TOTAL = String.raw`^Summary:[ \t]{0,9}\r?\n\s{1,99}Total:\s{1,20}[\d.]{1,20} secs`;

/** Counts the answers of each status from 400 on. */
function failedStatuses(text: string): string | null {
  const rows = [...text.matchAll(/^[ \t]{0,12}\[([45]\d\d)\][ \t]{1,12}(\d{1,12}) responses/gm)];
  return rows.length === 0 ? null : rows.slice(0, MAX_STATUSES)
    .map(([, status, count]) => `${Number(count).toLocaleString('en-US')} with status ${status}`).join(', ');
}

const runWords = (text: string): string | null => sentence([
  each(/^\s+Requests\/sec:\s+([\d.]+)/m, text, (rate) => `${formatNumber(Number(rate))} requests per second`),
  each(/^\s+Average:\s+([\d.]+) secs/m, text, (value) => `${value} s in the mean`),
  each(/^\s+99% in ([\d.]+) secs/m, text, (value) => `99 % within ${value} s`),
  each(/^Error distribution:\s*\n\s+\[(\d+)\]/m, text, (value) => counted(Number(value), 'error')),
  failedStatuses(text),
])?.slice(0, -1) ?? null;

function heyFacts(text: string): string | null {
  const runs = text.split(/^(?=Summary:[ \t]{0,9}\r?$)/m).flatMap((part) => runWords(part) ?? []);
  const more = runs.length - MAX_RUNS;
  return sentence([
    ...runs.slice(0, MAX_RUNS), more > 0 ? `${counted(more, 'more run is', 'more runs are')} in the text` : null,
  ], '; ');
}

/** `remedy`: what to do beside such a run. */
export const heyRows = (remedy: string): Named[] => [
  {
    id: 'etcd-benchmark', name: 'the output of benchmark of etcd', program: 'etcd', remedy, fact: heyFacts,
    pattern: new RegExp(String.raw`${TOTAL}\.[ \t]{0,9}\r?\n(?:[ \t]{1,9}[A-Z]\w{1,20}:.{0,80}\n){1,4}?`
      + String.raw`[ \t]{1,9}Stddev:`, 'm'),
  },
  {
    id: 'hey', name: 'the output of hey', program: 'hey', remedy, fact: heyFacts,
    pattern: new RegExp(String.raw`${TOTAL}[ \t]{0,9}\r?$`, 'm'),
  },
  {
    id: 'hey-or-etcd-benchmark', name: 'the output of hey or of benchmark of etcd', remedy, fact: heyFacts,
    pattern: new RegExp(TOTAL, 'm'),
  },
];
