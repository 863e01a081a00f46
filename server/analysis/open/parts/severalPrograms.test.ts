/** Tests logs of several programs, told apart by what their envelopes name. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../recognize.ts';
import { baseOf } from '../look/sourceName.ts';
import { clauseOf } from './sentences.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));

const prom = (second: number, rest: string): string =>
  `ts=2026-01-02T03:04:0${second}.100Z caller=head.go:1 level=info component=tsdb ${rest}`;
const PROMETHEUS = [prom(5, 'msg="Replaying WAL, this may take a while"'),
  prom(6, 'msg="WAL segment loaded" segment=0 maxSegment=0')];
const INFLUX = ['[run] 2026/01/02 03:04:05 InfluxDB starting, version 0.9.9, branch 0.9',
  '[store] 2026/01/02 03:04:06 Using data dir: /d'];
const EXPORTER = ['level=info ts=2026-01-02T03:04:05.1Z caller=node_exporter.go:1 collector=zfs',
  'level=info ts=2026-01-02T03:04:05.2Z caller=tls.go:1 msg="TLS is disabled and it cannot be enabled on the fly."'];
const GRAFANA = ['logger=server t=2026-01-02T03:04:05.1Z level=info msg="HTTP Server Listen"',
  'logger=plugins t=2026-01-02T03:04:07.1Z level=error msg="Failed to read plugins" error="no such directory"'];

/** Interleaves the lines of the programs, each behind its prefix. */
function mixed(prefix: (name: string) => string, logs: Readonly<Record<string, readonly string[]>>): string[] {
  return [0, 1, 2].flatMap((i) => Object.entries(logs).flatMap(([name, lines]) => {
    const line = lines[i];
    return line === undefined ? [] : [`${prefix(name)}${line}`];
  }));
}

describe.each([
  ['docker compose lines', (name: string) => `${name}-1  | `],
  ['kubectl --prefix lines', (name: string) => `[pod/${name}-0/${name}] `],
  ['lines with a prefix', (name: string) => `[${name}] `],
  ['stern lines', (name: string) => `${name}-0 ${name} `],
])('%s of several programs', (envelope, prefix) => {
  it('are of the TSDB, and each statement names its program', () => {
    const { name, format, program, version, interest } = of(...mixed(prefix, {
      grafana: GRAFANA, 'node-exporter': EXPORTER, prometheus: PROMETHEUS,
    }));
    expect({ format, program, version }).toEqual({ format: 'prometheus-log', program: 'Prometheus', version: null });
    expect(name).toMatch(/^a log of Prometheus, with lines of (?:Grafana and node_exporter|node_exporter and Grafana)/);
    expect(name).toContain(`, in ${envelope}`);
    expect(interest).toContain('Grafana logged the error "Failed to read plugins" at 2026-01-02T03:04:07Z. The cause '
      + 'given is "no such directory".');
    expect(interest).not.toContain('name no error');
    expect(interest).not.toContain('TLS');
  });
});

describe('docker compose', () => {
  const compose = (logs: Readonly<Record<string, readonly string[]>>): string[] =>
    mixed((name) => `${name}_1   | `, logs);

  it('gives no program the version of another', () => {
    const { name, version } = of(...compose({ influxdb: INFLUX, prometheus: PROMETHEUS }));
    expect(version).toBeNull();
    expect(name).toBe('a log of Prometheus, with lines of InfluxDB 0.9.9, in docker compose lines');
  });

  it('says first that another program ended, with its name', () => {
    const { interest } = of(...compose({
      prometheus: PROMETHEUS, app: ['panic: no luck', '', 'goroutine 1 [running]:', 'main.main()'],
    }));
    expect(interest).toMatch(/^The program app crashed with "panic: no luck"/);
  });

  it('tells of containers that ended by themselves, not of those that were stopped', () => {
    const log = compose({
      kapacitor: ['ts=2026-01-02T03:04:05.1Z lvl=info msg="kapacitor starting" service=run version=1.9.1',
        'ts=2026-01-02T03:04:05.2Z lvl=error msg="no start" err="open /v/id: permission denied"'],
      chronograf: ['time="2026-01-02T03:04:06Z" level=error msg="no client: open /v/c.db: permission denied"'],
    });
    const ends = ['a_kapacitor_1 exited with code 1', 'a_chronograf_1 exited with code 1'];
    const { name, interest } = of(...log, ...ends);
    expect(name).toBe('a log of Kapacitor 1.9.1, with lines of Chronograf, in docker compose lines');
    expect(interest).toMatch(/^It ended with exit code 1: it logged the error "no start" at 2026-01-02T03:04:05Z\./);
    expect(interest).toContain('Chronograf ended with exit code 1: it logged the error "no client:');
    expect(of(...log, 'Gracefully stopping... (press Ctrl+C again to force)', ...ends).interest)
      .not.toContain('exit code');
  });

  it('of pods of one program is a log of that program', () => {
    expect(of(...compose({ prometheus_a: PROMETHEUS, prometheus_b: PROMETHEUS })).name)
      .toBe('a log of Prometheus in docker compose lines');
  });

  it('of programs that are not known here names their containers', () => {
    const { name } = of(...compose({
      web: ['2026-01-02T03:04:05Z INFO up', '2026-01-02T03:04:06Z INFO on'], db: ['2026-01-02T03:04:05Z INFO ready'],
    }));
    expect(name).toBe('a log of web, with lines of db, in docker compose lines');
  });
});

it('names of threads in brackets are not those of programs', () => {
  expect(of('[main] 2026-01-02 03:04:05 starting up', '[worker] 2026-01-02 03:04:06 at work').name)
    .not.toContain('with lines of');
});

it('a journal of several services: what systemd says of one belongs to it', () => {
  const line = (program: string, text: string): string => `Jan 02 03:04:05 host ${program}[7]: ${text}`;
  const { name, interest } = of(
    line('prometheus', PROMETHEUS[0] ?? ''), line('prometheus', PROMETHEUS[1] ?? ''),
    line('grafana', GRAFANA[0] ?? ''),
    'Jan 02 03:04:05 host systemd[1]: prometheus.service: Main process exited, code=killed, status=9/KILL',
  );
  expect(name).toBe('a log of Prometheus, with lines of Grafana, in syslog lines');
  expect(interest).toMatch(/^systemd: prometheus killed, status 9\/KILL\./);
});

it('files of tail, and logs by the commands before them', () => {
  for (const head of [(name: string) => `==> /var/log/${name}.log <==`, (name: string) => `$ docker logs ${name}`])
    expect(of(head('prometheus'), ...PROMETHEUS, head('grafana'), ...GRAFANA).name)
      .toMatch(/^a log of Prometheus, with lines of Grafana/);
});

describe('exports of log stores', () => {
  const CRI = (second: number, rest: string): string =>
    `2026-01-02T03:04:0${second}.5Z stderr F ts=2026-01-02T03:04:0${second}.4Z caller=checkpoint.go:2 ${rest}`;

  it('a CSV of Graylog: the messages by time, of the container that its details name', () => {
    const row = (second: number, rest: string, pod: string): string => `2026-01-02T03:04:0${second}.500Z,"${
      CRI(second, rest).replaceAll('"', '""')}","{'app': 'op', 'pod_name': 'op-654dffb688-${pod}', `
      + `'namespace_name': 'a', 'container_name': 'helm-operator'}"`;
    const { name, program, interest } = of(
      'Date and Time,Message,Additional Details', row(7, 'info="wait for 6 resources with timeout of 9h"', 'c5sxl'),
      row(5, 'msg="update available" latest=1.4.2', 'c5sxl'), row(6, 'info="stopping workers"', '8gb6x'),
    );
    expect(program).toBe('helm-operator');
    expect(name).toBe('a log of a program that is not known here (helm-operator) in rows of CSV');
    expect(interest).toBe('No error or warning is among its 3 lines, from 2026-01-02T03:04:05Z on, within 2 s. '
      + '2 s is too short a time to judge by.');
  });

  it('a TSV of two services, newest first', () => {
    const { name, interest } = of(
      '@timestamp\t@message\t@logStream',
      `2026-01-02T03:04:07.100Z\t${GRAFANA[1]}\tgrafana`, `2026-01-02T03:04:06.100Z\t${PROMETHEUS[1]}\tprometheus`,
      `2026-01-02T03:04:05.100Z\t${PROMETHEUS[0]}\tprometheus`,
    );
    expect(name).toMatch(/^a log of Prometheus, with lines of Grafana/);
    expect(interest).toContain('Grafana logged the error "Failed to read plugins"');
  });
});

it('a CSV whose levels stand in a column of their own', () => {
  const { interest } = of(
    'Date,Service,Status,Content', '2026-01-02T03:04:05.100Z,db,info,it works',
    '2026-01-02T03:04:06.100Z,db,error,it broke',
  );
  expect(interest).toBe('It logged the error "it broke" at 2026-01-02T03:04:06Z.');
});

it('a file of the name of one of Prometheus does not make a log one of Prometheus', () => {
  expect(of('ts=2026-01-02T03:04:05Z caller=checkpoint.go:2 component=checkpoint msg="update available"').program)
    .toBeNull();
  expect(of('ts=2026-01-02T03:04:05Z caller=db.go:2 level=warn msg="A block was not loaded"').program)
    .toBe('Prometheus');
});

it.each([
  ['pod/prometheus-k8s-0/config-reloader', 'config-reloader'], ['grafana-5d8f9c6b7d-x2x4z', 'grafana'],
  ['prometheus_1', 'prometheus'], ['web.1.x8yj2kq0a1b2@host-1', 'web'], ['ns/loki-0/loki', 'loki'], ['12', '12'],
])('%s is shortened to %s', (source, base) => { expect(baseOf(source)).toBe(base); });

it('a clause has the whole quotation, with the sentences in it', () => {
  expect(clauseOf('etcd', 'It logged the warning "no answer. Is it up? Retrying" at 3. The cause given is "x".'))
    .toBe('The program etcd logged the warning "no answer. Is it up? Retrying" at 3. The cause given is "x".');
  expect(clauseOf('a reloader', 'The error "x" occurs 2 times.')).toBe('A reloader: the error "x" occurs 2 times.');
});
