/** Tests that the program and its version are told wherever the text shows them. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../../recognize.ts';
import { fileVersion, statedVersion } from './statedVersions.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));

describe('the program of an error', () => {
  it.each([
    ['Error: cannot send: github.com/VictoriaMetrics/VictoriaMetrics/app/vmagent/remotewrite/client.go:7: no such host',
      'VictoriaMetrics vmagent', null],
    ['Error: it broke at github.com/grafana/loki/v3/pkg/ingester.(*Ingester).Push(ingester.go:9): no', 'Loki 3.x',
      '3.x'],
    ['Error: a at /go/pkg/mod/go.opentelemetry.io/collector/processor@v0.66.0/a/b.go:12: connection refused',
      'OpenTelemetry Collector 0.66.0', '0.66.0'],
    ["Error: cannot load '/home/a/questdb-6.4/lib/x': no such file or directory", 'QuestDB 6.4', '6.4'],
    ['panic: x: tsbs_load_questdb could not connect: connection refused', 'TSBS', null],
  ])('%s', (line, named, version) => {
    const { name, version: own } = of(line);
    expect(name).toContain(named);
    expect(own).toBe(version);
  });

  it('of a trace of Java with its jar', () => {
    expect(of('java.lang.IllegalStateException: no', '\tat io.questdb.cairo.A.b(A.java:1) ~[questdb-6.4.jar:6.4]').name)
      .toBe('a stack trace of Java (QuestDB 6.4)');
  });

  it.each([
    ['Error: it broke: connection refused', 'prometheus version: 2.10.0', 'with Prometheus 2.10.0'],
    ['Error: it broke: connection refused', 'Prometheus version: 2.10.0', 'with Prometheus 2.10.0'],
    ['Error: it broke: connection refused', 'Thanos version used: v0.34.1', 'with Thanos 0.34.1'],
    ['Error: it broke: connection refused', 'loki-2.9.2 is installed', 'with Loki 2.9.2'],
    ['Error: it broke: connection refused', 'image: quay.io/thanos/thanos:v0.34.1', 'with Thanos 0.34.1'],
  ])('%s beside %s', (line, label, words) => { expect(of(line, label).name).toContain(words); });

  it.each([
    ['two of them', ['prometheus version: 2.10.0', 'Thanos version used: v0.34.1']],
    ['an address', ['see https://github.com/prometheus/prometheus/blob/main/tsdb/head.go#L1 (x)']],
    ['what it needs', ['github.com/prometheus/prometheus v0.48.0 h1:abc=']],
  ])('none by %s', (_, lines) => {
    const { program, name } = of('Error: it broke: connection refused', ...lines);
    expect(program).toBeNull();
    expect(name).toBe('an error message');
  });

  it('a crash names the program of VictoriaMetrics by its source, unless several are in it', () => {
    const stack = ['panic: no', '', 'goroutine 1 [running]:'];
    const crash = (...paths: string[]): string => of(...stack, ...paths.flatMap((path) => [
      `github.com/VictoriaMetrics/VictoriaMetrics/app/${path}.push(0x1)`, `\t/src/app/${path}/a.go:7 +0x1d`,
    ])).name;
    expect(crash('vmagent/remotewrite')).toContain('(VictoriaMetrics vmagent)');
    expect(crash('vmagent/remotewrite', 'vmalert')).toContain('(VictoriaMetrics)');
    expect(crash('vmagent/remotewrite', 'vminsert')).toContain('(VictoriaMetrics)');
  });

  it('the version of a stable library of the Collector is not its own', () => {
    expect(of('panic: no', '', 'goroutine 1 [running]:',
      'go.opentelemetry.io/collector/confmap.(*Conf).Get(0x1)',
      '\t/go/pkg/mod/go.opentelemetry.io/collector/confmap@v1.9.0/a.go:1 +0x1d',
      'go.opentelemetry.io/collector/service.New(0x1)',
      '\t/go/pkg/mod/go.opentelemetry.io/collector/service@v0.102.1/b.go:1 +0x1d').version).toBe('0.102.1');
  });

  it('a server that takes OTLP is not the Collector', () => {
    expect(of('panic: no', '', 'goroutine 1 [running]:', 'go.opentelemetry.io/collector/pdata/pmetric.New(0x1)',
      '\t/go/pkg/mod/go.opentelemetry.io/collector/pdata@v1.9.0/a.go:1 +0x1d',
      'github.com/prometheus/prometheus/storage/remote.Write(0x1)',
      '\t/app/storage/remote/write.go:1 +0x1d').program).toBe('Prometheus');
  });
});

describe('versions in names', () => {
  it.each([
    ['Loki', 'we run loki-2.9.2.', '2.9.2'], ['Loki', '/opt/loki-2.9.2/loki', '2.9.2'],
    ['Prometheus', './prometheus-2.45.0.linux-amd64/prometheus', '2.45.0'],
    ['QuestDB', 'questdb-6.4-no-jre-bin.tar.gz', '6.4'], ['Cassandra', 'apache-cassandra-3.11.4.jar', '3.11.4'],
    ['Loki', 'chart: loki-2.9.2', null], ['Loki', 'loki  loki  1  deployed  loki-2.9.2  v2.6.1', null],
    ['Loki', 'loki-5.36.3', null], ['Loki', 'loki-2.9.2 and loki-2.8.0', null],
    ['Elasticsearch', 'elasticsearch-rest-client-7.17.3.jar', null],
  ])('%s: %s', (program, text, version) => { expect(fileVersion(program, text)).toBe(version); });

  it('one that is written shorter elsewhere', () => {
    expect(statedVersion('Thanos', 'image: thanosio/thanos:v0.34.1\nThanos version: 0.34')).toBe('0.34.1');
  });
});
