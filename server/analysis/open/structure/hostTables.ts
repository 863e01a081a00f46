/** Recognizes and summarizes tables about a host and its processes: pidstat, iotop, sar, ss, lsof, limits. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { Format } from '../look/format.ts';
import { mappedFact } from '../look/mappedFiles.ts';
import { counted, each, mostFrequent, named, sentence, type Named } from '../look/named.ts';

const WATCH = 'Add the server as a target, and node_exporter of its host: the pages Memory and '
  + 'GC & CPU show them over time.';
const MAX_ROWS = 5000;
/** /proc/PID/stat: the name, then the state, the parent and further fields up to the resident pages. */
const PROC_STAT = /^\d{1,10} \(([^()\n]{1,16})\) [A-Z] ((?:-?\d{1,20} ){20,}\d.*)$/m;
const RSS_FIELD = 20;
const PAGE_BYTES = 4096;
const PIDSTAT = new RegExp(String.raw`^(?:[\d:]{5,8}(?: [AP]M)?|#? ?Time|Average:)\s+(?:UID\s+(?:TGID\s+)?)?`
  + String.raw`(?:PID|TGID)\s+(\S.{0,300}?)\s+Command\s*$`, 'm');
const SAR = new RegExp([
  String.raw`^[\d:]{8}(?: [AP]M)?[ \t]+(?:CPU[ \t]+%u|kbmem|DEV[ \t]+tps|IFACE|runq-sz|tps[ \t]|pswpin|proc/s`,
  String.raw`|pgpgin|kbswp)`,
].join(''), 'm');
const IOTOP_ROW = new RegExp(String.raw`^\s*\d+\s+\S+\s+\S+\s+([\d.]+ [BKMG]/s)\s+([\d.]+ [BKMG]/s)\s+`
  + String.raw`(?:[\d.]+ %\s+)?(?:[\d.]+ %\s+)?([^\s%\d].{0,200})$`, 'gm');
/** jstat -gcutil: shares of the spaces in use, counts of collections and the seconds that they took. */
const JSTAT = /^\s*S0\s+S1\s+E\s+O\s+[MP]\s.{0,40}\bFGC\s+FGCT\s.{0,40}\bGCT\s*$/m;
/** From this share on, the old generation has no room. */
const FULL_PERCENT = 99;
const SOCKET_HEADER = /^(?:Netid\s+)?State\s+Recv-Q\s+Send-Q\b|^Proto\s+Recv-Q\s+Send-Q\b/m;
const SOCKET_STATE = new RegExp(String.raw`\b(ESTAB(?:LISHED)?|LISTEN|TIME[-_]WAIT|CLOSE[-_]WAIT|SYN[-_]\w{4,5}`
  + String.raw`|FIN[-_]WAIT[-_]?\d|UNCONN|LAST[-_]ACK|CLOSING)\b`, 'g');
const LIMIT =
  /^(?:Max open files\s+(\S+)|(?:-n: file descriptors|open files\s.{0,40}|nofile.{0,20}?)\s(\d+|unlimited))/m;
/** Open file limits up to this are low: a series or connection takes a few files, a mapped chunk file two. */
const FEW_FILES = 4096;
const LSOF_ROW = /^\S{1,60}\s+\d{1,10}\s.{1,80}?\s(REG|DIR|CHR|IPv[46]|unix|FIFO|a_inode|sock|DEL)\s.*$/gm;

const ROWS: readonly Named[] = [
  {
    id: 'pidstat', name: 'the output of pidstat', program: 'pidstat', pattern: PIDSTAT, fact: pidstatFacts,
    remedy: WATCH,
  },
  {
    id: 'iotop', name: 'the output of iotop', program: 'iotop', remedy: WATCH,
    pattern: /^\s*(?:Total|Actual|Current) DISK READ\s*:|^\s*[TP]ID\s+PRIO\s+USER\s+DISK READ\b/m,
    fact: (text) => {
      const rows = [...text.matchAll(IOTOP_ROW)].slice(0, MAX_ROWS)
        .map(([, read = '', write = '', command = '']) => ({ read, write, command, bytes: rate(read) + rate(write) }));
      const [most] = rows.toSorted((a, b) => b.bytes - a.bytes);
      return sentence([
        each(/DISK READ\s*:\s*([\d.]+ [BKMG]\/s)/, text, (value) => `the host reads ${value}`),
        each(/DISK WRITE\s*:\s*([\d.]+ [BKMG]\/s)/, text, (value) => `it writes ${value}`),
        most === undefined ? null
          : `${most.command.split(' ')[0]?.split('/').at(-1)} has the thread with most: it reads `
            + `${most.read} and writes ${most.write}`,
      ], '; ');
    },
  },
  { id: 'jstat', name: 'the output of jstat', program: 'jstat', pattern: JSTAT, fact: jstatFacts, remedy: WATCH },
  { id: 'sar', name: 'the output of sar', program: 'sar', pattern: SAR, fact: sarFacts, remedy: WATCH },
  {
    id: 'sockets', name: 'a list of sockets (ss, netstat)', pattern: SOCKET_HEADER, remedy: WATCH,
    fact: (text) => {
      const states = [...text.matchAll(SOCKET_STATE)].slice(0, MAX_ROWS).map(([, state = '']) => state);
      return states.length === 0 ? null : `It lists ${counted(states.length, 'socket')}: ${
        mostFrequent(states).replaceAll(' in ', ' ')}.`;
    },
  },
  {
    id: 'lsof', name: 'a list of open files (lsof)',
    pattern: /^COMMAND\s+PID\s+(?:TID\s+)?(?:TASKCMD\s+)?USER\s+FD\s+TYPE/m,
    remedy: WATCH,
    fact: (text) => {
      const rows = [...text.matchAll(LSOF_ROW)].slice(0, MAX_ROWS);
      const deleted = rows.filter(([row]) => /\(deleted\)\s*$/.test(row)).length;
      const mapped = mappedFact(text);
      return rows.length === 0 ? null : `It lists ${counted(rows.length, 'open file')}, by type ${
        mostFrequent(rows.map(([, type = '']) => type)).replaceAll(' in ', ' ')}.${deleted === 0 ? ''
        : ` ${deleted} of them are deleted and still take space on the disk.`}${
        mapped === null ? '' : ` ${mapped}`}`;
    },
  },
  {
    id: 'limits', name: 'the limits of a process', remedy: 'For how many files the server has open, open its /metrics.',
    pattern: /^Limit\s+Soft Limit\s+Hard Limit|^(?:-c: )?core file size\s.{0,40}\s(?:\d+|unlimited)\s*$/m,
    fact: (text) => {
      const [, own, shell] = LIMIT.exec(text) ?? [];
      const files = own ?? shell;
      return files === undefined ? null : `It may have ${files} files open.${Number(files) <= FEW_FILES
        ? ' A server with many blocks and connections needs more (LimitNOFILE).' : ''}`;
    },
  },
  {
    id: 'proc-stat', name: 'the stat of a process from /proc', pattern: PROC_STAT, remedy: WATCH,
    fact: (text) => {
      const [, name, rest = ''] = PROC_STAT.exec(text) ?? [];
      const pages = Number(rest.split(' ')[RSS_FIELD] ?? 'NaN');
      return Number.isNaN(pages) ? null : `${name} has ${pages.toLocaleString('en-US')} pages of resident memory, `
        + `${formatBytes(pages * PAGE_BYTES)} where a page has 4 KiB.`;
    },
  },
  {
    id: 'load-average', name: 'the load of a host (uptime)', remedy: WATCH,
    pattern: /^\s*\d\d?:\d\d(?::\d\d)?\s+up\s.{1,80}load averages?: [\d.]+/m,
    fact: (text) => each(/load averages?: ([\d.]+,? [\d.]+,? [\d.]+)/, text,
      (value) => `Its load is ${value.replaceAll(/,? /g, ', ')} over 1, 5 and 15 minutes.`),
  },
];

export const HOST_TABLES: readonly Format[] = ROWS.map(named);

function rate(text: string): number {
  const [, value, unit = 'B'] = /^([\d.]+) ([BKMG])/.exec(text) ?? [];
  return Number(value ?? 0) * 1024 ** 'BKMG'.indexOf(unit);
}

/** Returns the row with the highest value, among the averages if they are printed, else among all rows. */
function pidstatFacts(text: string): string | null {
  const titles = (PIDSTAT.exec(text)?.[1] ?? '').split(/\s+/);
  const rows = text.split('\n', MAX_ROWS).map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length >= titles.length + 3 && words.slice(-titles.length - 1, -1)
      .filter((word) => /^-?[\d.]+%?$/.test(word)).length * 3 > titles.length * 2);
  const means = rows.filter(([first]) => first === 'Average:');
  const own = (means.length > 0 ? means : rows).map((words) => ({
    name: words.at(-1) ?? '',
    values: new Map(titles.map((title, i) =>
      [title, Number.parseFloat(words[words.length - 1 - titles.length + i] ?? '')])),
  }));
  const key = ['%CPU', 'kB_rd/s', 'RSS', 'cswch/s'].find((title) => titles.includes(title)) ?? titles[0] ?? '';
  const weight = (values: Map<string, number>): number =>
    (values.get(key) ?? 0) + (key === 'kB_rd/s' ? values.get('kB_wr/s') ?? 0 : 0);
  const [most] = own.toSorted((a, b) => weight(b.values) - weight(a.values));
  if (most === undefined) return null;
  const value = (title: string, word: (value: number) => string): string | null => {
    const found = most.values.get(title);
    return found === undefined || !Number.isFinite(found) ? null : word(found);
  };
  const parts = [
    value('%CPU', (percent) => `uses ${formatNumber(percent)} % of a core`),
    value('RSS', (kib) => `has ${formatBytes(kib * 1024)} of resident memory`),
    value('kB_rd/s', (kib) => `reads ${formatBytes(kib * 1024)} per second`),
    value('kB_wr/s', (kib) => `writes ${formatBytes(kib * 1024)} per second`),
    value('majflt/s', (count) => `has ${formatNumber(count)} major page faults per second`),
    value('cswch/s', (count) => `waits ${formatNumber(count)} times per second`),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null
    : `${most.name} ${parts.join(' and ')}${means.length > 0 ? ', in the mean' : ', at most'}.`;
}

/** Says how full the old generation is, and what full collections take. */
function jstatFacts(text: string): string | null {
  const lines = text.split('\n', MAX_ROWS).map((line) => line.trim().split(/\s+/));
  const at = lines.findIndex(([first, second]) => first === 'S0' && second === 'S1');
  const titles = lines[at] ?? [];
  const rows = lines.slice(at + 1)
    .filter((words) => words.length === titles.length && /^[\d.,-]+$/.test(words.join('')));
  const of = (title: string, row = rows.at(-1)): number =>
    Number((row?.[titles.indexOf(title)] ?? '').replace(',', '.') || NaN);
  const [old, count, took] = [of('O'), of('FGC'), of('FGCT')];
  if (!Number.isFinite(old + count + took)) return null;
  const during = count - of('FGC', rows[0]);
  return `${old >= FULL_PERCENT && count > 0 ? 'The heap is full: its' : 'The'} old generation is ${old} % full. ${
    counted(count, 'full collection')} took ${formatSeconds(took)}${count < 2 ? ''
    : `, ${formatSeconds(took / count)} each`}${during > 0 ? `; ${during} of them while it was watched` : ''}.`;
}

function sarFacts(text: string): string | null {
  const titles = /^[\d:]{8}(?: [AP]M)?\s+([A-Za-z%].{0,300})$/m.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  const means = text.split('\n', MAX_ROWS).filter((line) => line.startsWith('Average:'))
    .map((line) => line.trim().split(/\s+/).slice(1)).filter((words) => words.length === titles.length);
  const mean = means.find(([first]) => first === 'all') ?? means[0];
  if (mean === undefined) return null;
  const some = titles.flatMap((title, i) => (/^(?:CPU|DEV|IFACE)$/.test(title) ? [] : [`${title} ${mean[i] ?? ''}`]));
  return `In the mean: ${some.slice(0, 6).join(', ')}.`;
}
