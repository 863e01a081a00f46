import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const zap = (ms: string, level: string, rest: string): string =>
  `2026-01-02T03:04:05.${ms}Z\t${level}\tservice@v0.90.1/${rest}`;
const BEGIN = zap('000', 'info', 'service.go:9\tSetting up own telemetry...');
const HINT = zap('010', 'warn', 'warning.go:40\tUsing the 0.0.0.0 address exposes this server to every network '
  + 'interface, which may facilitate Denial of Service attacks\t{"kind": "receiver"}');
const READY = zap('025', 'info', 'service.go:148\tEverything is ready. Begin running and processing data.');

describe('a collector with a hint on its setup', () => {
  it('that is ready leads with that', () => {
    const said = of(BEGIN, HINT, READY);
    expect(said).toMatch(/^Nothing is wrong in its lines: it was ready at \S{20} .* 25 ms after its first line\./);
    expect(said).toContain('Its only warning is a hint on how it is set up, and no fault: it listens at all addresses');
  });

  it.each([
    ['with another error', zap('030', 'error', 'x.go:1\tExporting failed. Dropping data.')],
    ['with a failure at another level', zap('030', 'info', 'x.go:1\tthe export failed')],
    ['with a crash', 'panic: no luck'],
  ])('%s is not said to be fine', (_, line) => {
    expect(of(BEGIN, HINT, READY, line)).not.toContain('Nothing is wrong');
  });

  it('that is not ready yet is not said to be', () => {
    expect(of(BEGIN, READY, HINT)).not.toContain('Nothing is wrong');
  });
});

describe('a program with Gin', () => {
  const START = ['[GIN-debug] [WARNING] Running in "debug" mode. Switch to "release" mode in production.',
    '[GIN-debug] GET    /metrics   --> main.metrics (3 handlers)', '[GIN-debug] Listening and serving HTTP on :9000'];
  const request = (status: number): string =>
    `[GIN] 2026/01/02 - 03:04:05 | ${status} |  1.2ms |  10.0.0.7 | GET "/v1"`;

  it('that only started names no error', () => {
    const said = of(...START, request(200));
    expect(said).toContain('Its only warning is a hint on how it is set up, and no fault: Gin runs in debug mode');
    expect(said).toContain('It listens at :9000.');
  });

  it('that answered with an error of its own', () => {
    const said = of(...START, request(200), request(503));
    expect(said).toMatch(/^It answered 1 of 2 requests with a status of 503:/);
    expect(said).not.toContain('no fault');
  });

  it('beside a server without a failure', () => {
    const said = of(...START.map((line) => `app  | ${line}`), 'prometheus  | ts=2026-01-02T03:04:05.100Z '
      + 'caller=main.go:9 level=info msg="Starting Prometheus Server" mode=server version="(version=2.55.0, '
      + 'branch=HEAD, revision=a)"',
    'prometheus  | ts=2026-01-02T03:04:05.200Z caller=main.go:9 level=info msg="Start listening for connections"');
    expect(said).toContain('No line of Prometheus 2.55.0 and app names an error.');
    expect(said).toContain('The warnings of app are hints on their setup, and no faults.');
  });
});

it('InfluxDB with an old argument tells what it did first, and then that nothing is wrong', () => {
  const line = (second: number, rest: string): string =>
    `ts=2026-01-02T03:04:0${second}.000000Z ${rest} log_id=0a0b0c0d000`;
  const said = of(
    line(1, 'lvl=info msg="Welcome to InfluxDB" version=v2.7.5 commit=a'),
    line(1, 'lvl=warn msg="old-port argument is deprecated and unused"'),
    line(2, 'lvl=info msg=Listening service=tcp-listener transport=http addr=:8086'),
  );
  expect(said).toMatch(/^It listened 1 s after its start began\. No error or warning is among its other 2 lines\./);
  expect(said).toContain('no fault: a setting is deprecated ("old-port argument is deprecated and unused").');
});
