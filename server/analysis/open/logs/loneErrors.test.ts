import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};

describe('a crash or an error without its log', () => {
  it('of a Java VM: the signal, the frame, and whose library it is', () => {
    const { name, interest } = of(
      '#', '# A fatal error has been detected by the Java Runtime Environment:', '#',
      '#  SIGSEGV (0xb) at pc=0x00007f874fa617e2, pid=1, tid=95', '#',
      '# JRE version: OpenJDK Runtime Environment 17.0.11 (17.0.11+9) (build 17.0.11+9-LTS)', '# Problematic frame:',
      '# C  [libquestdb1.so+0x5b7e2]',
    );
    expect(name).toBe('the report of a Java VM that crashed (QuestDB)');
    expect(interest).toMatch(/^It crashed with SIGSEGV \(0xb\), in C {2}\[libquestdb1\.so\+0x5b7e2\], on OpenJDK Run/);
  });

  it('of Go, without a stack', () => {
    expect(of('panic: FATAL: cannot open file "/store/big/timestamps.bin": no such file or directory')).toEqual({
      name: 'the panic of a Go program (VictoriaMetrics)',
      interest: 'It crashed with "panic: FATAL: cannot open file "/store/big/timestamps.bin": no such file or '
        + 'directory".',
    });
    expect(of('panic: it broke').name).toBe('the panic of a Go program');
    expect(of('| step | output |', '|---|---|', '| run | `fatal error: it hangs` |')).toEqual({
      name: 'the panic of a Go program', interest: 'It crashed with "fatal error: it hangs".',
    });
  });

  it('of Go, with what its message means', () => {
    const said = 'panic: listen tcp :9090: bind: address already in use';
    const means = 'Another process listens on that port: see which (ss -ltnp), then stop it, or take another port.';
    expect(of(said).interest).toBe(`It crashed with "${said}". ${means}`);
    expect(of(said, '', 'goroutine 1 [running]:', 'main.main()', '\t/src/main.go:9 +0x1d').interest)
      .toMatch(/ Another process listens on that port: see which .* take another port\.$/);
  });

  it('an exception, with its last cause', () => {
    expect(of('a.b.c.ClickHouseSQLException: DB::Exception: Too many parts (300). Stack trace:', '0. Poco::Exception'))
      .toEqual({
        name: 'an exception of a Java program (ClickHouse)',
        interest: 'It is a.b.c.ClickHouseSQLException: "DB::Exception: Too many parts (300)". Inserts outrun the '
          + 'merges: insert larger batches less often, and look at the merges.',
      });
    expect(of('java.lang.IllegalStateException: no', '\tat a.B.c(B.java:1)', 'Caused by: java.io.IOException: disk')
      .interest).toBe('It is java.lang.IllegalStateException: "no", thrown at B.java:1 (B.c). The cause given is '
      + '"java.io.IOException: disk".');
  });

  it('of Python: what was raised, behind its frames', () => {
    const frames = ['Traceback (most recent call last):', '  File "/a/b.py", line 3, in c', '    d()'];
    expect(of(...frames, 'ValueError: no such metric')).toEqual({
      name: 'a traceback of Python', interest: 'It is ValueError: "no such metric", raised at b.py:3 (c).',
    });
    expect(of(...frames).interest).toBe('Its last line, which has the error, is not in the text.');
  });

  it('of a thread that could not be created', () => {
    expect(of('[monitor] 2026/01/08 11:42:03 failed to store statistics: timeout',
      'runtime/cgo: pthread_create failed: Resource temporarily unavailable').interest)
      .toMatch(/^It crashed with "runtime\/cgo: pthread_create failed: Resource temporarily unavailable"\./);
  });

  it('source code that has words of errors is none', () => {
    expect(of("import { test } from 'tests';", "test({ when: 'only-on-failure', limit: 'timed out' });").name)
      .toBe('source code of no form that is known here');
  });

  it('a message that goes on in the next line is quoted with it', () => {
    expect(of('error: cannot read the settings of web_1:', '  key "port" is no number').interest)
      .toContain('It says "error: cannot read the settings of web_1: key "port" is no number".');
    expect(of('error: cannot read the settings of web_1', 'key "port" is no number').interest)
      .toContain('It says "error: cannot read the settings of web_1".');
  });

  it('a message alone', () => {
    expect(of('Error: open /etc/prometheus/web.yml: permission denied').interest)
      .toBe('It says "Error: open /etc/prometheus/web.yml: permission denied". The user that runs it may not do this: '
        + 'look at owner and mode of the path.');
    expect(of('Error: the checks of the rules found:', '  line 7: the group is named twice').interest)
      .toBe('It says "Error: the checks of the rules found: line 7: the group is named twice".');
    expect(of('app_1  | Error: the checks of the rules found:', 'app_1  |   line 7: it is named twice').interest)
      .toBe('It says "Error: the checks of the rules found: line 7: it is named twice".');
    expect(of('When `mvcc: database space exceeded` comes up, defragment it.').name).toMatch(/^text of no form/);
    expect(of('The weather is fine today', 'and so it stays').name).toMatch(/of no form that is known here/);
  });
});

describe('programs by their names and shapes', () => {
  it.each([
    ['a log of Loki in docker compose lines', 'loki-1  | level=warn ts=2026-01-02T03:04:05Z msg="slow"'],
    ['a log of M3DB in docker compose lines',
      'm3db_1  | 23:26:27.565550[F] could not bootstrap database: no'],
    ['a log of Mimir or Cortex', 'ts=2026-01-02T03:04:05Z caller=logging.go:86 level=warn msg="POST /api/v1/push (500) '
      + '1.8ms Response: \\"DoBatch: InstancesCount <= 0\\""'],
    ['a log of Loki', 'level=info ts=2026-01-02T03:04:05Z caller=flush.go:168 msg="flushing stream" user=fake fp=ce83'],
    ['a log of the Prometheus Operator', 'E0316 10:50:53.825175       5 operator.go:577] Sync "a/b" failed: no'],
    ['a log of OpenTelemetry Collector', 'error\tinternal/queue_sender.go:51\tExporting failed.\t{"otelcol.component.'
      + 'id": "a"}'],
    ['a log of Thanos', 'level=warn ts=2026-01-02T03:04:05Z caller=storeset.go:265 component=storeset msg="failed"'],
    ['a log of Thanos', 'level=error ts=2026-01-02T03:04:05Z caller=runutil.go:101 err="BaseFetcher: iter bucket: x"'],
    ['a log of Mimir or Cortex', 'ts=2026-01-02T03:04:05Z caller=bucket.go:403 level=warn user=a msg="loading failed"'],
    ['a log of Mimir or Cortex', 'level=info ts=2026-01-02T03:04:05Z caller=gateway.go:288 msg="synchronizing TSDB '
      + 'blocks for all users"'],
    ['a log of Cortex', 'time="2026-01-02T03:04:05Z" level=error msg="no" source="ingester_flush.go:121"'],
    ['a log of Loki', 'level=warn ts=2026-01-02T03:04:05Z caller=grpc_logging.go:7 method=/logproto.Pusher/Push err=x'],
    ['a log of Loki, Mimir, Cortex or Tempo', 'level=info ts=2026-01-02T03:04:05Z caller=lifecycler.go:3 msg="joins"'],
    ['a log of etcd', '2026-01-02 03:04:05.1 W | snap: skipped unexpected non snapshot file'],
    ['a log of Vector 0.30.0', '2026-01-02T03:04:05.5Z  INFO vector: Vector has started. debug="false" version="0.30.0"'
      + '\n2026-01-02T03:04:06Z ERROR vector::a: component_kind="sink" component_type="b" component_id=mimir'],
    ['a log of Loki', 'level=error ts=2026-01-02T03:04:05Z caller=compactor.go:1 msg="failed to compact files" err=x'],
    ['an error message (VictoriaMetrics)', 'VictoriaMetrics/app/vmselect/a.go:1786     1 of 3 nodes: cannot search'],
    ['a log of Graphite', '10/05/2026 13:27:20 :: Starting factory CarbonClientFactory(127.0.0.1:2024:2)'],
    ['a log of node_exporter', 'caller=collector.go:169 level=error msg="collector failed" name=systemd err="no"'],
    ['a log of mysqld_exporter', 'caller=mysqld_exporter.go:5 level=info msg="a"\ncaller=collector.go:169 level=error '
      + 'msg="collector failed" name=b err="no"'],
    ['a log of postgres_exporter', 'caller=collector.go:196 level=error msg="collector failed" name=c err="pq: no"'],
    ['a log of postgres_exporter 0.9.3', 'postgres_exporter, version 0.9.3 (branch: HEAD, revision: a)\n\n'
      + 'caller=collector.go:196 level=error msg="collector failed" name=c err="no"'],
    ['a log of the VictoriaMetrics operator', '{"level":"error","ts":1683828177.63,"msg":"Reconciler error",'
      + '"controllerGroup":"operator.victoriametrics.com"}'],
    ['a log of an operator of Kubernetes', '{"level":"error","ts":1683828177.63,"msg":"Reconciler error","error":"x"}'],
    ['a log of Fluent Bit', '[2026/01/02 03:04:05] [error] [http_client] broken connection'],
    ['a log of TDengine', 'WAL ERROR vgId:3, since WAL file is corrupted'],
    ['a log of PostgreSQL', 'sh: running\n2026-01-02 03:04:05.5 UTC [56] ERROR: no database'],
  ])('%s', (name, line) => { expect(of(line).name).toBe(name); });

  it('stacks of goroutines in a journal, whose reason is not in it', () => {
    const line = (text: string): string => `Jan 02 03:04:05 h prometheus-1[330]: ${text}`;
    expect(of(
      line('goroutine 1 [chan receive, 5 minutes]:'), line('github.com/prometheus/prometheus/a.Run(0xc0, 0x8)'),
      line('#011/app/vendor/a/group.go:43 +0xed'), line('main.main()'),
    )).toEqual({
      name: 'stacks of the goroutines of a Go program (Prometheus)',
      interest: 'It has 1 goroutine: 1 in "chan receive". The longest wait is 5m, in "chan receive" in a.Run. '
        + 'If a crash printed them, its reason stood before the first one.',
    });
  });

  it('PostgreSQL: a worker that a signal ended, and one that only exits', () => {
    expect(of(
      '2026-01-02 03:04:05 CST [3278]: db=,user= LOG:  background worker "parallel worker" (PID 326) was terminated by '
        + 'signal 11: Segmentation fault',
      '2026-01-02 03:04:05 CST [3278]: db=,user= LOG:  terminating any other active server processes',
    ).interest).toBe('It crashed: a background worker "parallel worker" was terminated by signal 11: Segmentation '
      + 'fault. It ended all its other processes.');
    expect(of('[80] LOG:  background worker "job [7]" (PID 56) exited with exit code 1', '[80] LOG:  job 7 failed')
      .interest).toBe('Its background worker "job [7]" exited with exit code 1.');
  });

  it('ClickHouse: its version, and the signal that ended it', () => {
    const at = (rest: string): string => `2026.01.02 03:04:05.332896 [ 37 ] {} <Fatal> ${rest}`;
    expect(of(
      at(': Logical error: \'Part all_50_50_0 not found\'.'), at('BaseDaemon: ########'),
      at('BaseDaemon: (version 22.13.1.1, build id: 9A) (from thread 3507) Received signal Aborted (6)'),
    )).toEqual({
      name: 'a log of ClickHouse 22.13.1.1',
      interest: 'It crashed with signal Aborted (6). It said "Logical error: \'Part all_50_50_0 not found\'.".',
    });
  });
});
