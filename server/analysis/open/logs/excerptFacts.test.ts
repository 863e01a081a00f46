import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const factsOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

describe('facts of a text that leaves out lines', () => {
  it('InfluxDB: files that it read are not counted, their time is at least that between two lines', () => {
    const influx = (time: string, rest: string): string => `ts=2026-01-02T${time}Z lvl=info ${rest} engine=tsm1`;
    const file = (time: string, number: string): string =>
      influx(time, `msg="Reading file" service=cacheloader path=/wal/t/autogen/77/_${number}.wal size=10`);
    const end = influx('03:05:00', 'msg="TSM compaction (end)" op_name=tsm1_compact_group op_elapsed=6040.604ms');
    const files = [file('03:04:05', '00001'), file('03:04:20', '16508')];
    expect(factsOf(...files, end))
      .toMatch(/^It read the WAL of shard 77 into the cache, files 1 to 16508, within 15 s; the text shows 2/);
    expect(factsOf(files[0] ?? '', '\u2026', files[1] ?? '', '\u2026', end))
      .toMatch(/; the text shows 2 of them\. The text shows 1 TSM compaction, which took 6\.04 s\./);
  });

  it('Loki: the excerpt ends within the recovery, not the log', () => {
    const at = (second: number, text: string): string =>
      `level=info ts=2026-01-02T03:04:${second}Z caller=ingester.go:1 ${text}`;
    const lines = [at(10, 'msg="recovering from checkpoint"'), at(40, 'msg="recovering from WAL"')];
    expect(factsOf(...lines)).toContain('where the log ends');
    expect(factsOf(...lines, '[...]')).toContain('30 s after that began, where the excerpt ends.');
  });

  it('VictoriaMetrics: the lines do not show when its storage was opened', () => {
    const lines = ['build version: victoria-metrics-v1.93.0', 'command-line flags'].map((text) =>
      `2026-01-02T03:04:05.000Z\tinfo\tVictoriaMetrics/lib/logger/flag.go:1\t${text}`);
    expect(factsOf(...lines)).toContain('the log ends before its storage is opened.');
    expect(factsOf(...lines, '...')).toContain('the lines do not show when its storage was opened.');
  });
});

describe('a slow load of the configuration', () => {
  const done = (time: string, rest: string): string => `time=2026-01-02T${time}Z level=INFO source=main.go:1482 `
    + `msg="Completed loading of configuration file" ${rest} filename=/etc/prometheus.yml`;

  it('with its longest part, and what is in none of them', () => {
    const facts = factsOf(
      done('03:04:05', 'db_storage=6.053\u00b5s scrape=684.8ms rules=1.454693013s') + ' totalDuration=9.3s',
      done('03:00:00', 'scrape=39.5s notify=8.9s rules=1m46.8s') + ' totalDuration=2m54.970655246s',
      done('03:09:00', 'rules=1.4ms') + ' totalDuration=5ms',
    );
    expect(facts).toMatch(/^Loading the configuration took 2m 55s until 2026-01-02T03:00:00Z\. Its longest part is /);
    expect(facts).toContain('It took long 1 more time: 9.3 s until 2026-01-02T03:04:05Z.');
    expect(factsOf(done('03:04:05', 'scrape=684.8ms rules=1.5s') + ' totalDuration=9.3s'))
      .toContain('rules, 1.5 s; 7.12 s of it are in none of the parts listed.');
  });

  it('by the lines around it in a version that does not state it; never by one of them', () => {
    const begun = 'ts=2026-01-02T03:04:05Z caller=main.go:1 level=info msg="Loading configuration file" filename=p.yml';
    const end = 'ts=2026-01-02T03:04:12Z caller=main.go:1 level=info msg="Completed loading of configuration file"';
    const ready = 'ts=2026-01-02T03:04:12Z caller=main.go:1 level=info msg="Server is ready to receive web requests."';
    expect(factsOf(begun, end, ready)).toContain('Loading the configuration took 7 s until 2026-01-02T03:04:12Z.');
    expect(factsOf(end, ready)).not.toContain('Loading the configuration');
  });
});

describe('a trace of GC', () => {
  const gc = (number: number, at: string, heap: string): string =>
    `gc ${number} @${at}s 1%: 0.1+10+0.1 ms clock, 1+2/6/5+1 ms cpu, ${heap} MB, 4 MB goal, 8 P`;

  it('does not say that a heap is 0 B that is less than 1 MiB', () => {
    expect(factsOf(gc(1, '0.059', '4->4->1'), gc(2, '0.071', '3->3->0')))
      .toContain('The live heap is less than 2 MiB.');
    expect(factsOf(gc(1, '0.059', '4->4->0'), gc(2, '0.071', '3->3->0'))).toContain('The live heap is less than 1 MiB');
  });

  it('says whose lines they are below go run', () => {
    const lines = [gc(1, '0.059', '4->4->1'), gc(2, '0.071', '3->4->1'), '# command-line-arguments',
      gc(1, '0.005', '5->5->4'), 'Hello World!'];
    expect(factsOf('$ GODEBUG=gctrace=1 go run main.go', ...lines))
      .toMatch(/The first is the go command, the other its compiler or linker; the program itself shows no cycle\.$/);
    expect(factsOf(...lines.filter((line) => !line.startsWith('#')))).not.toContain('go command');
  });
});

it('a crash in a package of Go names the function of the program that called it', () => {
  const crash = (...frames: string[]): string | null => factsOf(
    'panic: runtime error: invalid memory address', '', 'goroutine 590 [running]:',
    ...frames.flatMap((frame) => [`${frame}(0x1, 0x2)`, '\t/src/x.go:12 +0x1d'])
  );
  const own = 'github.com/prometheus/prometheus/tsdb/chunks.(*ChunkDiskMapper).WriteChunk';
  expect(crash('bufio.(*Writer).Available', own))
    .toContain(', in bufio.(*Writer).Available, called by chunks.(*ChunkDiskMapper).WriteChunk.');
  expect(crash('net/http.(*conn).serve', 'main.main')).toContain(', in http.(*conn).serve, called by main.main.');
  expect(crash(own, 'bufio.(*Writer).Available')).toContain(', in chunks.(*ChunkDiskMapper).WriteChunk.');
});
