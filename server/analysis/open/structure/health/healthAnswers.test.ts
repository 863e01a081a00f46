/** Tests the answers of servers to the question whether they are well. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; interest: string } => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, interest: interest ?? '' };
};
const WELL = '10.0.0.1:2379 is healthy: successfully committed proposal: took = 2.1ms';
const BAD = '10.0.0.2:2379 is unhealthy: failed to commit proposal: context deadline exceeded';

it('the endpoints of etcd', () => {
  expect(of(WELL, WELL.replace('0.1:', '0.3:'))).toEqual({
    format: 'etcd-health', interest: 'All 2 endpoints are healthy; the slowest took 2.1 ms to commit a proposal. '
      + 'Nothing in it names a fault.',
  });
  expect(of(WELL.replace('2.1ms', '812ms')).interest)
    .toMatch(/took 812 ms to commit a proposal, which is slow: compare/);
  expect(of(WELL, WELL.replace('0.1:', '0.3:'), BAD).interest).toBe('The endpoint 10.0.0.2:2379 is unhealthy: "failed '
    + 'to commit proposal: context deadline exceeded". 2 other endpoints are healthy. See whether that member runs and '
    + 'reaches the others (port 2380), and its log.');
  expect(of(BAD, BAD.replace('0.2:', '0.3:'), WELL).interest).toContain('Without a majority etcd takes no writes');
});

it('the modules of a process', () => {
  expect(of('ring => Running', 'ingester => Running', 'server => Running').interest)
    .toBe('It lists 3 modules: 3 Running. Nothing in it names a fault: all run.');
  expect(of('ring => Running', 'ingester => Starting').interest)
    .toMatch(/^The module ingester is Starting: the process is not ready meanwhile; see its log for that module\./);
});

it('Prometheus that is ready, and of which only that it answers is known', () => {
  expect(of('$ curl -s localhost:9090/-/ready', 'Prometheus Server is Ready.').interest)
    .toMatch(/^The server answers and is ready, so the replay of its WAL is over\. Nothing in it names a fault/);
  expect(of('Prometheus Server is Healthy.').interest).toContain('whether it is ready to serve queries is not in it');
});

it('InfluxDB', () => {
  const health = (status: string): string =>
    JSON.stringify({ name: 'influxdb', message: 'ready', status, version: 'v2.7' });
  expect(of(health('pass')).interest).toMatch(/^Its check passed, so it answers\. Nothing in it names a fault/);
  expect(of(health('fail')).interest).toBe('Its check failed: "ready".');
});

it('docker compose ps, and the members of etcd', () => {
  const HEADER = 'NAME    IMAGE     COMMAND     SERVICE   CREATED       STATUS         PORTS';
  const row = (status: string): string => `a-1     a/b:1     "/bin/a"    api       2 weeks ago   ${status}     80/tcp`;
  expect(of(HEADER, row('Up 2 weeks')).interest).toMatch(/^Its 1 service runs\. Nothing in it names a fault/);
  expect(of(HEADER, row('Exited (1)')).interest).toBe('api: Exited (1).');
  const MEMBERS = ['|   ID   |  STATUS   | NAME |  PEER ADDRS  |', '| 8e9e05 |  started  |  m1  | http://a:2380 |'];
  expect(of(...MEMBERS).interest).toBe('It lists 1 member, all started.');
  expect(of(...MEMBERS, '| 9e9e05 | unstarted |      | http://b:2380 |').interest).toContain('1 of them unstarted');
});
