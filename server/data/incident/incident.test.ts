import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Redactor } from './redaction.ts';
import { SampleLineReader, type ReadScrape } from './readSampleLines.ts';
import { SampleLineWriter, type LineScrape } from './sampleLines.ts';

const T = 1_763_650_800_000;
const scrape = (at: number, error: LineScrape['error'] = null): LineScrape => (
  { startMs: T + at, durationSeconds: 0.1, status: error === null ? 200 : 0, bytes: 10, error, repeated: false }
);
const DOWN = { kind: 'timeout', message: 'No answer in time.' } as const;

function readAll(
  lines: readonly (string | null)[], limits?: { values: number; series: number }
): (ReadScrape | string)[] {
  const reader = new SampleLineReader(limits);
  return lines.filter((line) => line !== null).map((line) => reader.read(line)).filter((read) => read !== null);
}

describe('sample lines', () => {
  it('carry values forward, over failures too, and give back what is gone or special exactly', () => {
    const writer = new SampleLineWriter();
    const { ids: [a = -1, b = -1, ready = -1], line } = writer.declare([
      { name: 'a', labels: {}, extra: false }, { name: 'b', labels: { x: '1' }, extra: false },
      { name: 'ready', labels: {}, extra: true },
    ]);
    const lines = [
      line,
      writer.scrape(scrape(0), [{ id: a, value: 1 }, { id: b, value: NaN }, { id: ready, value: 1 }]),
      writer.scrape(scrape(1), [{ id: a, value: 1 }, { id: b, value: NaN }, { id: ready, value: 1 }]),
      writer.scrape(scrape(2, DOWN), [{ id: ready, value: 0 }]),
      writer.scrape(scrape(3, DOWN), []),
      writer.scrape(scrape(4), [{ id: a, value: -0 }, { id: b, value: Infinity }]),
      writer.scrape(scrape(5), [{ id: b, value: -Infinity }]),
    ];
    // What does not change takes no room.
    expect(lines[2]).toBe(`{"t":${T + 1},"d":0.1,"s":200,"b":10}`);
    const seen = readAll(lines).map((read) => {
      if (typeof read === 'string') throw new Error(read);
      return [
        read.own === null ? null : read.own.series.map(({ name }, i) => [name, read.own?.values[i]]),
        read.extras.values,
      ];
    });
    expect(seen).toEqual([
      [[['a', 1], ['b', NaN]], [1]], [[['a', 1], ['b', NaN]], [1]], [null, [0]], [null, []],
      [[['a', -0], ['b', Infinity]], []], [[['b', -Infinity]], []],
    ]);
    expect(writer.valueCount).toBe(3 + 3 + 1 + 0 + 2 + 1);
  });

  it('are those that docs/incident-file.md shows', () => {
    const writer = new SampleLineWriter();
    const t = 1_763_650_000_000;
    const { ids: [goroutines = -1, up = -1], line } = writer.declare(
      [{ name: 'go_goroutines', labels: {}, extra: false }, { name: 'up', labels: { job: 'x' }, extra: false }]
    );
    const good = { status: 200, bytes: 5123, error: null, repeated: false };
    const lines = [
      line,
      writer.scrape(
        { ...good, startMs: t, durationSeconds: 0.012 }, [{ id: goroutines, value: 41 }, { id: up, value: 1 }]
      ),
      writer.scrape(
        { ...good, startMs: t + 1000, durationSeconds: 0.011 }, [{ id: goroutines, value: 42 }, { id: up, value: 1 }]
      ),
      writer.scrape(
        {
          startMs: t + 2000, durationSeconds: 1, status: 0, bytes: 0, error: { kind: 'timeout', message: '...' },
          repeated: false,
        },
        []
      ),
      writer.scrape(
        { ...good, startMs: t + 3000, durationSeconds: 0.01, bytes: 5001 }, [{ id: goroutines, value: 42 }]
      ),
    ];
    const page = readFileSync(new URL('../../../docs/incident-file.md', import.meta.url), 'utf8');
    expect(page.split('\n').filter((shown) => shown.startsWith('{"')).map((shown) => shown.split(/ {2,}/)[0]))
      .toEqual(lines);
  });

  const series = '{"series":[["a",{},0]]}';
  it.each([
    ['what is no JSON', ['{'], /not a JSON object/],
    ['a list', ['[1]'], /not a JSON object/],
    ['a series without a name', ['{"series":[["",{},0]]}'], /has no name/],
    ['a series that stands twice', ['{"series":[["a",{},0],["a",{},0]]}'], /"a" stands twice/],
    [
      'a label that would change every object',
      ['{"series":[["a",{"__proto__":"x"},0]]}'.replace('"__proto__"', '"\\u005f_proto__"')], /may not be a label name/,
    ],
    [
      'a value of no series', [series, `{"t":${T},"d":0,"s":200,"b":0,"v":[1,5]}`],
      /"v" names a series that is not declared/,
    ],
    ['a value that is none', [series, `{"t":${T},"d":0,"s":200,"b":0,"v":[0,"five"]}`], /no number/],
    ['half a pair', [series, `{"t":${T},"d":0,"s":200,"b":0,"v":[0]}`], /no list of pairs/],
    ['a time in seconds', [`{"t":${T / 1000},"d":0,"s":200,"b":0}`], /"t" is no time in milliseconds/],
    [
      'a time that goes back', [`{"t":${T},"d":0,"s":200,"b":0}`, `{"t":${T},"d":0,"s":200,"b":0}`],
      /not later than that of the scrape before/,
    ],
    [
      'an error of an unknown kind', [`{"t":${T},"d":0,"s":0,"b":0,"e":["toString","x"]}`],
      /"e" is no \[kind, sentence\]/,
    ],
    ['a negative duration', [`{"t":${T},"d":-1,"s":200,"b":0}`], /"d" is no duration/],
  ])('refuse %s in words', (_what, lines, sentence) => {
    expect(readAll(lines).at(-1)).toMatch(sentence);
  });

  it('are bounded by what they stand for, however few bytes say it', () => {
    const many = `{"series":${JSON.stringify(Array.from({ length: 50 }, (_, i) => [`s${i}`, {}, 0]))}}`;
    const values = JSON.stringify(Array.from({ length: 50 }, (_, i) => [i, 1]).flat());
    const first = `{"t":${T},"d":0,"s":200,"b":0,"v":${values}}`;
    const rest = Array.from({ length: 10 }, (_, i) => `{"t":${T + 1 + i},"d":0,"s":200,"b":0}`);
    expect(readAll([many, first, ...rest], { values: 500, series: 100 }).at(-1))
      .toMatch(/stands for more than 500 values/);
    expect(readAll([many], { values: 500, series: 40 }).at(-1)).toMatch(/more than 40 series/);
  });
});

describe('redaction', () => {
  it('takes credentials out of any text, and says so', () => {
    const redactor = new Redactor(true);
    expect(redactor.text('password=hunter2 user=x')).toBe('password=(redacted) user=x');
    expect(redactor.told()).toEqual(['credentials inside texts and addresses']);
  });

  it('keeps series apart whose hidden values differed, and together those whose did not', () => {
    const redactor = new Redactor(false);
    const hidden = ['/bin/a --x', '/bin/b', '/bin/a --x'].map((cmdline) => redactor.labels({ job: 'j', cmdline }));
    expect(hidden).toEqual(
      [{ job: 'j', cmdline: 'redacted-1' }, { job: 'j', cmdline: 'redacted-2' }, { job: 'j', cmdline: 'redacted-1' }]
    );
    const labels = { job: 'j', quantile: '0.99' };
    expect(redactor.labels(labels)).toBe(labels);
    expect(new Redactor(true).labels({ cmdline: '/bin/a', session_token: 'x' }))
      .toEqual({ cmdline: '/bin/a', session_token: 'redacted-1' });
  });

  it('keeps the number and names of flags, and the values that panels rest on', () => {
    const flags = {
      'storage.tsdb.retention.time': '15d', 'storage.tsdb.max-block-duration': '1d12h',
      'storage.tsdb.retention.size': '1.5GB', 'query.limits': '10,2m,50%', 'storage.tsdb.wal-segment-size': '10MB',
      'enable-feature': 'a,b', 'web.enable-lifecycle': 'true', 'storage.tsdb.path': '/srv/x',
      'web.external-url': 'http://u:p@h/', 'web.auth-token': '12', 'query.max': '',
    };
    expect(new Redactor(false).facts({ flags }).flags).toEqual(
      { ...flags, 'storage.tsdb.path': '(redacted)', 'web.external-url': '(redacted)', 'web.auth-token': '(redacted)' }
    );
    expect(new Redactor(true).facts({ flags }).flags)
      .toEqual({ ...flags, 'web.external-url': 'http://h/', 'web.auth-token': '(redacted)' });
  });

  it('takes addresses, and what only begins like a number, for no number', () => {
    for (const value of ['10.0.0.1', '9f8e7d6c5b4a', '10.0.0.1:9090', '5min', '1d-x'])
      expect(new Redactor(false).facts({ flags: { x: value } }).flags).toEqual({ x: '(redacted)' });
  });

  it('leaves configured labels that look like credentials out altogether, also when command lines are kept', () => {
    const redactor = new Redactor(true);
    expect(redactor.configuredLabels({ region: 'eu', api_key: 'x', scrape_password: 'y' })).toEqual({ region: 'eu' });
    expect(redactor.told()).toEqual(['the configured label "api_key"', 'the configured label "scrape_password"']);
  });
});
