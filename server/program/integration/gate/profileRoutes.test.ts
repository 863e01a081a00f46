/** Uploads that are refused, questions that are refused, and profiles as files: what the routes add to the views. */
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { profileBytes } from '../../../../testdata/profiles/oracles.ts';
import { demo, walPair } from './sharedDemo.ts';

/** Of the profile before the patch, as a part of the names of files. */
const NAME = 'WAL-loading-Prometheus-2.5-to-2.6-before-';

let before: string;
let sides: string;
beforeAll(async () => {
  const pair = await walPair();
  before = pair.before;
  sides = `before=${pair.before}&after=${pair.after}`;
});

async function refusal(path: string, init: RequestInit = {}): Promise<{ status: number; error: string }> {
  const answer = await demo.fetch(`/api/v1${path}`, init);
  return { status: answer.status, error: ((await answer.json()) as { error: string }).error };
}

describe('an upload', () => {
  it('that is no profile is refused with a sentence that says what it is', async () => {
    const body = new Uint8Array(profileBytes('malformed/error-page.html'));
    expect(await refusal('/profiles?name=page', { method: 'POST', body }))
      .toEqual({ status: 422, error: expect.stringContaining('web page') as string });
  });

  it('of 1.2 GiB of zeros in a small file is refused before it is expanded', async () => {
    const member = await promisify(gzip)(Buffer.alloc(2 * 1024 * 1024));
    const body = new Uint8Array(Buffer.concat(Array.from({ length: 600 }, () => member)));
    expect(await refusal('/profiles?name=bomb.pb.gz', { method: 'POST', body }))
      .toEqual({ status: 413, error: expect.stringContaining('512 MiB when expanded') as string });
  });
});

it.each([
  ['/diff/top?normalize=weight', 'must be none, sum, total, duration, samples-ingested or function:NAME'],
  ['/diff/top?base=other', '"base"'],
  ['/callers', '"function" is missing'],
  ['/lines?function=nobody', 'No sample has a function named'],
  ['/top?format=xml', '"format"="xml" is not one of json, csv, text'],
  ['/graph?nodecount=1000', 'whole number from 0 to 500'],
  ['/tags?tagshow=(', 'tagshow'],
])('%s is refused with a sentence', async (path, words) => {
  const asked = await refusal(path.startsWith('/diff') ? `${path}&${sides}` : `/profiles/${before}${path}`);
  expect([400, 404]).toContain(asked.status);
  expect(asked.error).toContain(words);
});

describe('a profile as a file', () => {
  it.each([
    [
      'top?format=csv', 'text/csv', 'attachment; filename=top-NAME.csv',
      /^flat_nanoseconds,flat_share,cum_nanoseconds,cum_share,function,file\r\n/,
    ],
    [
      'top?format=text', 'text/plain', 'inline; filename=top-NAME.txt',
      /^File: walload-before-go111\nType: cpu\n/,
    ],
    [
      'callers?function=runtime.scanobject&format=csv', 'text/csv', 'attachment; filename=callers-NAME.csv',
      /caller,11530000000,false,runtime\.gcDrainN/,
    ],
    [
      'traces?format=csv&limit=3', 'text/csv', 'attachment; filename=traces-NAME.csv',
      /^value_nanoseconds,labels,stack\r\n/,
    ],
    ['tags?format=csv', 'text/csv', 'attachment; filename=tags-NAME.csv', /^key,flat_nanoseconds,share,value\r\n/],
    [
      'subsystems?format=text', 'text/plain', 'inline; filename=subsystems-NAME.txt', /Garbage collection/,
    ],
    [
      'flamegraph?format=csv', 'text/csv', 'attachment; filename=flamegraph-NAME.csv',
      /^depth,value_nanoseconds,self_nanoseconds,function\r\n0,75160000000,/,
    ],
    ['flamegraph?format=svg', 'image/svg+xml', 'attachment; filename=flamegraph-NAME.svg', /^<svg [^>]*>\s*<title>/],
    [
      'flamegraph?format=text', 'text/plain', 'inline; filename=flamegraph-NAME.folded.txt',
      /;runtime\.scanobject \d+\n/,
    ],
    [
      'graph?nodecount=10', 'image/svg+xml', 'inline; filename=graph-NAME.svg',
      /^<svg .*data-function="runtime\.scanobject"/s,
    ],
  ])('%s', async (path, type, disposition, content) => {
    const answer = await demo.fetch(`/api/v1/profiles/${before}/${path}`);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('content-disposition')?.replaceAll('"', ''))
      .toBe(disposition.replace('NAME', NAME));
    expect(await answer.text()).toMatch(content);
  });

  it.each([
    ['top', 'diff-top.csv', 'p_value,q_value,sure,cum_p_value,cum_q_value,cum_sure,function,file'],
    ['tags', 'diff-tags.csv', 'share_after,value'],
    ['traces', 'diff-traces.csv', 'value_delta_nanoseconds,labels,stack'],
    ['subsystems', 'diff-subsystems.csv', 'share_after,id,name'],
    ['flamegraph', 'diff-flamegraph.csv', 'kind,sure,function'],
  ])('of a diff: %s', async (view, file, header) => {
    const answer = await demo.fetch(`/api/v1/diff/${view}?${sides}&format=csv`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${file}`);
    expect((await answer.text()).split('\r\n')[0]).toContain(header);
  });

  it('shares of deltas with base=base are of what differs', async () => {
    const table = await demo.get<{ shareTotal: number }>(`/diff/top?${sides}&base=base&limit=1`);
    const text = await (await demo.fetch(`/api/v1/diff/top?${sides}&base=base&format=text&unit=ns`)).text();
    expect(text).toContain(`of ${table.shareTotal}ns total`);
  });
});
