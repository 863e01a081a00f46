import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};
const PAST = 'found an existing instance(s) with a problem in the ring, this instance cannot become ready';
const ring = (time: string): string => `ingester level=warn ts=2026-01-02T${time}Z caller=lifecycler.go:295 `
  + `component=ingester msg="${PAST}" ring=ingester err="instance 10.0.0.1:9095 past heartbeat timeout"`;
const loki = (time: string, rest: string): string => `ingester level=info ts=2026-01-02T${time}Z ${rest}`;

describe('lines that relatives share', () => {
  const FENCED = ['```', ring('03:04:05'), ring('03:04:15'), '```'];

  it('are of the program that another block shows, which was ready later', () => {
    const { name, interest } = of('### The ring', ...FENCED, '', 'Then it is told to forget them:', '', '```',
      loki('03:14:00', 'caller=lifecycler.go:544 component=ingester msg="auto-joining cluster" ring=ingester'),
      loki('03:14:01', 'caller=loki.go:542 msg="Loki started" startup_time=85ms'), '```');
    expect(name).toMatch(/^a log of Loki(?: in stern lines)?$/);
    expect(interest).toMatch(/^The warning "found an existing .* occurs 2 times from .*\. The ring holds a mem/);
    expect(interest).toContain('It was ready at 2026-01-02T03:14:01Z ("Loki started"), after the last of these lines.');
    expect(interest).not.toMatch(/Mimir|timeout:/);
  });

  it('are of the only one that a command, a pod or a sentence around them names', () => {
    const named = (text: string): string => of(text, '', ...FENCED).name;
    expect(named('kubectl logs -l component=ingester -n loki')).toContain('a log of Loki');
    expect(named('The pods mimir-ingester-0 and mimir-ingester-1 say:')).toContain('a log of Mimir');
    expect(named('We run tempo-ingester-0 here.')).toContain('a log of Tempo');
    expect(named('It took a long time, o tempo todo.')).toContain('Loki, Mimir, Cortex or Tempo');
    expect(named('We moved from Cortex to Mimir.')).toContain('Loki, Mimir, Cortex or Tempo');
  });

  it('a client that quotes an error of etcd is not etcd', () => {
    expect(of('E0102 03:04:05.123456       1 status.go:71] apiserver received an error: rpc error: code = Unknown '
      + 'desc = etcdserver: request timed out').name).toBe('a log with messages of etcd');
  });
});

describe('failures at level info', () => {
  const zap = (time: string, rest: string): string => `2026-01-02T${time}.020+0100  info  ${rest}`;
  const FAILED = 'internal/retry_sender.go:126  Exporting failed. Will retry the request after interval.  '
    + '{"kind": "exporter", "name": "otlphttp", "error": "Post \\"http://localhost:5318/v1/traces\\": dial tcp '
    + '127.0.0.1:5318: connect: connection refused", "interval": "9.47s"}';

  it('of a collector, beside another process of the same text', () => {
    const { interest } = of(
      '**Stop it** with `Ctrl-C`:', '', '```text',
      zap('13:24:32', 'service@v0.120.0/service.go:309  Shutdown complete.'), '```', '',
      'The agent tries again:', '', '```text', zap('14:22:47', FAILED), '```', '', '```text',
      zap('14:40:28', 'extensions/extensions.go:66  Stopping extensions...'),
      zap('14:40:28', 'service@v0.120.0/service.go:309  Shutdown complete.'), '```',
    );
    expect(interest).toMatch(/^It logged at level info "Exporting failed\. Will retry the request after interval\."/);
    expect(interest).toContain('connect: connection refused". The Collector could not send');
    expect(interest).toContain('One process of the text ended at 2026-01-02T12:24:32Z ("Shutdown complete."); the '
      + 'lines below that are of another one, or of its next run, which ended at 2026-01-02T13:40:28Z.');
  });

  it('come after warnings, however often they are', () => {
    const line = (second: number, rest: string): string =>
      `ts=2026-01-02T03:04:0${second}Z caller=a.go:1 component=receive ${rest}`;
    const again = [1, 2, 3].map((second) => line(second, 'level=debug msg="retrying" err="dial: connection refused"'));
    expect(of(...again).interest).toMatch(/^The failure "retrying", at level debug, is repeated every 1 s \(3 times/);
    expect(of(...again, line(4, 'level=warn msg="the disk is slow"')).interest)
      .toMatch(/^It logged the warning "the disk is slow" at /);
  });

  it('of a document, only lines of the log are counted', () => {
    const line = (second: number): string => zap(`13:24:0${second}`, 'service@v0.120.0/service.go:1  All is fine.');
    expect(of('# A collector', '', 'Some words about the log below, which are long enough.', '', '```', line(1),
      line(2), '```', '', 'More words about it.', '', '## The end', '', 'It works as it should.').interest)
      .toMatch(/ 2 lines/);
  });
});
