import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpositionParser, parseExposition } from './parseExposition.ts';
import { renderExposition } from '../renderExposition.ts';
import { escapeText, unescapeText } from '../seriesKey.ts';
import type { ParsedSample } from '../series.ts';

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
const sample = (name: string, value: number, labels: Record<string, string> = {}, timestampMs?: number): ParsedSample =>
  timestampMs === undefined ? { name, labels, value } : { name, labels, value, timestampMs };

describe('lines that hold a sample', () => {
  const cases: [string, string, ParsedSample][] = [
    ['a bare name', 'up 1', sample('up', 1)],
    ['labels without blanks', 'a{x="1",y="2"} 3', sample('a', 3, { x: '1', y: '2' })],
    [
      'labels separated by ", " as VictoriaMetrics writes them', 'vm_rows{type="a", addr=":8"} 3',
      sample('vm_rows', 3, { type: 'a', addr: ':8' }),
    ],
    ['a trailing comma', 'a{x="1",} 3', sample('a', 3, { x: '1' })],
    ['empty braces', 'a{} 3', sample('a', 3)],
    ['blanks and tabs wherever they may be', '\t a { x = "1" , y = "2" }\t 3 ', sample('a', 3, { x: '1', y: '2' })],
    ['the three escapes', 'a{x="b\\\\s \\"q\\" n\\nl"} 1', sample('a', 1, { x: 'b\\s "q" n\nl' })],
    ['an unknown escape, kept as it stands', 'a{x="\\d"} 1', sample('a', 1, { x: '\\d' })],
    ['an escaped backslash before the closing quote', 'a{x="c:\\\\"} 1', sample('a', 1, { x: 'c:\\' })],
    [
      'braces, hash, comma and blanks inside a value', 'a{x="{y=\\"z\\"}, # } "} 1',
      sample('a', 1, { x: '{y="z"}, # } ' }),
    ],
    ['an empty label value, which equals no label', 'a{x="",y="2"} 1', sample('a', 1, { y: '2' })],
    ['letters beyond ASCII in a value', 'a{x="grün €"} 1', sample('a', 1, { x: 'grün €' })],
    ['NaN', 'a NaN', sample('a', NaN)],
    ['+Inf', 'a +Inf', sample('a', Infinity)],
    ['-Inf', 'a -Inf', sample('a', -Infinity)],
    ['lower-case inf', 'a inf', sample('a', Infinity)],
    ['an exponent', 'a 1.7951923219045255e+09', sample('a', 1.7951923219045255e9)],
    ['a small exponent', 'a 2.2e-05', sample('a', 2.2e-5)],
    ['the largest uint64', 'a 1.8446744073709552e+19', sample('a', 18446744073709552000)],
    ['the smallest int64', 'a -9.223372036854776e+18', sample('a', -9223372036854776000)],
    ['sixteen digits', 'a 9007199254740993', sample('a', 9007199254740992)],
    ['leading zeros and a plus', 'a +007', sample('a', 7)],
    ['a timestamp in ms', 'a 1 1395066363000', sample('a', 1, {}, 1395066363000)],
    ['a negative timestamp', 'a 1 -3982045', sample('a', 1, {}, -3982045)],
    ['a quoted metric name', '{"my.name",a="b"} 1', sample('my.name', 1, { a: 'b' })],
    ['a quoted metric name alone', '{"my.name"} 1', sample('my.name', 1)],
    ['a quoted label name', 'a{"my.label"="b"} 1', sample('a', 1, { 'my.label': 'b' })],
    ['a value right after the brace', 'a{x="1"}2', sample('a', 2, { x: '1' })],
    [
      'an exemplar, dropped', 'a_bucket{le="1"} 3 # {trace_id="x y"} 0.67 1395066363.5',
      sample('a_bucket', 3, { le: '1' }),
    ],
  ];
  it.each(cases)('%s', (_sentence, line, expected) => {
    const whole = parseExposition(`${line}\n`);
    expect(whole).toEqual({ samples: [expected], badLines: [], badLineCount: 0, error: null });
    expect(parseExposition(Buffer.from(`\uFEFF${line}\r\n`)).samples).toEqual([expected]);
  });

  it('reads OpenMetrics timestamps as seconds, with and without an exemplar', () => {
    const body = '# TYPE a counter\na_total 5 1520879607.789 # {id="1"} 1 2\nb 2\n# EOF\n';
    const expected = [sample('a_total', 5, {}, 1520879607789), sample('b', 2)];
    expect(parseExposition(body, OPEN_METRICS)).toMatchObject({ samples: expected, badLineCount: 0 });
    expect(parseExposition(body).samples).toEqual(expected);
    expect(parseExposition(body, 'text/plain; version=0.0.4').samples[0]?.timestampMs).toBe(1520879607.789);
  });

  it('keeps the order of lines and passes over comments, blank lines and unknown TYPE lines', () => {
    const body = '# HELP b x "y" {\n# TYPE b frobnicator\n\n   \nb 1\n# anything\n#\na 2\n';
    expect(parseExposition(body).samples).toEqual([sample('b', 1), sample('a', 2)]);
  });
});

describe('lines that are reported and skipped', () => {
  const cases: [string, string, RegExp][] = [
    ['no value', 'a', /no value after "a"/],
    ['no value after labels', 'a{x="1"}', /no value/],
    ['a word for a value', 'a one', /value "one" is not a number/],
    ['a hexadecimal value', 'a 0x10', /not a number/],
    ['a value beyond a float64', 'a 1e400', /not a number/],
    ['a name that starts with a digit', '9a 1', /"9a" is no metric name/],
    ['a label without quotes', 'a{x=1} 1', /not quoted/],
    ['a label without =', 'a{x} 1', /"=" is missing/],
    ['a brace never closed', 'a{x="1" 1', /not closed/],
    ['a quote never closed', 'a{x="1} 1', /not closed/],
    ['no comma between labels', 'a{x="1"y="2"} 1', /missing between labels/],
    ['a label twice', 'a{x="1",x="2"} 1', /stands twice/],
    ['two metric names', 'a{"b"} 1', /name stands twice/],
    ['no metric name', '{x="1"} 1', /name is missing/],
    ['a label called __proto__', 'a{__proto__="1"} 1', /may not be a label/],
    ['a timestamp that is none', 'a 1 now', /timestamp "now"/],
    ['text after the timestamp', 'a 1 2 3', /too much/],
    [
      'a series that was there already, its labels in another order', 'ok{b="2",a="1"} 7',
      /stands twice, the first is kept/,
    ],
    ['a line far too long', `a{x="${'y'.repeat(70_000)}"} 1`, /longer than/],
    ['control characters', '\u0000\u0001 1', /no metric name/],
  ];
  it.each(cases)('%s', (_sentence, line, message) => {
    const { samples, badLines, error } = parseExposition(`# x\nok{a="1",b="2"} 1\n${line}\r\nlast 2\n`);
    expect(error).toBeNull();
    expect(samples).toEqual([sample('ok', 1, { a: '1', b: '2' }), sample('last', 2)]);
    expect(badLines).toEqual([{ line: 3, message: expect.stringMatching(message) as string }]);
  });

  it('counts every bad line and keeps the first 20', () => {
    const { badLines, badLineCount, samples } = parseExposition(`${'?\n'.repeat(30)}a 1\n`);
    expect([badLines.length, badLineCount, samples.length]).toEqual([20, 30, 1]);
  });

  it('does not trust a last line without line feed: its number may be cut off', () => {
    expect(parseExposition('a 1\nb 12')).toMatchObject({ samples: [sample('a', 1)], badLines: [{ line: 2 }] });
  });

  it('says when OpenMetrics ends without # EOF, or goes on after it', () => {
    expect(parseExposition('a 1\n', OPEN_METRICS).badLines[0]?.message).toMatch(/without # EOF/);
    expect(parseExposition('a 1\n# EOF\nb 1\n', OPEN_METRICS))
      .toMatchObject({ samples: [{ name: 'a' }], badLines: [{ line: 3 }] });
  });
});

describe('bodies without samples', () => {
  const cases: [string, string, RegExp][] = [
    ['nothing', '', /the answer is empty/],
    ['blank lines', '\n \n', /the answer is empty/],
    ['an HTML page', '<!doctype html>\n<p>\nfoo 1\n', /HTML or XML page/],
    ['JSON', '{"status":"error"}', /JSON/],
    ['prose', 'Service Unavailable\n', /line 1, value "Unavailable" is not a number/],
    ['only comments', '# HELP a b\n', /only comments/],
    ['binary data', '\u0000\u0001\u0002', /binary data/],
    ['a gzip stream', '\u001F\u008B\u0008', /compressed/],
  ];
  it.each(cases)('%s', (_sentence, body, message) => {
    expect(parseExposition(body)).toMatchObject({ samples: [], error: expect.stringMatching(message) as string });
    expect(parseExposition(Buffer.from(body)).samples).toEqual([]);
  });

  it('refuses a body with too many samples as a whole', () => {
    const parsed = new ExpositionParser({ maxSamples: 2 }).parse('a 1\nb 1\nc 1\n');
    expect(parsed).toMatchObject({ series: [], error: expect.stringMatching(/More than 2 samples/) as string });
    expect(parsed.values).toHaveLength(0);
  });

  it('remembers nothing of a body it refused', () => {
    const parser = new ExpositionParser({ maxSamples: 10, spareSeries: 5 });
    parser.parse(Array.from({ length: 11 }, (_none, index) => `a${index} 1\n`).join(''));
    expect(parser.rememberedSeries).toBe(0);
    expect(parser.parse('a1 1\n').series).toHaveLength(1);
  });

  it('gives 10 MB of junk up after as many bad lines as samples are allowed, and keeps nothing of it', () => {
    const parser = new ExpositionParser();
    const junk = Buffer.from('lorem{ipsum dolor sit amet\n'.repeat(400_000));
    expect(parser.parse(junk))
      .toMatchObject({ series: [], error: expect.stringMatching(/More than 250000 lines/) as string });
    expect(parser.rememberedSeries).toBe(0);
  });
});

describe('a parser used scrape after scrape', () => {
  it('gives back the same series object, whatever the order of lines and labels', () => {
    const parser = new ExpositionParser();
    const first = parser.parse('a{x="1",y="2"} 1\nab 2\nb 3\n');
    const second = parser.parse('b 30\na{y="2",x="1"} 10\nab 20\nabc 40\n');
    expect(second.series[0]).toBe(first.series[2]);
    expect(second.series[1]).toBe(first.series[0]);
    expect(second.series[2]).toBe(first.series[1]);
    expect([...second.values]).toEqual([30, 10, 20, 40]);
    expect([...first.values]).toEqual([1, 2, 3]);
  });

  it('does not take a name for the beginning of another', () => {
    const parser = new ExpositionParser();
    parser.parse('a 1\nb 2\n');
    const next = parser.parse('a 1\nb {x="1"} 3\nbc 4\n');
    expect(next.series.map(({ key }) => key)).toEqual(['a', 'b{x="1"}', 'bc']);
  });

  it('forgets series that stay away, so that ever new labels cost bounded memory', () => {
    const parser = new ExpositionParser({ spareSeries: 100 });
    for (let scrape = 0; scrape < 50; scrape += 1) {
      const lines = Array.from(
        { length: 100 }, (_none, index) => `a{id="${scrape}-${index}"} 1\nstable{x="1",${' '.repeat(scrape)}} 1\n`
      );
      expect(parser.parse(lines.join('')).series).toHaveLength(101);
      expect(parser.rememberedSeries).toBeLessThanOrEqual(400);
    }
  });

  it('reads a body of several pieces like one text, letters of several bytes on the seams too', () => {
    const body = Array.from(
      { length: 60_000 }, (_none, index) => `größe{id="${index}"} ${index}\nname{id="ü€${index}"} ${index}.5\n`
    ).join('');
    const parsed = new ExpositionParser().parse(Buffer.from(body));
    expect(parsed.series).toHaveLength(60_000);
    expect(parsed.badLines[0]).toMatchObject({ line: 1 });
    expect(parsed.badLineCount).toBe(60_000);
    expect(parsed.series[59_999]?.labels).toEqual({ id: 'ü€59999' });
  });

  it('skips a line of several MiB and reads on, with the right line numbers', () => {
    const body = Buffer.from(`a 1\nb{x="${'y'.repeat(3 << 20)}"} 2\nc 3\n? 4\n`);
    const parsed = new ExpositionParser().parse(body);
    expect(parsed.series.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(parsed.badLines.map(({ line }) => line)).toEqual([2, 4]);
  });
});

describe('what is rendered reads back equal', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', '\\', '\n', '{', '}', ',', ' ', '=', '#', 'n', 'é', '€'),
      fc.string({ minLength: 1, maxLength: 1 })
    ),
    maxLength: 12,
  });
  const name = fc.oneof(fc.stringMatching(/^[a-zA-Z_:][a-zA-Z0-9_:]{0,10}$/), text.filter((value) => value !== ''));
  const labelName = fc.oneof(fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,10}$/), text)
    .filter((value) => !['', '__name__', '__proto__'].includes(value));
  const labels = fc.dictionary(labelName, text.filter((value) => value !== ''), { maxKeys: 4, noNullPrototype: true });
  const value = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(NaN, Infinity, -Infinity, -0));
  const samples = fc.uniqueArray(
    fc.record(
      { name, labels, value, timestampMs: fc.option(fc.integer({ min: -1e12, max: 1e13 }), { nil: undefined }) }
    ),
    { selector: (one) => JSON.stringify([one.name, Object.entries(one.labels).sort()]), minLength: 1, maxLength: 8 });

  it('for any names, labels, values and timestamps', () => {
    fc.assert(fc.property(samples, (given) => {
      const body = renderExposition(given);
      const { samples: back, badLines, error } = parseExposition(body, 'text/plain; version=0.0.4');
      expect([badLines, error]).toEqual([[], null]);
      expect(
        back
      ).toEqual(given.map(({ timestampMs, ...rest }) => (timestampMs === undefined ? rest : { ...rest, timestampMs })));
    }));
  });

  it('for a parser that has read any other body before', () => {
    fc.assert(fc.property(samples, samples, (before, given) => {
      const parser = new ExpositionParser();
      parser.parse(renderExposition(before), 'text/plain; version=0.0.4');
      const parsed = parser.parse(Buffer.from(renderExposition(given)), 'text/plain; version=0.0.4');
      expect(parsed.series.map(({ labels: own }) => own)).toEqual(given.map(({ labels: own }) => own));
      expect([...parsed.values]).toEqual(given.map((one) => one.value));
    }));
  });

  it('and never throws, whatever the body', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), text, fc.uint8Array()), (body) => {
      const parsed = new ExpositionParser().parse(body);
      expect(parsed.values).toHaveLength(parsed.series.length);
    }));
  });
});

it('a long text with escapes is read and written as a short one, piece by piece', () => {
  const piece = fc.constantFrom('\\', '"', 'n', '\n', 'x', 'é', '𝄞', 'ab');
  fc.assert(fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
    const text = pieces.join('');
    // Behind a letter that no escape has, and in front of one.
    const whole = `x${text}x`;
    const long = whole.repeat(Math.ceil(2000 / whole.length));
    const times = long.length / whole.length;
    expect(unescapeText(long)).toBe(unescapeText(whole).repeat(times));
    expect(escapeText(long)).toBe(escapeText(whole).repeat(times));
    expect(unescapeText(escapeText(long))).toBe(long);
  }));
});
