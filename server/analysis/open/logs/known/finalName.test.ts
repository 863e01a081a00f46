/** Tests that the program by which a text is named is the one that the text shows. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../../recognize.ts';
import { programOfModules, programOfName } from '../naming/programTable.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));

describe('a text about a process or a container', () => {
  it.each([
    ['the kernel', 'influxd', 'InfluxDB', 'a log of the kernel about InfluxDB'],
    ['the kernel, of a process that is not known', 'java', 'the kernel', 'a log of the kernel'],
    ['the kernel, of a name that it cuts', 'prometheus-conf', 'a configuration reloader',
      'a log of the kernel about a configuration reloader'],
  ])('%s', (_, process, program, name) => {
    expect(of(
      `[  100.000001] Out of memory: Killed process 77 (${process}) total-vm:9kB, anon-rss:1048576kB, file-rss:0kB`
    )).toMatchObject({ program, name });
  });

  it('systemd, by the unit', () => {
    expect(of(
      '● influxdb.service - a database', '   Loaded: loaded (/lib/systemd/system/influxdb.service; enabled)',
      '   Active: failed (Result: exit-code) since Fri 2026-01-02 10:25:37 UTC; 3min ago',
      '  Process: 20 ExecStart=/usr/bin/influxd (code=exited, status=203/EXEC)',
    )).toMatchObject({ program: 'InfluxDB', name: 'a log of systemd about InfluxDB' });
  });

  it('kubectl describe, by its container or by the only image that is known', () => {
    const pod = (container: string, image: string): Recognized => of(
      'Name:         db-0', 'Namespace:    m', 'Containers:', `  ${container}:`, `    Image:          ${image}`,
      '    State:          Waiting', '      Reason:       CrashLoopBackOff', '    Last State:     Terminated',
      '      Reason:       OOMKilled', '      Exit Code:    137',
    );
    expect(pod('prometheus', 'a.test/b/c@sha256:0123').program).toBe('Prometheus');
    expect(pod('server', 'a.test/b/mysqld-exporter:latest').program).toBe('mysqld_exporter');
    expect(pod('server', 'a.test/b/c:latest').program).toBe('Kubernetes');
  });

  it('an object of Kubernetes itself', () => {
    expect(of(
      'Name:          web', 'Namespace:     d', 'Labels:        <none>', 'Reference:     Deployment/web',
      'Min replicas:  1', 'Max replicas:  3', 'Conditions:', '  Type           Status  Reason               Message',
      '  ----           ------  ------               -------',
      '  ScalingActive  False   FailedGetPodsMetric  the HPA was unable to compute the replica count: no metrics',
    ).program).toBe('Kubernetes');
  });

  it('a list of pods', () => {
    expect(of(
      'NAME      READY   STATUS             RESTARTS   AGE', 'loki-0    0/1     CrashLoopBackOff   14         5h',
    )).toMatchObject({ program: 'Loki', name: 'a list of pods of kubectl get' });
  });
});

describe('a part of a program', () => {
  it('of VictoriaMetrics that pmm-agent runs, with the exporter that it could not scrape', () => {
    const { program, name, interest } = of(
      'INFO[2026-01-02T03:04:05.000+00:00] 2026-01-02T03:04:05.000Z    warn    VictoriaMetrics/lib/promscrape/a.go:3 '
      + '       cannot scrape target "http://127.0.0.1:42000/metrics" '
      + '({agent_type="mysqld_exporter",job="mysqld_a_hr"})'
      + ' 1 out of 1 times; the last error: cannot read data: Get "http://127.0.0.1:42000/metrics": EOF  '
      + 'agentID=/agent_id/1 component=agent-process type=vm_agent'
    );
    expect([program, name]).toEqual([
      'VictoriaMetrics vmagent', 'a log of VictoriaMetrics vmagent, run by pmm-agent (PMM)',
    ]);
    expect(interest).toContain('The target is mysqld_exporter (job mysqld_a_hr).');
    expect(interest).not.toContain('It is of');
  });

  it('of Thanos', () => {
    expect(of(
      'level=info ts=2026-01-02T03:04:05.1Z caller=main.go:256 component=sidecar msg="disabled TLS"',
      'level=error ts=2026-01-02T03:04:06.1Z caller=sidecar.go:9 component=sidecar msg="no" err="refused"',
    )).toMatchObject({ program: 'Thanos sidecar', name: 'a log of Thanos sidecar' });
  });

  it('the build of the Collector by AWS, with its own version', () => {
    expect(of('2026-01-02T03:04:05.402Z\terror\tinternal/queue_sender.go:51\tExporting failed. Dropping data.\t'
      + '{"resource": {"service.instance.id": "a", "service.name": "aws-otel-collector", "service.version": "v0.45.1"'
      + '}, "otelcol.component.id": "x", "otelcol.component.kind": "exporter", "error": "refused", "dropped_items": 7'
      + '}'))
      .toMatchObject({ name: 'a log of AWS OpenTelemetry Collector (ADOT) 0.45.1', version: '0.45.1' });
  });

  it('an exporter is not the program that it reads', () => {
    const line = (seconds: number): string =>
      `postgres-exporter-1  | level=error ts=2026-01-02T03:04:0${seconds}Z msg="no answer" err="refused"`;
    expect(of(line(5), line(6)).program).toBe('postgres_exporter');
    expect(programOfName('prometheus-node-exporter')).toBe('node_exporter');
    expect(programOfName('prometheus-prometheus-kube-prometheus-prometheus-0')).toBe('Prometheus');
  });
});

describe('code that several programs have', () => {
  const STORE = ['github.com/thanos-io/thanos/pkg/store.(*BucketStore).Series(0x1)',
    '\t/go/pkg/mod/github.com/thanos-io/thanos@v0.1.1/pkg/store/bucket.go:7 +0x1d'];

  it('a library in a stack does not name it', () => {
    const own = ['github.com/cortexproject/cortex/pkg/storegateway.(*Store).Series(0x1)', '\t/src/pkg/a.go:7 +0x1d'];
    expect(programOfModules([...STORE, ...own].join('\n'))).toBe('Cortex');
    expect(programOfModules(STORE.join('\n'))).toBe('Thanos');
    expect(of('level=info ts=2026-01-02T03:04:05Z caller=a.go:1 msg="b"', 'panic: no', '', 'goroutine 1 [running]:',
      ...STORE, ...own).program).toBe('Cortex');
  });

  it('a profile of goroutines is of the program of its stacks', () => {
    expect(of('goroutine profile: total 12', '9 @ 0x1 0x2', '#\t0x1\tsync.runtime_SemacquireMutex+0x24\t/go/src/a.go:7',
      '#\t0x2\tgithub.com/thanos-io/thanos/pkg/store.(*bucketIndexReader).PreloadSeries+0x1f9\t/app/pkg/store/b.go:2'))
      .toMatchObject({ program: 'Thanos', name: 'the text form of a goroutine profile (Thanos)' });
  });

  it('rules of tenants are not those of Prometheus', () => {
    const line = 'ts=2026-01-02T03:04:05Z caller=notifier.go:530 level=error user=7 alertmanager=http://a/api count=1 '
      + 'msg="Error sending alert" err="refused"';
    expect(of(line).program).toBe('Loki, Mimir or Cortex');
    expect(of('kubectl logs mimir-ruler-0', line).program).toBe('Mimir');
  });

  it('a message of Prometheus is told of the only program with its code that the text names', () => {
    const message = '- `Unable to create mmap-ed active query log`';
    expect(of('Our Thanos querier stops:', '', message)).toMatchObject({
      program: 'Thanos', interest: expect.stringContaining('Thanos ends at its start') as string,
    });
    expect(of('Our Prometheus behind Thanos stops:', '', message).program).toBe('Prometheus');
  });
});

it('the words around a log say whose it is', () => {
  const lines = ['2026-01-02T03:04:05Z ERROR it broke', '2026-01-02T03:04:06Z ERROR it broke again'];
  expect(of('Logs of the thanos sidecar:', '', ...lines)).toMatchObject({ program: 'Thanos', name: 'a log of Thanos' });
  expect(of('Logs of my app, which sends to Thanos:', '', ...lines).program).toBeNull();
  expect(of('Logs of Thanos and logs of Loki:', '', ...lines).program).toBeNull();
  expect(of('$ journalctl -u grafana-server', ...lines).program).toBe('Grafana');
  expect(of('$ kubectl -n loki logs prometheus-0 -c thanos-sidecar', ...lines).program).toBe('Thanos');
  expect(of('$ kubectl logs -n loki prometheus-0', ...lines).program).toBe('Prometheus');
});
