/** A diff and a comparison of benchmarks have one claim, to the letter, through every door. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { BenchmarkReport, DiffTopTable, Embed, EmbedData } from '../../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../../core/contract/questions/bodies.ts';
import { render } from '../../../../core/text/parts.ts';
import { pathOf } from '../lab/embedLab.ts';
import { runToEnd } from '../lab/tsdbscopeProcess.ts';
import { demo, walPair } from './sharedDemo.ts';

const data = (name: string): string => fileURLToPath(new URL(`../../../../testdata/${name}`, import.meta.url));
const oneSpace = (text: string): string => text.replace(/\s+/g, ' ');
const unmarked = (markdown: string): string => oneSpace(markdown.replace(/\\(?=[^\w\s])/g, ''));
const unescaped = (markup: string): string => oneSpace(
  markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&')
);
/** The words of an SVG, lines of a paragraph joined. */
const drawn = (svg: string): string =>
  unescaped([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words).join(' '));
const fetched = async (path: string): Promise<string> => (await demo.fetch(path)).text();

async function posted<T>(path: string, body: object): Promise<T> {
  const answer = await demo.fetch(`/api/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
  return ((await answer.json()) as { data: T }).data;
}

async function embedded(asked: EmbedRequest): Promise<Record<string, string>> {
  const { id, url, svgUrl } = await posted<Embed>('/embeds', asked);
  const path = pathOf(url);
  const doors = {
    'embed, data': render((JSON.parse(await fetched(`${path}/data`)) as EmbedData).finding?.claim ?? []),
    'embed, description': unescaped(/og:description" content="([^"]*)"/.exec(await fetched(path))?.[1] ?? ''),
    'embed, picture': drawn(await fetched(pathOf(svgUrl))),
  };
  await demo.fetch(`/api/v1/embeds/${id}`, { method: 'DELETE' });
  return doors;
}

/** Doors whose text does not hold the claim, with how the text begins. */
function unlike(claim: string, doors: Record<string, string>): string[] {
  return Object.entries(doors).filter(([, text]) => !oneSpace(text).includes(claim))
    .map(([door, text]) => `${door}: ${text.slice(0, 200)}`);
}

it('of a diff', async () => {
  const { before, after } = await walPair();
  const query = `before=${before}&after=${after}`;
  const { finding } = await demo.get<DiffTopTable>(`/diff/top?${query}&limit=1`);
  const claim = oneSpace(finding.sentence);
  expect(claim).toBe('CPU −32 % (75.2 to 51 s): GC −12 s, allocation −7 s, WAL replay −4.9 s.');
  const files = ['before', 'after'].map((side) => data(`profiles/seed-wal/${side}.cpu.pb.gz`));
  const cli = await runToEnd(['diff', ...files]);
  expect(unlike(claim, {
    'API, parts': render(finding.claim),
    'Markdown': unmarked(await fetched(`/api/v1/diff/report.md?${query}`)),
    'HTML': unescaped(await fetched(`/api/v1/diff/report.html?${query}`)),
    'picture': drawn(await fetched(`/api/v1/diff/flamegraph.svg?${query}&width=1200`)),
    'command line': cli.stdout,
    ...await embedded({ panel: 'diff', diff: { before: [before], after: [after] } }),
  })).toEqual([]);
});

it('of a diff of unequal set times: per second, with the totals as recorded beside it', async () => {
  const files = ['profile', 'profile-30s'].map((name) => data(`profiles/live/${name}.pb.gz`));
  const ids: string[] = [];
  for (const file of files) {
    const answer = await demo.fetch('/api/v1/profiles', { method: 'POST', body: new Uint8Array(readFileSync(file)) });
    const { data: [added] } = (await answer.json()) as { data: { id: string }[] };
    ids.push(added?.id ?? '');
  }
  const [before = '', after = ''] = ids;
  const query = `before=${before}&after=${after}`;
  const { finding, totals } = await demo.get<DiffTopTable>(`/diff/top?${query}&limit=1`);
  expect(finding.sentence).toBe('No difference beyond noise: CPU is 0.102 cores before and 0.117 cores after.');
  expect(totals).toEqual({ before: 1_040_000_000, after: 3_530_000_000 });
  const cli = await runToEnd(['diff', ...files]);
  expect(unlike(finding.sentence, {
    'Markdown': unmarked(await fetched(`/api/v1/diff/report.md?${query}`)),
    'HTML': unescaped(await fetched(`/api/v1/diff/report.html?${query}`)),
    'picture': drawn(await fetched(`/api/v1/diff/flamegraph.svg?${query}&width=1200`)), 'command line': cli.stdout,
    ...await embedded({ panel: 'diff', diff: { before: [before], after: [after] } }),
  })).toEqual([]);
  const recorded = await demo.get<DiffTopTable>(`/diff/top?${query}&limit=1&normalize=none`);
  expect(recorded.finding.sentence).toMatch(/^CPU \+239 % \(1\.04 to 3\.53 s\): /);
  for (const id of ids) await demo.fetch(`/api/v1/profiles/${id}`, { method: 'DELETE' });
});

it('of benchmarks', async () => {
  const [before, after] = ['old.txt', 'new.txt'].map((name) => readFileSync(data(`benchmarks/${name}`), 'utf8'));
  const texts = { before: before ?? '', after: after ?? '' };
  const report = await posted<BenchmarkReport>('/benchmarks', texts);
  const claim = report.finding.sentence;
  expect(claim)
    .toMatch(new RegExp(String.raw`^Time: 1 faster by an uncertain amount, 4 not significant \(.{1,40}\), no `
      + String.raw`difference shown in 1\. Memory −22 %, allo\w+ −\d+ %\.$`));
  const cli = (format: string): Promise<{ stdout: string }> =>
    runToEnd(['bench', data('benchmarks/old.txt'), data('benchmarks/new.txt'), '--format', format]);
  expect(unlike(claim, {
    'API, parts': render(report.finding.claim), 'Markdown': unmarked(report.markdown),
    'command line': (await cli('text')).stdout, 'command line, Markdown': unmarked((await cli('markdown')).stdout),
    ...await embedded({ panel: 'benchmark', benchmark: texts }),
  })).toEqual([]);
});
