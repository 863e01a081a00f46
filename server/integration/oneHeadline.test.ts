/** A diff and a comparison of benchmarks have one claim, to the letter, through every door. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BenchmarkReport, DiffTopTable, ProfileInfo } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import { render } from '../../core/text/parts.ts';
import { EmbedLab } from './lab/embedLab.ts';
import { runToEnd } from './lab/tsdbscopeProcess.ts';

const lab = new EmbedLab();
beforeAll(() => lab.start(), 120_000);
afterAll(() => lab.stop());

const data = (name: string): string => fileURLToPath(new URL(`../testdata/${name}`, import.meta.url));
const oneSpace = (text: string): string => text.replace(/\s+/g, ' ');
const unmarked = (markdown: string): string => oneSpace(markdown.replace(/\\(?=[^\w\s])/g, ''));
const unescaped = (markup: string): string => oneSpace(
  markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&')
);
/** The words of an SVG, lines of a paragraph joined. */
const drawn = (svg: string): string =>
  unescaped([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words).join(' '));
const fetched = async (path: string): Promise<string> =>
  (await lab.scope.fetch(`/api/v1${path}`, { headers: lab.basic })).text();

async function embedded(asked: EmbedRequest): Promise<Record<string, string>> {
  const embed = await lab.make(asked);
  return {
    'embed, data': render((await lab.dataOf(embed)).finding?.claim ?? []),
    'embed, description': unescaped(/og:description" content="([^"]*)"/.exec(await (await lab.open(embed.url)).text())
      ?.[1] ?? ''),
    'embed, picture': drawn(await (await lab.open(embed.svgUrl)).text()),
  };
}

/** Doors whose text does not hold the claim, with how the text begins. */
function unlike(claim: string, doors: Record<string, string>): string[] {
  return Object.entries(doors).filter(([, text]) => !oneSpace(text).includes(claim))
    .map(([door, text]) => `${door}: ${text.slice(0, 200)}`);
}

const PAIRS: [what: string, files: string, claim: string][] = [
  ['a total that fell', 'profiles/seed-wal/SIDE.cpu.pb.gz',
    'CPU −32 % (75.2 to 51 s): GC −12 s, allocation −7 s, WAL replay −4.9 s.'],
  ['a kind that shows no noise', 'profiles/goprofiles/SIDE/mutex.pb.gz', ''],
  ['a program without TSDB code', 'profiles/goprofiles/SIDE/labels.cpu.pb.gz', ''],
];

it.each(PAIRS)('diff, %s', async (_what, files, expected) => {
  const ids: string[] = [];
  for (const side of ['before', 'after']) {
    const bytes = readFileSync(data(files.replace('SIDE', side)));
    ids.push((await lab.api<ProfileInfo[]>('POST', `/profiles?name=${side}`, bytes))[0]?.id ?? '');
  }
  const [before = '', after = ''] = ids;
  const query = `before=${before}&after=${after}`;
  const { finding } = await lab.api<DiffTopTable>('GET', `/diff/top?${query}&limit=1`);
  const claim = oneSpace(finding.sentence);
  if (expected !== '') expect(claim).toBe(expected);
  const cli = await runToEnd(['diff', ...['before', 'after'].map((side) => data(files.replace('SIDE', side)))]);
  expect(unlike(claim, {
    'API, parts': render(finding.claim),
    'Markdown': unmarked(await fetched(`/diff/report.md?${query}`)),
    'HTML': unescaped(await fetched(`/diff/report.html?${query}`)),
    'picture': drawn(await fetched(`/diff/flamegraph.svg?${query}&width=1200`)),
    'command line': cli.stdout,
    ...await embedded({ panel: 'diff', diff: { before: [before], after: [after] } }),
  })).toEqual([]);
});

it.each([
  ['old.txt', 'new.txt', /^Time: 1 faster \(−25 %\), 5 same\. Memory −22 %, allocations −\d+ %\.$/],
  ['new.txt', 'old.txt', /^Time: 1 slower \(\+34 %\), 5 same\. Memory \+\d+ %, allocations \+\d+ %\.$/],
])('benchmarks, %s against %s', async (first, second, wanted) => {
  const [before, after] = [first, second].map((name) => readFileSync(data(`benchmarks/${name}`), 'utf8'));
  const texts = { before: before ?? '', after: after ?? '' };
  const report = await lab.api<BenchmarkReport>('POST', '/benchmarks', texts);
  const claim = report.finding.sentence;
  expect(claim).toMatch(wanted);
  const cli = (format: string): Promise<{ stdout: string }> =>
    runToEnd(['bench', data(`benchmarks/${first}`), data(`benchmarks/${second}`), '--format', format]);
  expect(unlike(claim, {
    'API, parts': render(report.finding.claim), 'Markdown': unmarked(report.markdown),
    'command line': (await cli('text')).stdout, 'command line, Markdown': unmarked((await cli('markdown')).stdout),
    ...await embedded({ panel: 'benchmark', benchmark: texts }),
  })).toEqual([]);
});
