/** Recognizes and summarizes the status of other servers and runtimes: etcd, influx shell, PostgreSQL, JVM, .NET. */
import { formatBytes } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Format } from '../look/format.ts';
import { joined, quoted } from '../look/factTools.ts';
import { counted, named, said, sentence, type Named } from '../look/named.ts';
import { chunkFacts } from './plans/postgresPlans.ts';
import { nativeFacts } from './profilers/tables/nativeMemory.ts';

const WATCH = 'Add the server as a target, or open its /metrics.';
const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
/** A database this many times larger than another member's is not defragmented. */
const MUCH_LARGER = 2;
/** Bytes of a database that reached the default quota, as etcdctl rounds them. */
const DEFAULT_QUOTA: readonly [number, number] = [2.1e9, 2.2e9];
/** Member row of the table or of `-w simple`: endpoint, version, size, unit, whether it is the leader. */
const MEMBER = new RegExp([
  String.raw`(?:\| *|^)(\S{1,200})(?: +\| *|, )[0-9a-f]{8,16}(?: +\| +|, )(\d+\.\d+\.\d+\S{0,30})`,
  String.raw`(?: +\| +|, )([\d.]+) ([kMG]?B)(?: +\| +|, )(true|false)`,
].join(''), 'gm');
/** Row of a type: bytes, an optional count, and its name. */
const TYPE_ROW = /^\s*([\d,]{1,20})\s+(?:[\d,]{1,20}\s+)?([A-Z]\w*(?:\.\w+|\[\]|`\d)[^\s(]{0,200})/m;
/** Statistics of a shard: tags, column names and the row of values. */
const SHARD = /^tags: database=([^,\n]{1,100}),.{0,1000}\n(.*\bdiskBytes\b.*)\n-.*\n(.*)$/gm;
const MAX_ROWS = 5000;

const ROWS: readonly Named[] = [
  {
    id: 'etcd-status', name: 'the status of endpoints of etcd', program: 'etcd',
    pattern: new RegExp(MEMBER.source, 'm'), fact: memberFacts, remedy: WATCH,
  },
  {
    id: 'influx-tables', name: 'tables of the influx shell', program: 'InfluxDB',
    pattern: /^name: \S.{0,100}\n(?:tags: .{0,1000}\n)?(?:\S.{0,2000}\n)?-{2,}/m, fact: influxFacts, remedy: WATCH,
  },
  {
    id: 'query-plan', name: 'a query plan of PostgreSQL', program: 'PostgreSQL',
    pattern: /\(cost=[\d.]{1,20}\.\.[\d.]{1,20} rows=\d/, fact: planFacts,
    remedy: 'For the load of the server, open its log or metrics of its exporter.',
  },
  {
    id: 'native-memory', name: 'the native memory of a JVM (NMT)', program: 'Java',
    pattern: /^\s*Total: reserved=\d+KB(?: [-+]\d+KB)?, committed=\d+KB/m, fact: nativeFacts,
    remedy: 'One summary shows no growth: take jcmd PID VM.native_memory baseline now, and summary.diff later.',
  },
  {
    id: 'dotnet-counters', name: 'the counters of a .NET process', program: '.NET',
    pattern: /^\s*(?:GC Heap Size|Gen [012] Size|LOH Size|POH \(Pinned Object Heap\) Size) \(M?B\)\s+[\d,.]+/m,
    fact: counterFacts,
    remedy: 'For memory by type, print dotnet-gcdump report; for CPU by stack: dotnet-trace convert --format '
      + 'Speedscope.',
  },
  {
    id: 'dotnet-heap', name: 'a report of dotnet-gcdump', program: '.NET',
    pattern: /^\s*[\d,]+\s+\(?(?:GC Heap bytes|Dump size)\)?/m,
    fact: (text) => {
      const bytes = said(/^\s*([\d,]+)\s+\(?(?:GC Heap bytes|Dump size)/m, text)?.replaceAll(',', '');
      const [, size, name] = TYPE_ROW.exec(text) ?? [];
      return sentence([
        bytes === undefined ? null : `its heap has ${formatBytes(Number(bytes))}`,
        name === undefined ? null : `${name} has most bytes of those listed, ${size}`,
      ]);
    },
    remedy: 'It has types, not stacks. For allocations by stack: dotnet-trace collect --profile gc-verbose, then '
      + 'dotnet-trace convert --format Speedscope.',
  },
];

export const OTHER_SERVERS: readonly Format[] = ROWS.map(named);

function memberFacts(text: string): string | null {
  const rows = [...text.matchAll(MEMBER)].slice(0, MAX_ROWS);
  const members = rows.map(([, name = '', version, value, unit = 'B', leads]) => ({
    name, version, size: `${value} ${unit}`, bytes: Number(value) * (UNITS[unit] ?? 1), leads: leads === 'true',
  }));
  const sorted = [...members].sort((a, b) => a.bytes - b.bytes);
  const [smallest, largest] = [sorted[0], sorted.at(-1)];
  if (smallest === undefined || largest === undefined) return null;
  const failed = [...text.matchAll(/^Failed to get the status of endpoint (\S{1,200})/gm)].map(([, name]) => name);
  const isUneven = largest.bytes > MUCH_LARGER * smallest.bytes;
  const space = spaceFact(text, largest);
  const isFault = space?.includes(REFUSED) === true;
  return [
    isFault ? space : null,
    members.length === 1 ? `The endpoint is of version ${largest.version}; its database has ${largest.size}.`
      : `It has ${counted(members.length, 'member')} of version ${largest.version}; the databases have `
        + `${isUneven ? `${smallest.size} to ${largest.size}` : largest.size}.`,
    isUneven ? `That of ${largest.name} is much larger: it is not defragmented, or not compacted.` : null,
    // Who leads is no matter beside a fault that each member has.
    members.some(({ leads }) => leads) || (isFault && members.length === 1) ? null
      : members.length > 1 ? 'None of these members leads; others may not be in the text.'
        : 'It does not lead; the other members are not in the text.',
    failed.length === 0 ? null : `${failed.slice(0, 3).join(', ')} did not answer.`,
    isFault ? null : space,
  ].filter((part) => part !== null).join(' ');
}

const REFUSED = 'it takes no more writes.';

/** Returns that the quota is used up, with its meaning; the default one by the size, if another was set. */
function spaceFact(text: string, { size, bytes }: { size: string; bytes: number }): string | null {
  const error = /(?:etcdserver: )?(?:mvcc: )?database space exceeded/.exec(text)?.[0];
  if (error === undefined) return fits(/NOSPACE/, text) ? 'The quota of its space is used up (NOSPACE).' : null;
  const flag = /--quota-backend-bytes[= ](?!0\b)\d[\w.]{0,20}/.exec(text)?.[0];
  const isDefault = flag !== undefined && bytes >= DEFAULT_QUOTA[0] && bytes <= DEFAULT_QUOTA[1];
  return [
    `The quota of its space is used up (${quoted(error)}): ${REFUSED}`,
    isDefault ? `${size} is the default quota of 2 GiB, so ${flag} seems to have no effect: look at the flags of `
      + 'the running members, give the quota as a plain number of bytes, and restart each.' : null,
    'Then compact, defragment one member after the other, and disarm the alarm (etcdctl alarm disarm).',
  ].filter((part) => part !== null).join(' ');
}

/** Lists the tables, with heap and goroutines of the runtime if it is one of them, else the largest shard. */
function influxFacts(text: string): string | null {
  const names = [...text.matchAll(/^name: (\S{1,100})/gm)].map(([, name]) => name);
  const runtime = /^name: runtime\s*\n(?:tags:.*\n)?(?:-+\s*\n)?(.*HeapAlloc.*)\n(?:-[- ]*\n)?(.*)$/m.exec(text);
  const keys = runtime?.[1]?.trim().split(/\s+/) ?? [];
  const values = runtime?.[2]?.trim().split(/\s+/) ?? [];
  const of = (key: string): number => Number(values[keys.indexOf(key)] ?? 'NaN');
  const heap = of('HeapAlloc');
  const tables = `It has ${counted(names.length, 'table')}: ${[...new Set(names)].slice(0, 5).join(', ')}.`;
  if (Number.isNaN(heap)) return [tables, shardFacts(text)].filter((part) => part !== null).join(' ');
  return `${tables} Its heap is ${formatBytes(heap)}, with ${counted(of('NumGoroutine'), 'goroutine')}.`;
}

/** Returns the shard with most bytes. */
function shardFacts(text: string): string | null {
  const shards = [...text.matchAll(SHARD)].slice(0, MAX_ROWS).map(([, database, head = '', row = '']) => {
    const [keys, values] = [head.trim().split(/\s+/), row.trim().split(/\s+/)];
    const of = (key: string): number => Number(values[keys.indexOf(key)] ?? 'NaN');
    return { database, bytes: of('diskBytes'), series: of('seriesCreate') };
  }).filter(({ bytes }) => Number.isFinite(bytes)).toSorted((a, b) => b.bytes - a.bytes);
  const [most] = shards;
  return most === undefined ? null : `The largest ${shards.length === 1 ? '' : `of ${shards.length} shards `}is of ${
    most.database}: ${formatBytes(most.bytes)}${Number.isFinite(most.series)
    ? `, with ${counted(most.series, 'series', 'series')} created` : ''}.`;
}

/** Returns what a plan without times shows; those with times: plans/postgresPlans.ts. */
function planFacts(text: string): string | null {
  return joined([chunkFacts(text), fits(/Seq Scan/, text) ? 'It has a sequential scan.' : null]);
}

function counterFacts(text: string): string | null {
  const rows = [...text.matchAll(/^\s*(\S.{1,60}?) \((M?B)\)\s+([\d,.]+)\s*$/gm)].slice(0, MAX_ROWS)
    .map(([, name = '', unit, value = '']) => ({
      name, bytes: Number(value.replaceAll(',', '')) * (unit === 'MB' ? 2 ** 20 : 1),
    }));
  const of = (name: string, word: string): string | null => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? null : `${word} ${formatBytes(row.bytes)}`;
  };
  const [largest] = rows.filter(({ name }) => /^(?:Gen \d|LOH|POH)/.test(name)).sort((a, b) => b.bytes - a.bytes);
  return sentence([
    of('GC Heap Size', 'its heap has'), of('Working Set', 'the working set'),
    largest === undefined ? null
      : `the largest part is ${largest.name.replace(/ Size$/, '')} with ${formatBytes(largest.bytes)}`,
  ]);
}
