import { describe, expect, it } from 'vitest';
import { recognize } from './recognize.ts';

const factsOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

describe('what logs of other programs say', () => {
  it('gctrace: the share of GC, the live heap, and that there are several processes', () => {
    const facts = factsOf(
      'gc 1 @1.000s 1%: 0.1+10+0.1 ms clock, 10+20/60/5+10 ms cpu, 90->95->90 MB, 100 MB goal, 4 P',
      'listening on :80',
      'gc 2 @1.990s 1%: 0.1+9.8+0.1 ms clock, 10+20/60/5+10 ms cpu, 180->185->95 MB, 180 MB goal, 4 P',
      'gc 1 @0.010s 1%: 0.1+10+0.1 ms clock, 1+2/6/5+1 ms cpu, 16->16->16 MB, 17 MB goal, 4 P',
    );
    // 2 cycles of 100 ms without idle workers, in 2 s.
    expect(facts).toMatch(/^GC takes 0\.100 cores, 2\.50 % of 4 P\. There are 2 GC cycles in 2 s, with 200 ms of CPU/);
    expect(facts).toContain('The live heap is 90 MiB to 95 MiB, and the heap goal 2.0 times');
    expect(facts).toContain('the lines are of 2 processes');
  });

  it('the Collector: collections that its memory limiter forces, whatever the order of the lines', () => {
    const line = (ts: number, msg: string, mib: number): string =>
      JSON.stringify({ level: 'info', ts, caller: 'memorylimiter/memorylimiter.go:1', msg, cur_mem_mib: mib });
    const lines = [0, 30, 60].flatMap((at) => [
      line(1_700_000_000 + at, 'Memory usage is above soft limit. Forcing a GC.', 800),
      line(1_700_000_001 + at, 'Memory usage after GC.', 200),
    ]);
    const said = /^The memory limiter forces a garbage collection every 30 s\. There are 3 .* 75 % of it is garbage/;
    expect(factsOf(...lines)).toMatch(said);
    expect(factsOf(...lines.toReversed())).toMatch(said);
  });

  it('VictoriaMetrics: how it ended and how long it took to open; a line that is repeated counts once', () => {
    const lines = [
      '2026-01-02T03:04:05.000Z\tpanic\tVictoriaMetrics/lib/storage/table.go:3\tFATAL: cannot close',
      '2026-01-02T03:04:05.000Z\tinfo\tVictoriaMetrics/lib/logger/flag.go:1\tbuild version: victoria-metrics-v1.93.0',
      '2026-01-02T03:04:20.000Z\tinfo\tVictoriaMetrics/app/x.go:1\tsuccessfully opened storage "/d" in 12.5 seconds; x',
    ];
    const facts = factsOf(...lines.flatMap((line) => [line, line]));
    expect(facts).toMatch(/^It ended at 2026-01-02T03:04:05\.000Z with "FATAL: cannot close"\. /);
    expect(facts).toContain('It opened its storage in 12.5 s (until 2026-01-02T03:04:20.000Z).');
    expect(facts).toMatch(/no WAL replay\. Lines that are repeated count once\.$/);
  });

  it('the kernel and systemd: what was killed', () => {
    expect(factsOf(
      'Jan 02 03:04:05 h kernel: Out of memory: Killed process 77 (prometheus) total-vm:9kB, anon-rss:2097152kB',
      'Jan 02 03:04:05 h systemd[1]: prometheus.service: Main process exited, code=killed, status=9/KILL',
    )).toBe('The kernel killed prometheus (pid 77, 2.00 GiB resident) because memory ran out. '
      + 'systemd: prometheus killed, status 9/KILL.');
  });

  it('whatever program: a panic, and an error that is repeated', () => {
    expect(factsOf('time=2026-01-02T03:04:05Z level=info msg=hello', 'panic: out of luck', 'goroutine 1 [running]:'))
      .toBe('It crashed with "panic: out of luck".');
    const failed = (minute: number): string => `ts=2026-01-02T03:0${minute}:00Z caller=compact.go:5 level=error `
      + 'msg="retriable error" err="write /data/compact/1: no space left on device"';
    expect(factsOf(failed(5), failed(0))).toBe(
      'The error "retriable error" is repeated every 5m (2 times). '
        + 'The cause given is "write /data/compact/1: no space left on device".'
    );
  });

  it('nothing where there is nothing', () => {
    expect(factsOf('time=2026-01-02T03:04:05Z level=info msg="all is well"')).toBeNull();
  });
});
