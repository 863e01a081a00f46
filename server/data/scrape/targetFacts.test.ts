import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestTarget } from '../../../testdata/testTarget.ts';
import { TargetClient } from './httpClient.ts';
import {
  blockRangeOf, commandLineFlags, flagsOf, readTargetFacts, runtimeFacts, type ReadFacts,
} from './targetFacts.ts';

describe('commandLineFlags', () => {
  it.each<[name: string, args: string[], flags: Record<string, string>]>([
    [
      'flags with a value', ['prometheus', '--storage.tsdb.min-block-duration=2m', '-log.level=info'],
      { 'storage.tsdb.min-block-duration': '2m', 'log.level': 'info' },
    ],
    [
      'flags with the value as the next argument, and without any',
      ['p', '--web.enable-lifecycle', '--config.file', 'a.yml'],
      { 'web.enable-lifecycle': 'true', 'config.file': 'a.yml' },
    ],
    ['an equals sign inside the value', ['p', '--a=b=c'], { a: 'b=c' }],
    [
      'no secrets',
      ['vm', '-httpAuth.password=x', '-remoteWrite.bearerToken=y', '-deleteAuthKey=z', '-loggerLevel=INFO'],
      { loggerLevel: 'INFO' },
    ],
    [
      'no credentials in URLs', ['p', '--web.external-url=http://me:pw@host/x'],
      { 'web.external-url': 'http://host/x' },
    ],
    ['no overlong values', ['p', `--a=${'x'.repeat(5000)}`, '--b=1'], { b: '1' }],
    ['__proto__ as a name like any other, or not at all', ['p', '--__proto__=x', '--b=1'], { b: '1' }],
    ['nothing', ['p'], {}],
  ])('reads %s', (_, args, flags) => {
    expect(commandLineFlags(Buffer.from(args.join('\0')))).toEqual(flags);
  });
});

describe('flagsOf', () => {
  it('keeps text, at most 500 of it, and nothing else', () => {
    expect(flagsOf({ a: '1', b: 2, c: null, d: { e: '1' }, 'web.auth-token': 's' })).toEqual({ a: '1' });
    expect(Object.keys(flagsOf(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`flag${i}`, '1'])))).length)
      .toBe(500);
  });
});

describe('blockRangeOf', () => {
  it.each<[flags: Record<string, string>, seconds: number | undefined]>([
    [{ 'storage.tsdb.min-block-duration': '2h' }, 7200],
    [{ 'storage.tsdb.min-block-duration': '2m' }, 120],
    [{ 'storage.tsdb.min-block-duration': '1h30m' }, 5400],
    [{ 'tsdb.min-block-duration': '2h0m0s' }, 7200],
    [{ 'blocks-storage.tsdb.block-ranges-period': '2h0m0s,12h0m0s' }, 7200],
    [{ 'storage.tsdb.min-block-duration': '2h', 'enable-feature': 'exemplar-storage,agent' }, undefined],
    [{ 'storage.tsdb.min-block-duration': 'soon' }, undefined],
    [{ 'storage.tsdb.min-block-duration': '0s' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (flags, seconds) => {
    expect(blockRangeOf(flags)).toBe(seconds);
  });
});

describe('runtimeFacts', () => {
  it.each<[name: string, data: Record<string, unknown>, facts: object]>([
    ['2.42, where GOGC is empty', { GOMAXPROCS: 2, GOGC: '' }, { maxProcs: 2, gogcPercent: 100 }],
    [
      '3.15, with a limit', { GOMAXPROCS: 4, GOGC: '75', GOMEMLIMIT: 15_000_000_000 },
      { maxProcs: 4, gogcPercent: 75, memoryLimitBytes: 15_000_000_000 },
    ],
    ['no limit', JSON.parse('{"GOMEMLIMIT": 9223372036854775807}') as Record<string, unknown>, {}],
    ['GOGC=off', { GOGC: 'off' }, {}],
    ['nonsense', { GOMAXPROCS: -1, GOGC: {}, GOMEMLIMIT: 'lots' }, {}],
  ])('of %s', (_, data, facts) => {
    expect(runtimeFacts(data)).toEqual(facts);
  });
});

describe('readTargetFacts', () => {
  const closers: (() => void | Promise<void>)[] = [];
  afterEach(async () => { for (const close of closers.splice(0)) await close(); });

  async function readFrom(answers: Record<string, string>, otherwise: RequestListener): Promise<ReadFacts> {
    const target = await startTestTarget((request, response) => {
      const body = answers[request.url ?? ''];
      if (body === undefined) otherwise(request, response);
      else response.end(body);
    });
    const client = new TargetClient(target.config);
    closers.push(() => { client.close(); }, () => target.close());
    return readTargetFacts(client);
  }
  const success = (data: unknown): string => JSON.stringify({ status: 'success', data });
  const status = (code: number): RequestListener =>
    (_, response) => { response.writeHead(code).end('Service Unavailable'); };

  it('reads flags, runtime and build of a Prometheus that is up', async () => {
    expect(await readFrom({
      '/api/v1/status/flags': success({ 'storage.tsdb.min-block-duration': '2h' }),
      '/api/v1/status/runtimeinfo': success({ GOMAXPROCS: 2, GOGC: '' }),
      '/api/v1/status/buildinfo': success({ version: '2.42.0', goVersion: 'go1.19.8' }),
    }, status(404))).toStrictEqual({
      complete: true, version: '2.42.0',
      facts: {
        flags: { 'storage.tsdb.min-block-duration': '2h' }, blockRangeSeconds: 7200, maxProcs: 2, gogcPercent: 100,
        goVersion: 'go1.19.8',
      },
    });
  });

  it('reads features where they are served; an agent cuts no blocks', async () => {
    const flags = { 'storage.tsdb.min-block-duration': '2h' };
    const of = async (features: string): Promise<ReadFacts['facts']> => (await readFrom({
      '/api/v1/status/flags': success(flags), '/api/v1/features': features,
    }, status(404))).facts;
    expect(await of(success({ prometheus: { agent_mode: true } })))
      .toStrictEqual({ flags, features: { 'prometheus.agent_mode': true } });
    expect(await of(success({ prometheus: { agent_mode: false }, tsdb: { delayed_compaction: true } })))
      .toStrictEqual({
        flags, blockRangeSeconds: 7200, features: { 'prometheus.agent_mode': false, 'tsdb.delayed_compaction': true },
      });
    for (const hostile of ['<html>', success([]), success({ tsdb: { a: 'x'.repeat(400_000) } })])
      expect(await of(hostile)).toStrictEqual({ flags, blockRangeSeconds: 7200 });
  });

  it('reads the list of blocks where there is one, and skips what is no block', async () => {
    const [ulid, child] = ['01M7WWQM22Z8DGCHMK2H982ZNK', '01M7WWZGGKTCB29B7ME75EM76V'];
    const block = {
      ulid, minTime: 1, maxTime: 2, stats: { numSamples: 10, numSeries: 5 }, compaction: { level: 1, sources: [ulid] },
      version: 1,
    };
    const merged = {
      ...block, ulid: child, compaction: { level: 2, sources: [ulid], parents: [{ ulid, minTime: 1, maxTime: 2 }] },
    };
    const { facts } = await readFrom({
      '/api/v1/status/flags': success({ 'storage.tsdb.min-block-duration': '2h' }),
      '/api/v1/status/tsdb/blocks': success({ blocks: [merged, { ulid: '../../etc' }, block] }),
    }, status(404));
    expect(facts.blocks).toEqual([
      { ulid, minTimeMs: 1, maxTimeMs: 2, level: 1, parents: [], samples: 10, series: 5 },
      {
        ulid: child, minTimeMs: 1, maxTimeMs: 2, level: 2, parents: [{ ulid, minTimeMs: 1, maxTimeMs: 2 }],
        samples: 10, series: 5,
      },
    ]);
  });

  it('falls back on the command line and /version while the API answers 503', async () => {
    expect(await readFrom({
      '/debug/pprof/cmdline': 'prometheus\0--storage.tsdb.min-block-duration=30s',
      '/version': '{"version":"2.42.0","goVersion":"go1.19.8"}',
    }, status(503))).toEqual({
      complete: false, version: '2.42.0',
      facts: { flags: { 'storage.tsdb.min-block-duration': '30s' }, blockRangeSeconds: 30, goVersion: 'go1.19.8' },
    });
  });

  it.each<[name: string, otherwise: RequestListener]>([
    ['nothing but 404', status(404)],
    [
      'web pages',
      (_, response) => { response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>--a=b</html>'); },
    ],
    [
      'endless JSON', (_, response) => { response.end(`{"status":"success","data":{"a":"${'x'.repeat(3_000_000)}"}}`);
      },
    ],
    ['JSON of another shape', (_, response) => { response.end('[[[1]]]'); }],
  ])('takes nothing from %s', async (_, otherwise) => {
    const read = await readFrom({}, otherwise);
    expect({ ...read.facts.flags }).toEqual({});
    expect(read).toMatchObject({ complete: false });
    expect(read.version).toBeUndefined();
  });
});
