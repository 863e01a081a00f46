/** 500 generated inputs: output of a program in an envelope, cut and mixed, with marks of the tools it went through. */
import { describe, expect, it } from 'vitest';
import { mainEnd, endOfLine, type EndKind } from '../logs/processEnds.ts';
import { readLogLines } from '../logs/readLog.ts';
import { LOSSLESS } from '../../../testdata/logs/logEnvelopes.ts';
import { recognize } from './recognize.ts';

interface Program { name: string; format: string; version: string | null; lines: string[]; ends?: [EndKind, string][] }

const at = (i: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, 5 + i)).toISOString();
const go = (i: number, rest: string): string => `ts=${at(i)} caller=head.go:${600 + i} level=info ${rest}`;
const slog = (i: number, rest: string): string => `time=${at(i)} level=INFO source=head.go:${700 + i} ${rest}`;

const PROGRAMS: readonly Program[] = [
  {
    name: 'Prometheus 2', format: 'prometheus-log', version: '2.45.0',
    lines: [
      go(0, 'msg="Starting Prometheus Server" mode=server version="(version=2.45.0, branch=HEAD, revision=8ef767e)"'),
      ...Array.from({ length: 12 }, (_, i) =>
        go(i + 1, `component=tsdb msg="WAL segment loaded" segment=${i} maxSegment=40`)),
    ],
    ends: [
      ['panic', 'panic: runtime error: index out of range [5] with length 5'],
      ['go-memory', 'fatal error: runtime: out of memory'],
    ],
  },
  {
    name: 'Prometheus 3', format: 'prometheus-log', version: '3.5.0',
    lines: [
      slog(0, 'msg="Starting Prometheus Server" mode=server version="(version=3.5.0, branch=HEAD, revision=8be3a92)"'),
      ...Array.from({ length: 12 }, (_, i) =>
        slog(i + 1, `msg="WAL segment loaded" component=tsdb segment=${i} maxSegment=40 duration=1.${i}s`)),
    ],
    ends: [['runtime', 'fatal error: concurrent map writes']],
  },
  {
    name: 'Prometheus 3 as JSON', format: 'prometheus-log', version: '3.5.0',
    lines: [
      JSON.stringify({
        time: at(0), level: 'INFO', source: 'main.go:1', msg: 'Starting Prometheus Server',
        version: '(version=3.5.0, branch=HEAD)',
      }),
      ...Array.from({ length: 12 }, (_, i) => JSON.stringify({
        time: at(i + 1), level: 'INFO', source: 'head.go:793', msg: 'WAL segment loaded', segment: i, maxSegment: 40,
      })),
    ],
    ends: [['panic', 'panic: sync: negative WaitGroup counter']],
  },
  {
    name: 'VictoriaMetrics', format: 'victoriametrics-log', version: null,
    lines: Array.from({ length: 12 }, (_, i) =>
      `${at(i)}\tinfo\tVictoriaMetrics/lib/storage/storage.go:${i}\tloading part ${i} from "/storage/data"`),
    ends: [['panic', 'panic: runtime error: slice bounds out of range']],
  },
  {
    name: 'Thanos', format: 'thanos-log', version: null,
    lines: Array.from({ length: 12 }, (_, i) =>
      `level=info ts=${at(i)} caller=fetcher.go:${i} component=store-gateway msg="successfully synchronized block"`),
    ends: [['runtime', 'fatal error: all goroutines are asleep - deadlock!']],
  },
  {
    name: 'Mimir', format: 'mimir-log', version: null,
    lines: Array.from({ length: 12 }, (_, i) =>
      `ts=${at(i)} caller=mimir.go:${i} level=info msg="initialising module" module=m${i}`),
    ends: [['go-memory', 'runtime: out of memory: cannot allocate 4194304-byte block (3145728000 in use)']],
  },
  {
    name: 'Loki', format: 'loki-log', version: null,
    lines: Array.from({ length: 12 }, (_, i) =>
      `level=info ts=${at(i)} caller=loki.go:${i} msg="Loki started" startup_time=${i}s`),
    ends: [['panic', 'panic: close of closed channel']],
  },
  {
    name: 'etcd', format: 'etcd-log', version: null,
    lines: Array.from({ length: 12 }, (_, i) => JSON.stringify({
      level: 'warn', ts: at(i), caller: 'wal/wal.go:805', msg: 'slow fdatasync', took: `${i + 1}.2s`,
    })),
  },
];

/** Returns a generator of random numbers from a seed, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const each = (wrap: (line: string, i: number) => string) => (text: string): string =>
  text.split('\n').map((line, i) => (line === '' ? line : wrap(line, i))).join('\n');
type Way = readonly [name: string, make: (text: string) => string];

const MARKS: readonly Way[] = [
  ['', (text) => text], ['CRLF', (text) => text.replaceAll('\n', '\r\n')], ['BOM', (text) => `\uFEFF${text}`],
  ['colours', each((line) =>
    (line.includes('\u001b') ? line : `\u001b[2m${line.slice(0, 4)}\u001b[0m${line.slice(4)}`))],
  ['blank lines', each((line) => `${line}\n`)],
];
const QUOTES: readonly Way[] = [
  ['', (text) => text], ['a reply', each((line) => `> ${line}`)], ['a reply to a reply', each((line) => `> > ${line}`)],
  ['less -N', each((line, i) => `${String(i + 1).padStart(7)} ${line}`)],
  ['grep -n', each((line, i) => `${i + 1}:${line}`)],
  ['cat -n', each((line, i) => `${String(i + 1).padStart(6)}\t${line}`)],
  ['code of a chat', (text) => `look at this:\n\`\`\`\n${text}\`\`\`\n`],
];
/** Adds lines of the shell, of a person or of another program to those of the log. */
const MIXED: readonly Way[] = [
  ['', (text) => text],
  ['a prompt', (text) => `$ kubectl logs prometheus-0 --previous\n${text}`],
  ['words of a person', (text) => `Hi all, it does not start any more, here is the log:\n\n${text}\nAny ideas?\n`],
  ['another program', (text) => `Defaulted container "prometheus" out of: prometheus, config-reloader\n${text}`],
];
const CUTS: readonly Way[] = [
  ['', (text) => text],
  ['the end of its first line missing', (text) => text.replace(/.{20}\n/, '\n')],
  ['begun in the middle of a line', (text) => `${text.split('\n')[1]?.slice(40) ?? ''}\n${text}`],
];
const ENCODINGS: readonly (readonly [string, (text: string) => Uint8Array])[] = [
  ['UTF-8', (text) => new TextEncoder().encode(text)],
  ['UTF-16', (text) => Buffer.from(`\uFEFF${text.replace(/^\uFEFF/, '')}`, 'utf16le')],
];
/** Envelopes that are one document: nothing can be put between or before the lines. */
const DOCUMENT = /Loki JSON|Grafana|Kibana|Elasticsearch|Google|CloudWatch|json-pretty|UTF-|byte order|Markdown/;
/** Envelopes with numbers, list marks or blanks of their own, which cuts and quotes would make ambiguous. */
const OWN_NUMBERS = /svlogd -t$|BuildKit|supervisord|tail of a file|short-unix|foreman/;
/** Envelopes of split lines, which are not cut, because half a line is read as a line of its own. */
const IN_PARTS = /lines in parts/;

interface Made { name: string; bytes: Uint8Array; program: Program; end: EndKind | null; keepsVersion: boolean }

function made(count: number, random: () => number): Made[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, () => {
    const program = pick(PROGRAMS);
    const end = program.ends !== undefined && random() < 0.6 ? pick(program.ends) : null;
    const [envelope, wrap] = pick(LOSSLESS);
    const text = `${[...program.lines, ...end === null ? [] : [end[1], '', 'goroutine 1 [running]:']].join('\n')}\n`;
    const wrapped = wrap(text);
    const base = { program, end: end?.[0] ?? null };
    if (typeof wrapped !== 'string' || DOCUMENT.test(envelope)) {
      const bytes = typeof wrapped === 'string' ? new TextEncoder().encode(wrapped) : wrapped;
      return { ...base, name: `${program.name} in ${envelope}`, bytes, keepsVersion: true };
    }
    const isNumbered = OWN_NUMBERS.test(envelope) || IN_PARTS.test(envelope);
    const ways = [
      isNumbered ? CUTS[0] : pick(CUTS), isNumbered ? QUOTES[0] : pick(QUOTES),
      pick(MIXED), pick(MARKS),
    ].filter((way) => way !== undefined);
    const [encoding, encode] = pick(ENCODINGS);
    const names = ways.map(([name]) => name).filter((name) => name !== '');
    return {
      ...base, name: [`${program.name} in ${envelope}`, end?.[0] ?? 'no end', ...names, encoding].join(', '),
      bytes: encode(ways.reduce((so, [, make]) => make(so), wrapped)),
      keepsVersion: ways[0] === CUTS[0],
    };
  });
}

function endIn(bytes: Uint8Array): EndKind | null {
  const ends = readLogLines(bytes).flatMap(({ lines }) => lines)
    .flatMap(({ message, plain }) => endOfLine(message, !plain) ?? []);
  return mainEnd(ends)?.kind ?? null;
}

describe('500 made inputs', () => {
  const all = made(500, seeded(20_261_127));

  it('are of the program that wrote them, with its version where it is whole', () => {
    const wrong = all.flatMap(({ name, bytes, program, keepsVersion }) => {
      const { format, version } = recognize(bytes);
      const isRight = format === program.format && (!keepsVersion || version === program.version);
      return isRight ? [] : [`${name}: ${format} ${version}`];
    });
    expect(wrong).toEqual([]);
  });

  it('end as the program ended', () => {
    const wrong = all.flatMap(({ name, bytes, end }) => {
      const found = endIn(bytes);
      return found === end ? [] : [`${name}: ${found} instead of ${end}`];
    });
    expect(wrong).toEqual([]);
  });
});
