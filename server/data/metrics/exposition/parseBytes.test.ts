/** The parser, which knows the body before, against a plain one over text that knows nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { seededRandom, type Random } from '../../../../core/statistics/random.ts';
import { readRecordingLines } from '../../../../testdata/loadRecording.ts';
import { readNumber } from '../sampleNumber.ts';
import { canonicalKey, parseSeriesKey, quote } from '../seriesKey.ts';
import { explainNoSamples } from './explainNoSamples.ts';
import { ExpositionParser } from './parseExposition.ts';

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0';
const PLAIN = 'text/plain; version=0.0.4';

interface Plain { samples: [key: string, value: number, timestampMs: number][]; bad: [line: number, message: string][] }

/** The rules line by line, as text. */
function plainParse(body: Buffer, isOpenMetrics: boolean): Plain & { error: string | null } {
  const samples = new Map<string, [number, number]>();
  const bad: Plain['bad'] = [];
  const lines = body.toString('utf8').replace(/^\uFEFF/, '').split('\n');
  let isEnded = false;
  const take = (given: string, isLast: boolean): string | null => {
    if (Buffer.byteLength(given) > 2 ** 18) return 'longer than 65536 characters';
    const line = given.replace(/\r$/, '').replace(/^[ \t]+/, '');
    if (line.startsWith('# EOF') && isOpenMetrics) isEnded = true;
    if (line === '' || line.startsWith('#')) return null;
    if (isEnded) return 'stands after # EOF';
    if (isLast) return 'the last line has no line feed, it may be cut off';
    if (line.length > 65_536) return 'longer than 65536 characters';
    const bare = /^[^{ \t]*/.exec(line)?.[0] ?? '';
    const labels = /^[^{ \t]*[ \t]*\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}/s.exec(line)?.[0];
    if (labels === undefined && /^[^{ \t]*[ \t]*\{/.test(line)) return 'the label braces are not closed';
    const key = labels ?? bare;
    const parsed = parseSeriesKey(key);
    if (typeof parsed === 'string') return parsed;
    const rest = line.slice(key.length).replace(/^[ \t]+/, '');
    if (rest === '') return `no value after ${quote(key)}`;
    const [, first = '', after = ''] = /^([^ \t]*)[ \t]*(.*)$/s.exec(rest) ?? [];
    const value = readNumber(first);
    if (value === undefined) return `value ${quote(first)} is not a number`;
    const [, stamp = '', tail = ''] = after.startsWith('#') ? [] : /^([^ \t]*)[ \t]*(.*)$/s.exec(after) ?? [];
    const time = stamp === '' ? NaN : readNumber(stamp);
    if (stamp !== '' && (time === undefined || !Number.isFinite(time)))
      return `timestamp ${quote(stamp)} is not a number`;
    if (tail !== '' && !tail.startsWith('#')) return `${quote(tail)} is too much after the timestamp`;
    const name = canonicalKey(parsed.name, parsed.labels);
    if (samples.has(name)) return `series ${quote(name)} stands twice, the first is kept`;
    samples.set(name, [value, isOpenMetrics ? Math.round((time ?? NaN) * 1000) : time ?? NaN]);
    return null;
  };
  for (const [i, line] of lines.entries()) {
    // After the last line feed is no line.
    if (i === lines.length - 1 && line === '') continue;
    const message = take(line, i === lines.length - 1);
    if (message !== null) bad.push([i + 1, message]);
  }
  const count = lines.length - (lines.at(-1) === '' ? 1 : 0);
  if (isOpenMetrics && !isEnded && count > 0) bad.push([count, 'the body ends without # EOF, it may be cut off']);
  const [first] = bad;
  const about = first === undefined ? undefined : { line: first[0], message: first[1] };
  const error = explainNoSamples(body, isOpenMetrics ? OPEN_METRICS : PLAIN, samples.size, about);
  return { samples: error === null ? [...samples].map(([key, [value, time]]) => [key, value, time]) : [], bad, error };
}

function parsed(parser: ExpositionParser, body: Buffer, isOpenMetrics: boolean): Plain & { error: string | null } {
  const { series, values, timestampsMs, badLines, badLineCount, error } =
    parser.parse(body, isOpenMetrics ? OPEN_METRICS : PLAIN);
  expect([values.length, timestampsMs?.length ?? values.length]).toEqual([series.length, series.length]);
  return {
    samples: series.map(({ key }, i) => [key, values[i] ?? Infinity, timestampsMs?.[i] ?? NaN]),
    // Those beyond the first 20 are only counted.
    bad: [...badLines.map(({ line, message }): [number, string] => [line, message]), [badLineCount, 'count']],
    error,
  };
}

function expectSame(parser: ExpositionParser, body: Buffer, isOpenMetrics: boolean): void {
  const { samples, bad, error } = plainParse(body, isOpenMetrics);
  expect(parsed(parser, body, isOpenMetrics))
    .toEqual({ samples, bad: [...bad.slice(0, 20), [bad.length, 'count']], error });
}

const testdata = new URL('../../../../testdata/recordings/', import.meta.url);

/** Bodies of a recording, in the order of the scrapes. */
function bodiesOf(file: string, most: number): Buffer[] {
  const lines = readRecordingLines(new URL(file, testdata).pathname)
    .filter(({ path, body }) => path === '/metrics' && body !== undefined);
  return lines.slice(0, most).map(({ body = '' }) => Buffer.from(body));
}

const whole = gunzipSync(readFileSync(new URL('prom-2.42-metrics.txt.gz', testdata)));

it('reads the bodies of recordings as their text says, one after the other', () => {
  const files = readdirSync(testdata).filter((name) => name.endsWith('.ndjson.gz'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const parser = new ExpositionParser();
    for (const body of bodiesOf(file, 12)) expectSame(parser, body, false);
  }
  const parser = new ExpositionParser();
  for (const isOpenMetrics of [false, false, true, true, false]) expectSame(parser, whole, isOpenMetrics);
});

const NASTY = [
  '', ' ', '\r', '#', '# EOF', '# EOF ', ' # EOF', '# HELP a b', 'a', 'a 1', 'a 2', ' a 1', 'a  1', 'a\t1', 'a 1 ',
  'ab 1', 'a {x="1"} 1', 'a{} 1', 'a{x="1"} 1', 'a{x="1"}1', 'a{x="1"} 1 17', 'a{x="1",} 1', 'a{y="2",x="1"} 1',
  'a{x="1",y="2"} 1', 'a{x="1", y="2"} 1', 'a{x="}"} 1', 'a{x="\\""} 1', 'a{x="\\\\"} 1', 'a{x="\\n"} 1', 'a{x="} 1',
  'a{', '{"a"} 1', '{"a.b",x="ü€"} 1', 'a{"x"="1"} 1', 'größe 1', 'a{x="ü"} 1',
  'a NaN', 'a +Inf', 'a -inf', 'a -0',
  'a 0', 'a 1e', 'a 1e3', 'a 1.5e-3', 'a 1e400', 'a 0x1', 'a 1_0', 'a .', 'a .5', 'a 5.', 'a 1 1', 'a 1 1.5',
  'a 1 x', 'a 1 1 1', 'a 1 # {t="x"} 1', 'a 1 17 # {t="x"} 1', 'a 123456789012345678', 'a 9007199254740993',
  'a 0.1234567890123456789', 'a 1.7951923219045255e+09',
];

/** Changes a body as a next scrape may differ, or worse. */
function mutated(body: Buffer, random: Random): Buffer {
  const below = (most: number): number => Math.floor(random() * most);
  const lines = body.toString('latin1').split('\n');
  const at = below(lines.length);
  const line = lines[at] ?? '';
  switch (below(12)) {
    case 0: lines.splice(at, 1); break;
    case 1: lines.splice(at, 0, Buffer.from(NASTY[below(NASTY.length)] ?? '').toString('latin1')); break;
    case 2: lines[at] = Buffer.from(NASTY[below(NASTY.length)] ?? '').toString('latin1'); break;
    case 3: lines.splice(below(lines.length), 0, line); break;
    case 4: [lines[at], lines[0]] = [lines[0] ?? '', line]; break;
    case 5: lines[at] = `${line}\r`; break;
    case 6: lines[at] = line.replace(/[^ ]*$/, String(below(2) === 0 ? below(1e6) : random() * 1e3)); break;
    case 7: lines[at] = line.slice(0, below(line.length + 1)); break;
    case 8: return body.subarray(0, below(body.length + 1));
    case 9: return Buffer.concat([Buffer.from(below(2) === 0 ? '\uFEFF' : '\n'), body]);
    default: {
      const bytes = Buffer.from(body);
      const byte = below(3) === 0 ? below(256) : ' \t{}",#\\e1='.charCodeAt(below(11));
      if (bytes.length > 0) bytes[below(bytes.length)] = byte;
      return bytes;
    }
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

it('reads 10,000 changed bodies as their text says, whatever came before', () => {
  const random = seededRandom(17);
  const lines = whole.toString('latin1').split('\n');
  const start = (): Buffer => {
    const from = Math.floor(random() * (lines.length - 30));
    const some = random() < 0.5 ? lines.slice(from, from + 20) : NASTY.slice(from % 30, from % 30 + 20);
    return Buffer.from(`${some.join('\n')}\n`);
  };
  let body = start();
  let parser = new ExpositionParser();
  let isOpenMetrics = false;
  for (let round = 0; round < 10_000; round += 1) {
    if (round % 100 === 0) parser = new ExpositionParser(random() < 0.5 ? {} : { spareSeries: 3 });
    if (round % 20 === 0) body = start();
    else if (random() < 0.9) body = mutated(body, random);
    if (random() < 0.1) isOpenMetrics = !isOpenMetrics;
    expectSame(parser, body, isOpenMetrics);
  }
});

it('reads any number as its text says, behind a name that it knows and one that it does not', () => {
  const random = seededRandom(3);
  const below = (most: number): number => Math.floor(random() * most);
  const known = new ExpositionParser();
  known.parse('a 0\n');
  for (let round = 0; round < 10_000; round += 1) {
    const double = (random() - 0.5) * 10 ** (below(40) - 20);
    const text = [
      () => Array.from({ length: 1 + below(24) }, () => '0123456789012345678901.e+-E'[below(27)]).join(''),
      () => String(double), () => double.toExponential(below(20)), () => double.toFixed(below(15)),
      () => `${below(1e9)}${below(1e9)}.${below(1e9)}e${below(60) - 30}`, () => String(2 ** below(70) + below(3)),
      // Around the largest mantissas and powers that are exact.
      () => `${['1', '7', '9007199254740991', '9007199254740993'][below(4)]}e${(19 + below(6)) * (2 * below(2) - 1)}`,
    ][below(7)]?.() ?? '';
    const expected = readNumber(text);
    for (const parser of [known, new ExpositionParser()]) {
      const { values } = parser.parse(`a ${text}\n`);
      expect([text, ...values]).toEqual(expected === undefined ? [text] : [text, expected]);
    }
  }
});

it('reads bodies after one whose reading was left off, in any step, as if that had not been', () => {
  // The copy of a body of more than 8 MiB is made in two steps, after it was read.
  const comments = '# HELP x y\n'.repeat(900_000);
  const body = (value: number): Buffer => Buffer.from(`a ${value}\nb ${value}\n${comments}`);
  const steps = [...new ExpositionParser().parsing(body(0))].length;
  for (const left of [1, 2, steps - 1, steps]) {
    const parser = new ExpositionParser();
    expect([...parser.parse(body(1)).values]).toEqual([1, 1]);
    const work = parser.parsing(body(2));
    for (let step = 0; step < left; step += 1) expect(work.next().done).toBe(false);
    expect([...parser.parse(body(2)).values]).toEqual([2, 2]);
    expect([...parser.parse(body(3)).values]).toEqual([3, 3]);
    expect(parser.parse(body(3)).isRepeated).toBe(true);
  }
});
