/** Recognizes what servers answer when they are asked whether they are well: /-/ready, /services, etcdctl health. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
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

const INFLUX = /^\{\s*"name"\s*:\s*"influxdb"\s*,/;

/** The answer of InfluxDB 2 to /health. */
export const INFLUX_HEALTH: Format = {
  id: 'influx-health', name: 'the answer of InfluxDB to /health', door: null,
  match: ({ head }) => when(INFLUX.test(head) && /"status"\s*:\s*"(?:pass|fail)"/.test(head),
    { ...CERTAIN, program: 'InfluxDB', version: /"version"\s*:\s*"v?(\d{1,4}\.[\w.+-]{1,40})"/.exec(head)?.[1] }),
  interest: ({ head }) => {
    const message = /"message"\s*:\s*"((?:[^"\\]|\\.){1,500})"/.exec(head)?.[1] ?? '';
    return /"status"\s*:\s*"fail"/.test(head) ? `Its check failed${message === '' ? '' : `: ${quoted(message)}`}.`
      : 'Its check passed, so it answers. Nothing in it names a fault; whether writes and queries are fast is not in '
        + 'it.';
  },
  remedy: ({ head }) => (/"status"\s*:\s*"fail"/.test(head) ? 'The log of the server says why.' : null),
};

/** Columns of a row of docker compose ps: its service and its status. */
const COMPOSE_HEADER = new RegExp(/^NAME[ \t]{2,80}IMAGE[ \t]{2,200}COMMAND[ \t]{2,80}SERVICE[ \t]{2,80}/.source
  + /CREATED[ \t]{2,80}STATUS\b.*$/.source, 'm');

/** Describes docker compose ps, by the columns below SERVICE and STATUS. */
function composeFacts(text: string): string | null {
  const header = COMPOSE_HEADER.exec(text);
  if (header === null) return null;
  const line = header[0];
  const [service, created, status, ports] = ['SERVICE', 'CREATED', 'STATUS', 'PORTS'].map((name) => line.indexOf(name));
  const rows = text.slice(header.index + line.length + 1).split('\n', MAX_ROWS).flatMap((row) => {
    const state = row.slice(status, ports === -1 ? undefined : ports).trim();
    return !/^(?:Up|Exited|Restarting|Created|Paused|Dead)\b/.test(state) ? []
      : [{ name: row.slice(service, created).trim(), state }];
  });
  const bad = rows.filter(({ state }) => !state.startsWith('Up ') || state.includes('(unhealthy)'));
  return rows.length === 0 ? null : bad.length > 0
    ? `${bad.slice(0, MAX_TOLD).map(({ name, state }) => `${name}: ${state}`).join('; ')}.`
    : `Its ${counted(rows.length, 'service')} ${rows.length === 1 ? 'runs' : 'run'}. Nothing in it names a fault; `
      + 'those that have ended are only in docker compose ps -a.';
}

const ROWS: readonly Named[] = [
  {
    id: 'compose-ps', name: 'the output of docker compose ps', program: 'Docker', pattern: COMPOSE_HEADER,
    fact: composeFacts, remedy: 'Why one ended is in its log: docker compose logs SERVICE.',
  },
  {
    id: 'etcd-members', name: 'the list of members of etcd', program: 'etcd',
    pattern: /^\|\s{1,40}ID\s{1,40}\|\s{1,40}STATUS\s{1,40}\|\s{1,80}NAME\s{1,80}\|\s{1,80}PEER ADDRS\b/m,
    fact: (text) => {
      const states = [...text.matchAll(/^\|\s{1,40}[0-9a-f]{6,16}\s{1,40}\|\s{1,40}(started|unstarted)\s{1,40}\|/gm)]
        .map(([, state]) => state);
      const late = states.filter((state) => state === 'unstarted').length;
      return states.length === 0 ? null : `It lists ${counted(states.length, 'member')}, ${late === 0 ? 'all started'
        : `${late} of them unstarted: ${late === 1 ? 'it was' : 'they were'} added, and never joined`}.`;
    },
    remedy: 'Whether they answer is not in it: etcdctl endpoint health --cluster.',
  },
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
