import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { goVersionIn, moduleVersion, startedAs } from './stackVersions.ts';

const of = (...lines: string[]): { name: string; program: string | null; interest: string | null } => {
  const { name, program, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, program, interest };
};

describe('the place of a crash', () => {
  const GO = '/usr/local/go1.9.3/src/runtime';
  const CRASH = [
    'fatal error: concurrent map writes', '', 'goroutine 8 [running]:', 'runtime.throw(0x12c5895, 0x15)',
    `\t${GO}/panic.go:605 +0x95 fp=0xc420037700`, 'example.org/shop/cart.Add.func1(0xc42007acf0, 0x17)',
    '\t/home/me/src/example.org/shop/cart/cart.go:12 +0x71 fp=0xc4200377c0', 'runtime.goexit()',
    `\t${GO}/asm_amd64.s:2337 +0x1`, 'created by example.org/shop/cart.Add',
    '\t/home/me/src/example.org/shop/cart/cart.go:11 +0xa1',
  ];

  it('is the file and line of the first frame that is not of the runtime, and what began the goroutine', () => {
    expect(of(...CRASH)).toEqual({
      name: 'the output of a Go 1.9.3 program that crashed', program: 'Go',
      interest: 'It crashed with "fatal error: concurrent map writes", in cart.Add.func1. The crash is at cart.go:12 '
        + '(cart.Add.func1), in a goroutine that cart.Add created at cart.go:11. Two goroutines of the program '
        + 'used a map at the same time, which is an error in its code: look for a newer version, and report it with '
        + 'the whole stack.',
    });
  });

  it('names the code of the program that reached a library, also in the lines of docker compose', () => {
    const { interest } = of(...[
      'panic: runtime error: invalid memory address or nil pointer dereference', 'goroutine 590 [running]:',
      'bufio.(*Writer).Available(...)', '\t/usr/local/go/src/bufio/bufio.go:624',
      'example.net/file.(*Log).Flush(0x1)', '\t/go/pkg/mod/example.net/file@v1.2.3/log.go:7 +0x1',
      'main.(*Store).write(0x3d39b90, 0x145c, ...)', '\t/app/store.go:291 +0x54c',
      'created by main.main in goroutine 1', '\t/app/main.go:9 +0x268', '', 'goroutine 1 [select]:', 'main.main()',
      '\t/app/main.go:20 +0x1',
    ].map((line) => `store-1  | ${line}`));
    expect(interest).toContain('The crash is at bufio.go:624 (bufio.(*Writer).Available), reached from store.go:291 '
      + '(main.(*Store).write), in a goroutine that main.main created at main.go:9.');
  });

  it('of a request, which does not end the server', () => {
    expect(of(
      '2026/02/02 10:00:00 http: panic serving 10.0.0.1:5123: runtime error: index out of range [1]',
      'goroutine 77 [running]:',
      'net/http.(*conn).serve.func1()', '\t/usr/lib/go-1.19/src/net/http/server.go:1850 +0xbf',
      'panic({0x7a1f00, 0xb2f3c0})', '\t/usr/lib/go-1.19/src/runtime/panic.go:890 +0x262',
      'main.(*api).list(0xc00)', '\t/srv/api/list.go:33 +0x2a', 'created by net/http.(*Server).Serve',
      '\t/usr/lib/go-1.19/src/net/http/server.go:3102 +0x4db',
    )).toMatchObject({
      name: 'stacks of the goroutines of a Go 1.19 program',
      interest: 'A request panicked, and the server ran on: "runtime error: index out of range [1]". The crash is at '
        + 'list.go:33 (main.(*api).list).',
    });
  });

  it('is not stated without a file, or for the frames above the last call of panic', () => {
    expect(of('panic: x', '', 'goroutine 1 [running]:', 'main.f(0x1)').interest).toBe('It crashed with "panic: x", in '
      + 'main.f.');
    expect(of(
      'panic: x [recovered]', '', 'goroutine 1 [running]:', 'main.report(0x1)', '\t/app/report.go:1 +0x1',
      'panic({0x1, 0x2})', '\t/usr/local/go/src/runtime/panic.go:884 +0x1', 'main.work()', '\t/app/work.go:5 +0x1',
    ).interest).toContain('The crash is at work.go:5 (main.work).');
  });
});

describe('versions in the paths of a stack', () => {
  it.each([
    ['/usr/local/go1.9.3/src/runtime/panic.go:605', '1.9.3'],
    ['/usr/local/Cellar/go/1.9.3/libexec/src/runtime/panic.go:605', '1.9.3'],
    ['/opt/hostedtoolcache/go/1.21.13/x64/src/runtime/panic.go:1', '1.21.13'],
    ['/root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.22.1.linux-amd64/src/runtime/panic.go:1', '1.22.1'],
    ['/usr/lib/go-1.19/src/runtime/panic.go:1', '1.19'],
    ['/nix/store/0a1b-go-1.20.4/share/go/src/runtime/panic.go:1', '1.20.4'],
    ['/usr/local/go/src/runtime/panic.go:605', undefined],
    ['/root/go/pkg/mod/example.org/a@v1.2.3/a.go:1', undefined],
  ])('of Go: %s', (path, version) => { expect(goVersionIn(path)).toBe(version); });

  it.each([
    ['OpenTelemetry Collector', '/go/pkg/mod/go.opentelemetry.io/collector@v0.48.0/service/a.go:1', '0.48.0'],
    ['OpenTelemetry Collector', '/go/pkg/mod/go.opentelemetry.io/collector/exporter@v0.96.0/a.go:1', '0.96.0'],
    ['Prometheus', '/go/pkg/mod/github.com/prometheus/prometheus@v0.47.2/tsdb/a.go:1', '2.47.2'],
    ['Prometheus', '/go/pkg/mod/github.com/prometheus/prometheus@v0.304.1/tsdb/a.go:1', '3.4.1'],
    ['Prometheus', '/go/pkg/mod/github.com/prometheus/prometheus@v1.8.2-0.20211119115433-692a5/a.go:1', undefined],
    ['Loki', 'github.com/grafana/loki/v3/pkg/loki.(*Loki).Run', '3.x'],
    ['etcd', 'go.etcd.io/etcd/server/v3/etcdserver.(*EtcdServer).run(0x1)', '3.x'],
    ['Prometheus', 'github.com/prometheus/prometheus/tsdb.(*Head).foo(0x1)', undefined],
    ['a program with a bbolt file', 'go.etcd.io/bbolt@v1.3.6/db.go:1', undefined],
  ])('of %s: %s', (program, path, version) => { expect(moduleVersion(program, path)).toBe(version); });

  it.each([
    ['Grafana', 'logger=settings t=2026-01-02T03:04:05Z level=info msg="Starting Grafana" version=10.1.0 commit=ff',
      '10.1.0'],
    ['the Prometheus Operator', 'level=info msg="Starting Prometheus Operator" version="(version=0.68.0, branch=x)"',
      '0.68.0'],
    ['Kapacitor', 'lvl=info msg="kapacitor starting" service=run version=1.7.6 branch=HEAD', '1.7.6'],
    ['Prometheus', 'level=info msg="Starting node_exporter" version="(version=1.6.0, branch=HEAD)"', undefined],
    ['Prometheus', 'level=info msg="Starting prometheus-config-reloader" version="(version=0.68.0, x)"', undefined],
    ['Prometheus', 'level=info msg="Starting Prometheus Operator" version="(version=0.68.0, branch=x)"', undefined],
  ])('that %s states as it starts', (program, line, version) => { expect(startedAs(program, line)).toBe(version); });

  it('are in the name', () => {
    expect(of('level=error ts=2026-01-02T03:04:05Z caller=log.go:3 msg="error running loki" err="no\\n'
      + 'github.com/grafana/loki/v3/pkg/loki.(*Loki).Run\\n\\t/src/loki.go:1"').name).toBe('a log of Loki 3.x');
  });
});

describe('names of docker compose', () => {
  it('name the programs, each with the version that it states as it starts, and how they ended', () => {
    const at = 'ts=2026-01-02T03:04:05Z';
    const { name, program, interest } = of(
      `kapacitor_1   | ${at} lvl=info msg="kapacitor starting" service=run version=1.7.6 branch=HEAD`,
      `kapacitor_1   | ${at} lvl=error msg="encountered error" service=run err="open /a/id: permission denied"`,
      'box_kapacitor_1 exited with code 1',
      `chronograf-1  | ${at} level=error msg="no database: open /b/c.db: permission denied"`,
      'box_chronograf-1 exited with code 1',
    );
    expect(name).toBe('a log of Kapacitor 1.7.6, with lines of Chronograf, in docker compose lines');
    expect(program).toBe('Kapacitor');
    expect(interest).toMatch(/^It ended with exit code 1: it logged the error "encountered error" .* owner and mode/);
    expect(interest).toMatch(/ Chronograf ended with exit code 1: it logged the error "no database: open /);
  });

  it('put another container that ended before the errors of a program that is known', () => {
    const lines = [
      'grafana-1  | logger=settings t=2026-01-02T03:04:05Z level=info msg="Starting Grafana" version=10.4.2 commit=a',
      'grafana-1  | logger=tsdb t=2026-01-02T03:04:06Z level=error msg="no answer" error="connection refused"',
    ];
    const { name, interest } = of(...lines, 'loki-1 exited with code 1', 'grafana-1 exited with code 2');
    expect(name).toBe('a log of Grafana 10.4.2');
    expect(interest).toMatch(/^The container loki-1 exited with code 1\. It logged the error "no answer" /);
    expect(interest).not.toContain('grafana-1');
    expect(of(...lines, 'loki-1 exited with code 1', 'loki-1 exited with code 1 (restarting)').interest)
      .toMatch(/^The container loki-1 exited 2 times with code 1\./);
  });

  it('name the only program', () => {
    expect(of('kapacitor-1  | ts=2026-01-02T03:04:05Z lvl=info msg="kapacitor starting" version=1.7.6').name)
      .toBe('a log of Kapacitor 1.7.6 in docker compose lines');
  });
});
