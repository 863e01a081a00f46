import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embed, Target } from '../../../core/contract/contract.ts';
import { EMBED_REQUESTS, EmbedLab } from './lab/embedLab.ts';
import { eventually } from './lab/tsdbscopeProcess.ts';

const lab = new EmbedLab();
const { api, make, open, dataOf } = lab;
beforeAll(() => lab.start(), 120_000);
afterAll(() => lab.stop());

describe('an embed that is followed', () => {
  it('shares one stream with the others of a page', async () => {
    const embeds = await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) => make({ panel: i % 2 === 0 ? 'gc-cpu' : 'scrapes', target: 'live', range: { last: '1m' } })
      )
    );
    const tokens = embeds.map(({ url }) => url.split('/').at(-1) ?? '');
    // Each goes on to newer data, however slowly the machine scrapes.
    const movesOn = (events: StreamEvent[]): boolean => {
      const times = events.map(({ dataTime }) => dataTime ?? NaN);
      return times.length > 1 && (times.at(-1) ?? NaN) > (times[0] ?? NaN);
    };
    const stream = await readStream(`/embed/stream?tokens=${[...tokens, 'no.such.token'].join(',')}`, (events) => (
      tokens.every((token) => movesOn(events.filter((event) => event.token === token)))
        && events.some(({ name }) => name === 'gone')
    ));
    expect(stream.filter(({ name }) => name === 'gone')).toEqual([expect.objectContaining({ token: 'no.such.token' })]);
    for (const embed of embeds) await api('DELETE', `/embeds/${embed.id}`);
  });

  it('told of in the stream as gone once it is revoked', async () => {
    const embed = await make({ panel: 'gc-cpu', target: 'live', range: { last: '1m' } });
    const token = embed.url.split('/').at(-1) ?? '';
    let revoked = false;
    const stream = await readStream(`/embed/stream?tokens=${token}`, (events) => {
      if (events.length > 0 && !revoked) {
        revoked = true;
        void api('DELETE', `/embeds/${embed.id}`);
      }
      return events.some(({ name }) => name === 'gone');
    });
    expect(stream.at(-1)).toMatchObject({ name: 'gone', token });
  });

  it('takes no place in the streams from others with a token that opens nothing', async () => {
    for (const headers of [{ 'Accept-Encoding': 'identity' }, { 'Accept-Encoding': 'gzip' }]) {
      const answer = await lab.scope.fetch('/embed/stream?tokens=made.up.one,made.up.two', { headers });
      // To its end: the server says what there is to say, and closes.
      const text = await answer.text();
      expect(text.match(/^event: gone$/gm)).toHaveLength(2);
    }
    await eventually(
      'no stream is counted', 30_000,
      () => lab.scope.fetch('/metrics', { headers: lab.basic }).then((answer) => answer.text()),
      (text) => /^tsdbscope_embed_streams 0$/m.test(text)
    );
  });

  it('is not followed with more than 64 others in one stream', async () => {
    expect(
      (await lab.scope.fetch(`/embed/stream?tokens=${Array.from({ length: 65 }, (_, i) => `t${i}`).join(',')}`)).status
    ).toBe(400);
    expect((await lab.scope.fetch('/embed/stream')).status).toBe(400);
  });
});

it('stays readable while its target is down, and with target, profile and window gone', async () => {
  const byName = new Map<string, Embed>();
  for (const [name, asked] of EMBED_REQUESTS) byName.set(name, await make(asked(lab)));
  const embedOf = (name: string): Embed => byName.get(name) ?? (() => { throw new Error(name); })();
  const frozen = await dataOf(embedOf('a frozen window'));
  const fixed = await dataOf(embedOf('a fixed window'));
  expect(fixed.subject).toEqual(frozen.subject);
  expect(frozen.dataTime).toBeCloseTo(lab.oldRange.start + 59, 0);

  await lab.target.close();
  const down = await eventually(
    'the target is down', 60_000, () => dataOf(embedOf('a moving window')), ({ error }) => error !== undefined
  );
  expect(down.error).toMatch(/^"live" does not answer: .*Its newest sample is of \d{4}-/);
  expect(down.subject).not.toBeNull();
  expect((await open(embedOf('a moving window').imageUrl)).status).toBe(200);

  await api('DELETE', `/profiles/${lab.profiles[0] ?? ''}`);
  await lab.restart('retention: {time: 1h}\ntargets: [{name: other, url: "http://127.0.0.1:1"}]\n');
  await eventually(
    'retention', 60_000, () => api<Target[]>('GET', '/targets'),
    (targets) => (targets.find(({ name }) => name === 'old')?.recorded ?? null) === null
  );
  const port = lab.scope.url;
  expect(embedOf('a frozen window').url.startsWith(port)).toBe(false);

  expect({ ...await dataOf(embedOf('a frozen window')), serverTime: 0 }).toEqual({ ...frozen, serverTime: 0 });
  const kept = await dataOf(embedOf('a fixed window'));
  expect(kept).toMatchObject({ subject: fixed.subject, dataTime: fixed.dataTime });
  expect(kept.error).toMatch(/Nothing is kept of this window any more|not known/);
  const flame = await dataOf(embedOf('a flame graph'));
  expect(flame.subject?.kind).toBe('flamegraph');
  expect(flame.error).toMatch(/profile/);
  const left = await dataOf(embedOf('a moving window'));
  expect(left.error).toMatch(/"live" is not scraped any more/);
  expect(left.subject).not.toBeNull();
  expect((await dataOf(embedOf('a benchmark'))).error).toBeUndefined();
  for (const embed of byName.values()) expect((await open(embed.imageUrl)).status).toBe(200);
  expect(await (await lab.scope.fetch('/metrics', { headers: lab.basic })).text())
    .toMatch(/tsdbscope_embed_requests_total\{route="png",code="200"\} 6\n/);
}, 180_000);

type StreamEvent = { name: string; token: string; dataTime?: number };

/** The events of a stream until there are enough of them, at most a minute. */
async function readStream(path: string, enough: (events: StreamEvent[]) => boolean): Promise<StreamEvent[]> {
  const stop = new AbortController();
  const timer = setTimeout(
    () => { stop.abort(new Error(`Not enough came of ${path.slice(0, 80)} within a minute.`)); }, 60_000
  );
  const answer = await lab.scope.fetch(path, { signal: stop.signal });
  const events: StreamEvent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const match = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end));
        text = text.slice(end + 2);
        if (match !== null) events.push({ ...(JSON.parse(match[2] ?? '') as StreamEvent), name: match[1] ?? '' });
      }
      if (enough(events)) return events;
    }
    throw new Error('The stream ended.');
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
