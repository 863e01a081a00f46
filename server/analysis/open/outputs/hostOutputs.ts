/** Recognizes and summarizes outputs about a host and its processes: top, ps, free, vmstat, iostat, df. */
import { formatBytes, formatNumber } from '../../../../core/text/format.ts';
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { cpusOfIostat, cpusOfTop, idleOf, waitOf } from '../look/cpuShares.ts';
import { joined } from '../look/factTools.ts';
import { CERTAIN, LIKELY, when, type Format } from '../look/format.ts';
import { useAgainstLimits } from '../look/podUse.ts';
import { serverSettings } from './configurations.ts';
import { CONTAINER_STATS } from './host/containerStats.ts';
import { topTables } from './host/podTops.ts';
import { deviceUse, queueOf } from './host/deviceUse.ts';
import { dfFacts } from './host/fileSystems.ts';
import { memoryAround } from './host/ownMemory.ts';
import { isPs, isTop, processFacts } from './host/processes.ts';
import { sizeOf, tableRows, type Row } from './host/rows.ts';

const WATCH = 'Add the server as a target, and node_exporter of its host: the pages Memory and '
  + 'GC & CPU show them over time.';
const DF_HEADER = /^Filesystem\s+.*(?:Use%|Capacity)\s+(?:iused\s+ifree\s+%iused\s+)?Mounted on/m;
/** A row without the header, as grep prints it, or below a header of another language. */
const DF_ROW = new RegExp(/^(?:\/dev\/\S{1,200}|\S{1,200}:\/\S{1,200}|overlay|tmpfs|udev)\s+/.source
  + /(?:\d[\d.,]{0,14}[KMGTP]?i?\s+){3}\d{1,3}\s?%\s+\/\S{0,300}$/.source, 'm');
const FREE_HEADER = /^[ \t]*total\s+used\s+free\b/;
/** Rows of free in any language: six numbers of the memory, three of the swap space. */
const FREE_VALUE = String.raw`[ \t]{1,30}\d[\d.,]{0,14}[BKMGT]?i?`;
const FREE_ROW = new RegExp(String.raw`^[ \t]{0,20}[^\s:\uff1a]{1,12} ?[:\uff1a]((?:${FREE_VALUE}){6})[ \t]*$`, 'm');
const FREE_TABLE = new RegExp(FREE_ROW.source + String.raw`\r?\n(?:.{0,200}\n)?`
  + String.raw`[ \t]{0,20}[^\s:\uff1a]{1,12} ?[:\uff1a](?:${FREE_VALUE}){3}[ \t]*$`, 'm');
const VMSTAT_HEADER = new RegExp([
  /^[ \t]*r\s+b\s+swpd\s+free\s+(?:buff\s+cache|inact\s+active)\b/,
  /^[ \t]{0,20}r[ \t]{1,20}b[ \t]{1,20}(?:\S{1,20}[ \t]{1,20}){4}si[ \t]{1,20}so[ \t]{1,20}bi\b/,
  // Without the columns of swapping, which a person removed.
  /^[ \t]{0,20}r[ \t]{1,20}b[ \t]{1,20}(?:\S{1,20}[ \t]{1,20}){1,4}bi[ \t]{1,20}bo[ \t]{1,20}in[ \t]{1,20}cs\b/,
].map(({ source }) => source).join('|'), 'm');
const IOSTAT_HEADER = /^(?:Device:?\s+.*|[^\s\d]\S{0,20}:?[ \t]{1,30})(?:r\/s|tps|rrqm\/s)(?=\s)/m;

/** Version as printed by the programs of VictoriaMetrics. */
const VM_VERSION = new RegExp(String.raw`^(victoria-(?:metrics|logs)|vm(?:storage|select|insert|agent|alert|auth|ctl))`
  + String.raw`-\d{8}-\d{6}-\S{0,40}?(v\d+\.\d+\.\d+)`, 'm');
/** Row of kubectl top: name, CPU, memory. */
const POD_ROW = /^(\S.{0,150}?)\s{2,}(\d{1,9}m)\s+(?:\d{1,3}%\s+)?(\d{1,12}[KMGT]i)\b/gm;
/** Headers of kubectl top for nodes, and for the containers of pods. */
const OF_NODES = /^[ \t]{0,20}NAME\s+CPU\(cores\)\s+CPU%\s+MEMORY\(bytes\)/m;
const OF_CONTAINERS = /^[ \t]{0,20}(?:NAMESPACE\s+)?POD\s+NAME\s+CPU\(cores\)/m;

/** From this number of cores on, the CPU of a pod says more than its memory. */
const MANY_CORES = 4;

export const HOST_OUTPUTS: readonly Format[] = [
  {
    id: 'top', name: 'the output of top', door: null,
    match: ({ head }) => when(isTop(head), CERTAIN),
    interest: ({ text }) => {
      const cpus = cpusOfTop(text);
      const said = cpus === null ? null : waitOf(cpus) ?? idleOf(cpus);
      const processes = joined([processFacts(text), memoryAround(text)]);
      return joined(cpus !== null && waitOf(cpus) !== null ? [said, processes] : [processes, said]);
    },
    remedy: WATCH,
  },
  {
    id: 'ps', name: 'the output of ps', door: null,
    match: ({ head }) => when(isPs(head), LIKELY),
    interest: ({ text }) => processFacts(text),
    remedy: WATCH,
  },
  CONTAINER_STATS,
  {
    id: 'kubectl-top', name: 'the output of kubectl top', door: null,
    match: ({ head }) => when(fits(/^(?:NAMESPACE\s+)?(?:POD\s+)?NAME\s+CPU\(cores\)\s+(?:CPU%\s+)?MEMORY\(/m, head)
      || allIn(POD_ROW, head).length > 1, CERTAIN),
    interest: ({ text }) => {
      const told = useAgainstLimits(text) ?? topTables(text);
      if (told !== null) return told;
      const rows = allIn(POD_ROW, text);
      const most = rows.reduce<RegExpMatchArray | null>((max, row) =>
        (max === null || sizeOf(row[3]) > sizeOf(max[3]) ? row : max), null);
      const cores = (row: RegExpMatchArray): number => Number.parseInt(row[2] ?? '0', 10) / 1000;
      const hottest = rows.find((row) => cores(row) >= MANY_CORES && rows.every((one) => cores(one) <= cores(row)));
      const name = (row: RegExpMatchArray): string => subjectOf(text, row[1]?.split(/\s+/) ?? []);
      // The share of the node stands at the end of its row.
      const share = (row: RegExpMatchArray): string => {
        const [line = ''] = fits(OF_NODES, text) ? text.slice(row.index).split('\n', 1) : [];
        const percent = /\s(\d{1,3})%\s*$/.exec(line)?.[1];
        return percent === undefined ? '' : ` (${percent} % of it)`;
      };
      if (hottest !== undefined) return `${name(hottest)} uses most CPU: ${formatNumber(cores(hottest))} cores, with ${
        hottest[3]} of memory.`;
      return most === null ? null : `${name(most)} uses most memory: ${most[3]}${share(most)}, with ${
        most[2]} of CPU.`;
    },
    remedy: WATCH,
  },
  {
    id: 'free', name: 'the output of free', door: null,
    match: ({ head }) => when((fits(/^[ \t]*total\s+used\s+free\b/m, head) && fits(/^Mem:\s/m, head))
      || fits(FREE_TABLE, head), CERTAIN),
    interest: ({ text }) => {
      const row = tableRows(text, FREE_HEADER).find(({ key }) => key === 'Mem:')?.cells;
      // In another language the columns are known by their places.
      const values = row === undefined ? FREE_ROW.exec(text)?.[1]?.trim().split(/\s+/) : undefined;
      const isOld = fits(/^-\/\+ /m, text);
      const [total, available] = [row?.get('total') ?? values?.[0], row?.get('available') ?? (isOld ? undefined
        : values?.[5])];
      if (total === undefined || sizeOf(total) === 0) return null;
      if (available === undefined) return freeBefore(text, total);
      const share = sizeOf(available) / sizeOf(total);
      return `${Math.round(100 * share)} % of the memory is available (${available} of ${total}), with the page cache.`;
    },
    remedy: WATCH,
  },
  {
    id: 'vmstat', name: 'the output of vmstat', door: null,
    match: ({ head }) => when(fits(VMSTAT_HEADER, head), CERTAIN),
    interest: ({ text }) => vmstatFacts(text),
    remedy: WATCH,
  },
  {
    id: 'iostat', name: 'the output of iostat', door: null,
    match: ({ head }) => when(fits(IOSTAT_HEADER, head), CERTAIN),
    interest: ({ text }) => iostatFacts(text),
    remedy: 'See which process reads and writes there (iotop, pidstat -d), and open the log of that server.',
  },
  {
    id: 'df', name: 'the output of df', door: null,
    match: ({ head }) => when(fits(DF_HEADER, head) || fits(DF_ROW, head), CERTAIN),
    interest: ({ text }) => dfFacts(text),
    remedy: 'For what fills the disk, open ls -l or du of the data folder.',
  },
  {
    id: 'proc-status', name: 'the status of a process from /proc', door: null,
    match: ({ head }) => when(fits(/^Vm(?:RSS|Size|Peak|HWM|Data|Swap):\s+\d+ kB/m, head)
      || fits(/^(?:Rss|Pss|Private_Dirty):\s+\d+ kB/m, head), CERTAIN),
    interest: ({ head }) => {
      const kib = (name: string): string | null => {
        const value = new RegExp(`^${name}:\\s+(\\d{1,15}) kB`, 'm').exec(head)?.[1];
        return value === undefined ? null : formatBytes(Number(value) * 1024);
      };
      const parts = [
        ['resident', kib('VmRSS')], ['of it anonymous', kib('RssAnon')], ['of it mapped files', kib('RssFile')],
        ['at most resident', kib('VmHWM')], ['of address space', kib('VmSize')], ['swapped', kib('VmSwap')],
      ].flatMap(([what, value]) => (value === null ? [] : [`${value} ${what}`]));
      return parts.length === 0 ? null : `It has ${parts.join(', ')}.`;
    },
    remedy: WATCH,
  },
  {
    id: 'program-help', name: 'the help that a program printed', door: null,
    match: ({ head }) => when(fits(/^usage: \S/im, head) && fits(/^[ \t]+-{1,2}[\w.-]+/m, head), LIKELY),
    interest: ({ head }) => {
      const program = /^usage: (?:\S*\/)?(\S{1,60})/im.exec(head)?.[1];
      return program === undefined ? null : `It is of ${program}.`;
    },
    remedy: 'For the flags that are set, open the log of the start or /api/v1/status/flags.',
  },
  {
    id: 'program-version', name: 'the version that a program printed', door: null,
    match: ({ head }) => when(fits(/^[\w-]{2,40}, version \S{1,60} \(branch: /m, head) || fits(VM_VERSION, head)),
    interest: ({ head }) => {
      const [, own, tag] = VM_VERSION.exec(head) ?? [];
      if (own !== undefined) return joined([`It is ${own} ${tag}.`, serverSettings(head)]);
      const [, program, version] = /^([\w-]{2,40}), version (\S{1,60}) \(branch: /m.exec(head) ?? [];
      const go = /^[ \t]+go version:\s+(\S{1,30})/m.exec(head)?.[1];
      return `It is ${program} ${version}${go === undefined ? '' : `, built with ${go}`}.`;
    },
    remedy: 'Open it together with the log or the profile that it belongs to.',
  },
];

/** Names the node, container or pod of a row of kubectl top, whose header says which of them it is. */
function subjectOf(text: string, words: readonly string[]): string {
  const [pod, name = ''] = [words.at(-2), words.at(-1)];
  return fits(OF_NODES, text) ? `The node ${name}`
    : pod !== undefined && fits(OF_CONTAINERS, text) ? `The container ${name} of ${pod}` : name;
}

/** Reads free before procps 3.3.10, which has the memory free including buffers and cache in its own row. */
function freeBefore(text: string, total: string): string {
  const free = /^-\/\+ buffers\/cache:\s+\S+\s+(\S+)/m.exec(text)?.[1];
  if (free === undefined)
    return `The host has ${total} of memory in all; memory of the page cache counts as used in this form.`;
  const share = sizeOf(free) / sizeOf(total);
  return `${Math.round(100 * share)} % of the memory is free (${free} of ${total}), with buffers and cache.`;
}

function vmstatFacts(text: string): string | null {
  const rows = tableRows(text, VMSTAT_HEADER).map(({ cells }) => cells)
    .filter((row) => /^\d+$/.test(row.get('r') ?? ''));
  if (rows.length === 0) return null;
  // A person may have removed columns.
  const has = (name: string): boolean => rows.every((row) => /^\d+$/.test(row.get(name) ?? ''));
  const most = (name: string): number => Math.max(...rows.map((row) => Number(row.get(name) ?? 0)));
  const swaps = most('si') + most('so');
  const idle = Math.min(...rows.map((row) => Number(row.get('id') ?? 0)));
  const ofCpu = joined([
    has('wa') ? `CPU waits for the disk up to ${most('wa')} % of the time` : null,
    has('id') ? `${has('wa') ? 'and' : 'CPU'} is idle at least ${idle} %` : null,
  ]);
  const runs = most('r') === 1 ? 'process runs or waits' : 'processes run or wait';
  return `${ofCpu === null ? 'Up' : `${ofCpu}; up`} to ${most('r')} ${runs} for a CPU${
    swaps > 0 ? ', and it swaps' : ''}.`;
}

function iostatFacts(text: string): string | null {
  if (!fits(/%util/, text)) return transferFacts(text);
  const rows = tableRows(text, IOSTAT_HEADER).filter(({ cells }) => /^[\d.,]+$/.test(cells.get('%util') ?? ''));
  const numberOf = (row: Row, name: string): number => Number((row.get(name) ?? '0').replace(',', '.'));
  const busiest = rows.reduce<{ key: string; cells: Row } | null>((max, row) =>
    (max === null || numberOf(row.cells, '%util') > numberOf(max.cells, '%util') ? row : max), null);
  if (busiest === null) return null;
  const waits = ['await', 'w_await', 'r_await'].map((name) => Math.max(...rows.filter(({ key }) => key === busiest.key)
    .map(({ cells }) => numberOf(cells, name))));
  const wait = Math.max(...waits);
  const hasWaits = ['await', 'w_await', 'r_await'].some((name) => busiest.cells.has(name));
  const own = rows.filter(({ key }) => key === busiest.key);
  const queue = queueOf(own.map(({ cells }) => cells), numberOf) ?? 0;
  const use = deviceUse(own.map(({ cells }) => cells), text, { numberOf, waitMs: wait });
  return `${busiest.key} is the busiest device: up to ${formatNumber(numberOf(busiest.cells, '%util'))} % of the time${
    hasWaits ? `, with waits of up to ${formatNumber(wait)} ms` : ''}${
    queue < MIN_QUEUE ? '' : ` and up to ${formatNumber(queue)} requests in its queue`}.${
    use === null ? '' : ` ${use}`}${fits(SIDES, text) ? twice(own, numberOf) : ''}`;
}

/** A shorter queue is of a device that keeps up. */
const MIN_QUEUE = 2;

/** A line that begins one of two sides. */
const SIDES = /^[>*#\s]{0,12}(?:before|after|old|new|unpatched|patched|without|with)\b[^\n]{0,40}$/im;

/** Compares two reports on a device. */
function twice(rows: readonly { cells: Row }[], numberOf: (row: Row, name: string) => number): string {
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third !== undefined) return '';
  const both = (name: string): string => [first, second].map(({ cells }) => formatNumber(numberOf(cells, name)))
    .join(' and ');
  const reads = first.cells.has('r/s') && second.cells.has('r/s') ? `, with ${both('r/s')} reads per second` : '';
  return ` Its two reports, in the order of the text: ${both('%util')} % busy${reads}.`;
}

/** Summarizes iostat without extended statistics: bytes read and written, and the CPU. */
function transferFacts(text: string): string | null {
  const rows = tableRows(text, IOSTAT_HEADER).filter(({ cells }) => /^[\d.,]+$/.test(cells.get('tps') ?? ''));
  const numberOf = (row: Row, name: string): number => Number((row.get(name) ?? '0').replace(',', '.'));
  const loadOf = ({ cells }: { cells: Row }): number => numberOf(cells, 'kB_read/s') + numberOf(cells, 'kB_wrtn/s');
  const [first] = rows;
  if (first === undefined) return null;
  const most = rows.reduce((max, row) => (loadOf(row) > loadOf(max) ? row : max), first);
  const cpus = cpusOfIostat(text);
  const waiting = cpus === null ? null : waitOf(cpus);
  const rate = (name: string): string => formatBytes(numberOf(most.cells, name) * 1024);
  const load = `${most.key} has most load: it reads ${rate('kB_read/s')} and writes ${rate('kB_wrtn/s')} per second.`;
  if (waiting !== null) return `${waiting} ${load}`;
  return cpus === null ? load : `${load} The CPUs are ${cpus.idle} % idle and wait ${cpus.wait} % for the disk.`;
}
