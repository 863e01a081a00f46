/** Recognizes and summarizes hey and the benchmark of etcd, whose reports are alike: one run or several. */
import { counted, formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
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

/** The command of the benchmark of etcd, with its flags. */
const ETCD_COMMAND = new RegExp(String.raw`\bbenchmark[ \t]{1,4}((?:watch|put|range|txn|lease|stm|mvcc)[a-z-]{0,20})`
  + String.raw`((?:[ \t]{1,4}[^\s|;&]{1,200}){1,40})`, 'g');

/** Returns what the command of the benchmark of etcd asked for; null without a command, or with several. */
function askedOfEtcd(text: string): string | null {
  const commands = [...text.matchAll(ETCD_COMMAND)];
  const [, command, flags = ''] = commands[0] ?? [];
  if (command === undefined || commands.length > 1) return null;
  const flag = (pattern: string): number | null => {
    const value = new RegExp(`[ \\t]--(?:${pattern})[ =](\\d{1,12})(?:\\s|$)`).exec(flags)?.[1];
    return value === undefined ? null : Number(value);
  };
  const [size, rate] = [flag('val-size'), flag('put-rate|rate')];
  return `The command benchmark ${command} ran${size === null ? '' : ` with values of ${formatBytes(size)}`}${
    rate === null || rate === 0 ? '' : `${size === null ? ' with' : ' and'} ${formatNumber(rate)} per second asked for`
  }.`;
}

/** Tells the benchmark of etcd: the command, and the median of a single run. */
function etcdFacts(text: string): string | null {
  const medians = [...text.matchAll(/^\s{1,12}50% in ([\d.]{1,12}) secs/gm)];
  const [, median] = medians[0] ?? [];
  return joined([
    askedOfEtcd(text), heyFacts(text),
    median === undefined || medians.length > 1 ? null : `The median is ${median} s.`,
  ]);
}

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
    id: 'etcd-benchmark', name: 'the output of benchmark of etcd', program: 'etcd', remedy, fact: etcdFacts,
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
