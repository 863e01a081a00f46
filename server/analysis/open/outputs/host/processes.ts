/** Summarizes tables of processes (top, ps) by their shape, in any language: servers, and what uses most CPU. Pure. */
import { formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { sharedFact } from './ownMemory.ts';
import { MAX_LINES, sizeOf, tableRows, type Row } from './rows.ts';

/** Servers that users of this program are interested in. */
const SERVER =
  /(?:^|\/)(?:prometheus|victoria-metrics\S*|vm(?:storage|select|insert|agent)\S*|thanos|mimir|loki|influxd)\b/;
/** A name that top cut, and users that such servers run as. */
const CUT_SERVER = /^(?:prom|vict|vmst|vmse|vmag|vmin|than|mimi|infl)\w{0,12}\+$/i;
const OF_SERVER = /^(?:prom\w{0,12}|victoria\w{0,12}|influx\w{0,12}|thanos|mimir|loki)\+?$/i;
/** Row without a header: `prometh+ 20030  0.1  4.4 149516 82800 ?  Ssl  Feb21  2:40 /usr/local/bin/prometheus`. */
const PS_LINE = new RegExp([
  String.raw`^\S{1,32}\s+\d{1,7}\s+\d{1,5}[.,]\d\s+\d{1,3}[.,]\d\s+\d+\s+\d+\s+\S{1,12}\s+`,
  String.raw`[A-Z]\S{0,6}\s+\S{1,8}\s+[\d:.-]{3,12}\s+\S`,
].join(''), 'm');
const PS_HEADER = new RegExp([
  /^[ \t]*(?:USER\s+PID|PID\s+(?:PPID|USER|TTY|%CPU|RSS|VSZ))\b.*(?:COMMAND|CMD)\s*$/,
  /^[ \t]{0,20}\S{1,20}[ \t]{1,20}PID[ \t]{1,20}%CPU[ \t]{1,20}%MEM[ \t]{1,20}VSZ[ \t]{1,20}RSS\b/,
].map(({ source }) => source).join('|'), 'm');
const TOP_HEADER = new RegExp([
  /^[ \t]{0,20}PID[ \t]{1,20}\S.{0,200}[ \t](?:%CPU|%VSZ|CPU%|WCPU)[ \t]{1,20}\S/,
  /^[ \t]{0,20}\S{1,12}[ \t]{1,20}\S{1,12}[ \t]{1,20}PR[ \t]{1,12}NI(?:[ \t]{1,20}\S{1,12}){7,9}[ \t]*$/,
].map(({ source }) => source).join('|'), 'm');
const TOP_SUMMARY = /load average|^[ \t]*(?:KiB |MiB |GiB )?Mem ?: |^[ \t]*%?Cpu(?:\(s\)|\d)|^CPU: |^CPU usage: /im;
const OF_TOP = ['PID', 'USER', 'PR', 'NI', 'VIRT', 'RES', 'SHR', 'S', '%CPU', '%MEM', 'TIME', 'COMMAND'];
const OF_PS = ['USER', 'PID', '%CPU', '%MEM', 'VSZ', 'RSS', 'TTY', 'STAT', 'START', 'TIME', 'COMMAND'];
const HEADER = new RegExp(`${TOP_HEADER.source}|^[ \\t]*(?:\\S{1,20}\\s+)?PID\\b.*(?:COMMAND|CMD|%CPU)`);
const VALUE = /^(?:%|[A-Z]?CPU|MEM$|RSS$|VSZ$|TIME|STAT|PID$|PPID$|S$)/;
/** From this share of a core on, a process that uses more than the server is told beside it. */
const MUCH_PERCENT = 20;
/** From this share of the memory of the host on, a process is reported with it. */
const MUCH_MEMORY_PERCENT = 60;

interface Process { pid: string; user: string; name: string; isServer: boolean; cpu: number | null; cells: Row }
interface Group { name: string; cpu: number; processes: Process[] }

/** Header of the memory of processes in the top of BusyBox, with two columns in one word. */
const MEMORY_TOP = /^[ \t]{0,20}PID[ \t]{1,20}VSZ\^VSZRW\^?[ \t]{1,20}RSS\b/m;

/** Whether the text has the header of top, and its summary or the columns that only it has. */
export const isTop = (head: string): boolean => fits(MEMORY_TOP, head)
  || (fits(TOP_HEADER, head) && (fits(TOP_SUMMARY, head) || fits(/[ \t]PRI?[ \t]+NI[ \t]/, head)));

export const isPs = (head: string): boolean => fits(PS_HEADER, head) || fits(PS_LINE, head);

/** Names the columns by their places where the words of the header are of another language. */
function namesOf(words: string[]): string[] {
  if (words[2] === 'PR' && words[3] === 'NI' && words.length >= OF_TOP.length - 1 && words.length <= OF_TOP.length)
    return OF_TOP;
  if (words[1] === 'PID' && words[2] === '%CPU' && words[3] === '%MEM' && words.length === OF_PS.length) return OF_PS;
  const single = words.flatMap((word) => word.split('^').filter((part) => part !== ''));
  const names = single.map((word) => (word === 'CMD' ? 'COMMAND' : /^(?:CPU%|WCPU)$/.test(word) ? '%CPU' : word));
  const last = names.at(-1) ?? '';
  return names.includes('COMMAND') || VALUE.test(last) ? names : [...names.slice(0, -1), 'COMMAND'];
}

/** Returns each process once, with its highest share of a CPU. */
function processesOf(text: string): Process[] {
  const rows = tableRows(text, HEADER, namesOf).map(({ cells }) => cells);
  const all = rows.length > 0 ? rows : text.split('\n', MAX_LINES).filter((line) => PS_LINE.test(line)).map((line) => {
    const words = line.trim().split(/\s+/);
    return new Map(OF_PS.map((name, i) => [name, words[i] ?? '']));
  });
  const byPid = new Map<string, Process>();
  for (const cells of all) {
    const pid = cells.get('PID') ?? '';
    const share = cells.get('%CPU');
    const cpu = share === undefined ? null : Number.parseFloat(share.replace(',', '.'));
    if (!/^\d+$/.test(pid) || Number.isNaN(cpu)) continue;
    const command = cells.get('COMMAND') ?? '';
    const before = byPid.get(pid);
    if (before !== undefined && (before.cpu ?? 0) >= (cpu ?? 0)) continue;
    byPid.set(pid, {
      pid, user: cells.get('USER') ?? '', name: command.split('/').at(-1) || `the process ${pid}`,
      isServer: SERVER.test(command), cpu, cells,
    });
  }
  return [...byPid.values()];
}

/** Returns the CPU and memory of a server, what uses more CPU, and a server known only by its user or a cut name. */
export function processFacts(text: string): string | null {
  const all = processesOf(text);
  const busiest = busiestOf(all);
  const server = all.find(({ isServer }) => isServer);
  if (server !== undefined) {
    const isMore = busiest !== null && busiest.cpu >= MUCH_PERCENT && busiest.cpu > (server.cpu ?? 0)
      && !busiest.processes.includes(server);
    return joined([factsOf(server, true), isMore ? mostOf(busiest) : null]);
  }
  const [first] = busiest?.processes ?? [largestOf(all)];
  if (first === undefined || first === null) return null;
  const hidden = all.find((one) => !(busiest?.processes ?? [first]).includes(one)
    && (CUT_SERVER.test(one.name) || OF_SERVER.test(one.user)));
  return joined([
    busiest !== null && busiest.processes.length > 1 ? groupOf(busiest) : factsOf(first, false),
    hidden === undefined ? null : factsOf({ ...hidden, name: `${hidden.name} of the user ${hidden.user}` }, false),
  ]);
}

/** Returns the processes of the command that uses most CPU; null if none uses any. */
function busiestOf(all: readonly Process[]): Group | null {
  const groups = new Map<string, Group>();
  for (const process of all) {
    if (process.cpu === null || process.cpu <= 0) continue;
    const group = groups.get(process.name) ?? { name: process.name, cpu: 0, processes: [] };
    groups.set(process.name, group);
    group.cpu += process.cpu;
    group.processes.push(process);
  }
  return [...groups.values()].reduce<Group | null>((max, one) => (max === null || one.cpu > max.cpu ? one : max), null);
}

const largestOf = (all: readonly Process[]): Process | null => all.reduce<Process | null>((max, one) =>
  (max === null || residentKib(one) > residentKib(max) ? one : max), null);

/** Returns the resident memory of a process in KiB, which a size without a unit has. */
function residentKib({ cells }: Process): number {
  const text = cells.get('RSS') ?? cells.get('RES') ?? '';
  return /[kmgt][+-]?$/i.test(text) ? sizeOf(text) / 1024 : Number(text) || 0;
}

const percentOf = (cpu: number): string => `${formatNumber(Math.round(cpu * 10) / 10)} % of a core`;

function groupOf({ name, cpu, processes }: Group): string {
  const [first] = processes;
  const each = processes.every((one) => one.cpu === first?.cpu) ? `, ${formatNumber(first?.cpu ?? 0)} % each` : '';
  return `${processes.length} processes of ${name} use ${percentOf(cpu)} in all${each}.`;
}

const mostOf = ({ name, cpu, processes }: Group): string => (processes.length === 1
  ? `${name} uses most CPU: ${percentOf(cpu)}.`
  : `${processes.length} processes of ${name} use most CPU: ${percentOf(cpu)} in all.`);

function factsOf({ name, cpu, cells }: Process, isServer: boolean): string {
  const resident = withUnit(cells.get('RES') ?? cells.get('RSS') ?? cells.get('MEM'));
  const virtual = withUnit(cells.get('VIRT') ?? cells.get('VSZ'));
  const share = Number((cells.get('%MEM') ?? '').replace(',', '.'));
  const part = share >= MUCH_MEMORY_PERCENT && share <= 100 ? ` (${formatNumber(share)} % of that of the host)` : '';
  const memory = resident === null ? virtual === null ? '' : `${virtual} of address space`
    : `${resident} of resident memory${part}`;
  const mapped = !isServer || resident === null || virtual === null ? ''
    : ` Its ${virtual} of address space are mostly mapped files, not memory.`;
  const dirty = resident === null ? null : withUnit(cells.get('DIRTY'));
  const written = dirty === null ? '' : ` (${dirty} of it dirty: pages that it wrote, not files that it only reads)`;
  const shared = sharedFact(cells);
  const own = shared === null ? '' : ` ${shared}`;
  if (cpu === null) return memory === '' ? '' : `${name} has ${memory}${written}.${own}${mapped}`;
  return `${name} uses ${formatNumber(cpu)} % of a core${memory === '' ? '' : ` and ${memory}`}.${own}${mapped}`;
}

/** Formats a size, in KiB if it has no unit; null if it is not a number. */
function withUnit(text: string | undefined): string | null {
  // macOS marks a change since the last time.
  const [, value, unit = ''] = /^([\d.,]+)([kmgt]?)[+-]?$/i.exec(text ?? '') ?? [];
  if (value === undefined) return null;
  const number = value.replace(',', '.');
  return unit === '' ? formatBytes(Number(number) * 2 ** 10) : `${number} ${unit.toUpperCase()}iB`;
}
