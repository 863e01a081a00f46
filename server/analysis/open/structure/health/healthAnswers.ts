/** Recognizes what servers answer when they are asked whether they are well: /-/ready, /services, etcdctl health. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import type { Format } from '../../look/format.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { counted, mostFrequent, named, type Named } from '../../look/named.ts';

const MAX_ROWS = 500;
const MAX_TOLD = 3;
const MEMBER = /^[ \t]{0,8}(\S{1,200}) is (healthy|unhealthy): (.{1,500})$/gm;
const TOOK = /\btook = (\S{1,40})/;
const SERVICE = new RegExp(/^[ \t]{0,8}([a-z][a-z0-9-]{1,60})[ \t]{0,8}=>[ \t]{0,8}/.source
  + /(New|Starting|Running|Stopping|Terminated|Failed)\b/.source, 'gm');
const READY = /^[ \t>]{0,8}(Prometheus(?: Server)? is (?:Ready|Healthy)\.)[ \t]*$/gm;
/** Seconds that a proposal of a healthy member rarely needs. */
const SLOW_SECONDS = 0.1;

/** Describes the answers of `etcdctl endpoint health`. */
function memberFacts(text: string): string | null {
  const rows = [...text.matchAll(MEMBER)].slice(0, MAX_ROWS)
    .map(([, name = '', state, said = '']) => ({ name, isWell: state === 'healthy', said: said.trim() }));
  const bad = rows.filter(({ isWell }) => !isWell);
  if (bad.length > 0) return joined([
    ...bad.slice(0, MAX_TOLD).map(({ name, said }) => `The endpoint ${name} is unhealthy: ${
      quoted(said.replace(/\.$/, ''))}.`),
    rows.length === bad.length ? null : `${counted(rows.length - bad.length, 'other endpoint')} ${
      rows.length - bad.length === 1 ? 'is' : 'are'} healthy.`,
    rows.length > 1 && bad.length * 2 >= rows.length
      ? 'Without a majority etcd takes no writes: see whether these members run and reach each other (port 2380), and '
        + 'their logs.' : 'See whether that member runs and reaches the others (port 2380), and its log.',
  ]);
  const slowest = Math.max(...rows.map(({ said }) => (goDurationMs(TOOK.exec(said)?.[1]) ?? 0) / 1000));
  const took = slowest > 0 ? `; the slowest took ${formatSeconds(slowest)} to commit a proposal` : '';
  return `${rows.length === 1 ? 'The endpoint is' : `All ${rows.length} endpoints are`} healthy${took}${
    slowest < SLOW_SECONDS ? '. Nothing in it names a fault.'
      : ', which is slow: compare etcd_disk_wal_fsync_duration_seconds with the CPU of the host.'}`;
}

/** Describes the modules that Loki, Mimir, Tempo and Cortex list at /services. */
function serviceFacts(text: string): string | null {
  const rows = [...text.matchAll(SERVICE)].slice(0, MAX_ROWS).map(([, name = '', state = '']) => ({ name, state }));
  const bad = rows.filter(({ state }) => state !== 'Running');
  const count = `It lists ${counted(rows.length, 'module')}: ${
    mostFrequent(rows.map(({ state }) => state)).replaceAll(' in ', ' ')}.`;
  return bad.length === 0 ? `${count} Nothing in it names a fault: all run.` : joined([
    `${bad.slice(0, MAX_TOLD).map(({ name, state }) => `The module ${name} is ${state}`).join('; ')}${
      bad.length > MAX_TOLD ? `; ${bad.length - MAX_TOLD} more do not run` : ''}: the process is not ready meanwhile; `
      + 'see its log for that module.', count,
  ]);
}

/** Describes the answers to /-/ready and /-/healthy. */
function readyFacts(text: string): string {
  const said = new Set([...text.matchAll(READY)].map(([, answer = '']) => /Ready/.test(answer)));
  return said.has(true)
    ? 'The server answers and is ready, so the replay of its WAL is over. Nothing in it names a fault; whether scrapes '
      + 'and rules work is not in it (/targets and /rules show that).'
    : 'The server answers; whether it is ready to serve queries is not in it (/-/ready shows that).';
}

const ROWS: readonly Named[] = [
  {
    id: 'etcd-health', name: 'the health of endpoints of etcd', program: 'etcd',
    pattern: new RegExp(/^[ \t]{0,8}\S{1,200} is /.source
      + /(?:healthy: successfully committed proposal|unhealthy: failed to (?:commit|connect))/.source, 'm'),
    fact: memberFacts, remedy: 'Slowness over time is in etcd_disk_wal_fsync_duration_seconds.',
  },
  {
    id: 'module-states', name: 'the modules of Loki, Mimir, Tempo or Cortex (/services)',
    pattern: new RegExp(`${SERVICE.source}[^\\n]{0,40}\\n(?:[^\\n]{0,100}\\n){0,3}?${SERVICE.source}`, 'm'),
    fact: serviceFacts, remedy: 'Whether the members of a ring see each other is on its ring page.',
  },
  {
    id: 'ready-answer', name: 'the answer of Prometheus to /-/ready or /-/healthy', program: 'Prometheus',
    pattern: new RegExp(READY.source, 'm'), fact: readyFacts, remedy: 'For its state, see its /metrics.',
  },
];

export const HEALTH_ANSWERS: readonly Format[] = ROWS.map(named);
