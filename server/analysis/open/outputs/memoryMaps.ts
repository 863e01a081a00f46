/** Recognizes memory files of /proc, and pmap. Their lines look like metrics, so they are tried before metrics. */
import { formatBytes } from '../../../../core/text/format.ts';
import type { Format } from '../look/format.ts';
import { counted, named, said, sentence, type Named } from '../look/named.ts';

const WATCH = 'Add the server as a target, and node_exporter of its host: the page Memory shows both '
  + 'over time.';
const MAX_ROWS = 200_000;
const PAGE = 4096;
/** A mapping: addresses, permissions, offset, device, inode, and the file. */
const MAPPING = new RegExp(
  String.raw`^([0-9a-f]{6,16})-([0-9a-f]{6,16}) ([-r][-w][-x][-sp]) ([0-9a-f]{8,16}) [0-9a-f]{2,4}:[0-9a-f]{2,4} \d+`
    + String.raw`(?:[ \t]+(\S[^\n]{0,1000}))?[ \t]*$`, 'gm'
);
const PMAP = /^[0-9a-f]{8,16}[ \t]+\d{1,15}K? +(?:\d{1,15} +\d{1,15} +)?[-r][-w][-x][-sR]-? /m;

const ROWS: readonly Named[] = [
  {
    id: 'proc-maps', name: 'the mappings of a process (/proc/PID/maps or smaps)',
    // Excludes profiles of allocators, which end with mappings.
    pattern: new RegExp(MAPPING.source, 'm'), except: /^MAPPED_LIBRARIES:/m, fact: mapFacts, remedy: WATCH,
  },
  {
    id: 'smaps', name: 'values of smaps of a process', pattern: /^Rss: +\d+ kB\s*\n(?:.*\n){0,8}?Rss: +\d+ kB/m,
    fact: smapsFacts, remedy: WATCH,
  },
  {
    id: 'pmap', name: 'the output of pmap', pattern: PMAP,
    fact: (text) => {
      const [, size = '', resident] = /^[ \t*]*total +(?:kB +)?(\d{1,15})K?(?: +(\d{1,15}))?/m.exec(text) ?? [];
      return size === '' ? null : sentence([
        `${formatBytes(Number(size) * 1024)} of address space`,
        resident === undefined ? 'how much of it is resident is not said (pmap -x does)'
          : `${formatBytes(Number(resident) * 1024)} of it resident`,
      ]);
    }, remedy: WATCH,
  },
  {
    id: 'proc-meminfo', name: 'the /proc/meminfo of a host', pattern: /^MemTotal: +\d+ kB/m, fact: memoryFacts,
    remedy: WATCH,
  },
  {
    id: 'proc-vmstat', name: 'the /proc/vmstat of a host',
    pattern: /^(?:nr_free_pages|nr_file_pages|pgmajfault|oom_kill|pgscan_direct|allocstall\w*) \d+$/m,
    fact: (text) => {
      const of = (name: string): number | null => {
        const value = said(new RegExp(`^${name} (\\d{1,18})$`, 'm'), text);
        return value === null ? null : Number(value);
      };
      const pages = (name: string, word: string): string | null => {
        const value = of(name);
        return value === null ? null : `${formatBytes(value * PAGE)} ${word}`;
      };
      const kills = of('oom_kill');
      return sentence([
        kills === null ? null : `${counted(kills, 'kill')} for lack of memory since the host started`,
        pages('nr_free_pages', 'free'), pages('nr_file_pages', 'of files in the page cache'),
        pages('nr_anon_pages', 'anonymous'),
      ]);
    }, remedy: WATCH,
  },
  {
    id: 'pressure', name: 'the pressure (PSI) of a host or a control group',
    pattern: /^(?:\S+:)?(?:some|full) avg10=[\d.]+ avg60=/m,
    fact: (text) => {
      const [, some] = /some avg10=[\d.]+ avg60=([\d.]+)/.exec(text) ?? [];
      const [, full] = /full avg10=[\d.]+ avg60=([\d.]+)/.exec(text) ?? [];
      return sentence([
        some === undefined ? null : `in the last minute some task waited ${some} % of the time`,
        full === undefined ? null : `all of them ${full} %`,
      ]);
    }, remedy: WATCH,
  },
];

export const MEMORY_MAPS: readonly Format[] = ROWS.map(named);

function mapFacts(text: string): string | null {
  const files = new Map<string, number>();
  let [count, bytes, mapped] = [0, 0, 0];
  for (const [, start = '', end = '', rights = '', offset = '', file = ''] of text.matchAll(MAPPING)) {
    if (count >= MAX_ROWS) break;
    // The line of smaps_rollup spans all mappings, with the holes between them.
    if (file === '[rollup]') return smapsFacts(text);
    const size = Number.parseInt(end, 16) - Number.parseInt(start, 16);
    count += 1;
    bytes += size;
    if (!file.startsWith('/')) continue;
    mapped += size;
    if (/^0+$/.test(offset) && rights.endsWith('s')) files.set(file, (files.get(file) ?? 0) + 1);
  }
  const [again] = [...files].filter(([, times]) => times > 1).sort(([, a], [, b]) => b - a);
  return [
    `It has ${counted(count, 'mapping')}, ${formatBytes(bytes)} of address space, ${formatBytes(mapped)} of it files.`,
    again === undefined ? null
      : `${again[0]} is mapped ${again[1]} times: it was opened again without being closed.`,
    // Skips values before the first mapping, which belong to one that was cut off.
    smapsFacts(text.slice(Math.max(0, text.search(new RegExp(MAPPING.source, 'm'))))),
  ].filter((part) => part !== null).join(' ');
}

/** Smaller parts are libraries and the program itself. */
const MIN_MAPPED = 256 * 2 ** 20;

function smapsFacts(text: string): string | null {
  const sum = (name: string): number | null => {
    const values = [...text.matchAll(new RegExp(`^${name}: +(\\d{1,15}) kB`, 'gm'))];
    return values.length === 0 ? null : values.reduce((total, [, kib]) => total + Number(kib) * 1024, 0);
  };
  const part = (name: string, word: string): string | null => {
    const value = sum(name);
    return value === null ? null : `${formatBytes(value)} ${word}`;
  };
  const [resident, anonymous] = [sum('Rss'), sum('Anonymous')];
  const others = resident === null || anonymous === null ? 0 : resident - anonymous;
  return sentence([
    part('Rss', 'resident'), part('Pss', 'as its share of what others map too'), part('Anonymous', 'anonymous'),
    others < MIN_MAPPED ? null : `${formatBytes(others)} of mapped files or shared memory`,
    part('Private_Dirty', 'written and its own'), part('Swap', 'swapped'),
  ]);
}

function memoryFacts(text: string): string | null {
  const kib = (name: string): number | null => {
    const value = said(new RegExp(`^${name}: +(\\d{1,15}) kB`, 'm'), text);
    return value === null ? null : Number(value) * 1024;
  };
  const [total, available] = [kib('MemTotal'), kib('MemAvailable')];
  const part = (name: string, word: string): string | null => {
    const value = kib(name);
    return value === null ? null : `${formatBytes(value)} ${word}`;
  };
  return sentence([
    total === null || total === 0 ? null
      : available === null ? `the host has ${formatBytes(total)} of memory`
        : `${Math.round(100 * available / total)} % of the memory is available (${formatBytes(available)} of `
          + `${formatBytes(total)})`,
    part('AnonPages', 'anonymous'), part('Cached', 'page cache'), part('SUnreclaim', 'of the kernel, not reclaimable'),
  ]);
}
