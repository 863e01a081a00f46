import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHub, type HubMessage } from './embedHub.ts';
import { createTokenStream, grouped, type Source, type StreamNews } from './tokenStream.ts';

/** A source whose events come from the test. */
class PlayedSource implements Source {
  readonly listeners = new Map<string, (event: Event) => void>();
  isClosed = false;
  readonly url: string;
  constructor(url: string) { this.url = url; }
  addEventListener(name: string, listener: (event: Event) => void): void { this.listeners.set(name, listener); }
  close(): void { this.isClosed = true; }
  play(name: string, data?: unknown): void {
    this.listeners.get(name)?.(
      data === undefined ? new Event(name)
        : new MessageEvent(name, { data: typeof data === 'string' ? data : JSON.stringify(data) })
    );
  }
}

function played() {
  const sources: PlayedSource[] = [];
  const news: StreamNews[] = [];
  const links: string[] = [];
  const stream = createTokenStream({
    path: '/embed/stream', random: () => 0.5, onNews: (one) => news.push(one), onLink: (state) => links.push(state),
    open: (url) => {
      const source = new PlayedSource(url);
      sources.push(source);
      return source;
    },
  });
  const openNow = (): PlayedSource[] => sources.filter(({ isClosed }) => !isClosed);
  return { stream, sources, openNow, news, links };
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

describe('one stream for many embeds', () => {
  it('is opened once for twenty that load one after the other', () => {
    const { stream, sources, openNow } = played();
    const tokens = Array.from({ length: 20 }, (_, i) => `t${i}`);
    tokens.forEach((_, i) => stream.follow(tokens.slice(0, i + 1)));
    vi.advanceTimersByTime(200);
    expect(sources).toHaveLength(1);
    expect(openNow()[0]?.url).toBe(`/embed/stream?tokens=${tokens.toSorted().join(',')}`);
  });

  it('is opened anew when an embed comes, closed when the last goes, left alone when nothing changed', () => {
    const { stream, sources, openNow } = played();
    stream.follow(['a']);
    vi.advanceTimersByTime(200);
    stream.follow(['a', 'a']);
    vi.advanceTimersByTime(200);
    expect(sources).toHaveLength(1);
    stream.follow(['a', 'b']);
    vi.advanceTimersByTime(200);
    expect(openNow().map(({ url }) => url)).toEqual(['/embed/stream?tokens=a,b']);
    stream.follow([]);
    vi.advanceTimersByTime(200);
    expect(openNow()).toEqual([]);
  });

  it('comes back after a loss with growing waits, and starts at the shortest again once it was open', () => {
    const { stream, sources, links } = played();
    stream.follow(['a']);
    vi.advanceTimersByTime(200);
    sources[0]?.play('open');
    sources[0]?.play('error');
    expect(sources[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(2);
    sources[1]?.play('error');
    vi.advanceTimersByTime(1_900);
    expect(sources).toHaveLength(2);
    vi.advanceTimersByTime(200);
    expect(sources).toHaveLength(3);
    sources[2]?.play('open');
    sources[2]?.play('error');
    vi.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(4);
    expect(links).toEqual(['open', 'lost', 'lost', 'open', 'lost']);
  });

  it('gives each answer with its token, skips what cannot be read, and asks no more for what is gone', () => {
    const { stream, sources, news, openNow } = played();
    stream.follow(['a', 'b']);
    vi.advanceTimersByTime(200);
    sources[0]?.play('data', { token: 'a', title: 'x' });
    sources[0]?.play('data', '{"token": "a"');
    sources[0]?.play('data', 'null');
    sources[0]?.play('gone', { token: 'b', error: 'It was revoked.' });
    expect(news.map(({ name, token }) => [name, token])).toEqual([['data', 'a'], ['gone', 'b']]);
    sources[0]?.play('error');
    vi.advanceTimersByTime(2_000);
    expect(openNow().map(({ url }) => url)).toEqual(['/embed/stream?tokens=a']);
  });

  it('is split where one address would grow too long', () => {
    const tokens = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(200, 'x'));
    const groups = grouped(tokens, 6_000);
    expect(groups.flat()).toEqual(tokens);
    expect(groups.every((group) => group.join(',').length <= 6_000)).toBe(true);
    expect(groups).toHaveLength(3);
    expect(grouped([], 10)).toEqual([]);
  });
});

describe('the hub of a page', () => {
  function hub() {
    const sources: PlayedSource[] = [];
    const sent: [string | null, HubMessage][] = [];
    let nowMs = 0;
    const made = createHub({
      path: '/embed/stream', random: () => 0.5, now: () => nowMs, send: (frame, message) => sent.push([frame, message]),
      open: (url) => {
        const source = new PlayedSource(url);
        sources.push(source);
        return source;
      },
    });
    return { made, sources, sent, at: (ms: number) => { nowMs = ms; } };
  }

  it('sends an answer to the frames of its token only', () => {
    const { made, sources, sent } = hub();
    made.take({ say: 'hello', frame: 'f1', token: 'a' });
    made.take({ say: 'hello', frame: 'f2', token: 'b' });
    made.take({ say: 'hello', frame: 'f3', token: 'a' });
    vi.advanceTimersByTime(200);
    sources[0]?.play('data', { token: 'a' });
    expect(sent.filter(([, message]) => message.say === 'news').map(([frame]) => frame)).toEqual(['f1', 'f3']);
  });

  it('forgets a frame that said bye, and one that was not heard of for minutes', () => {
    const { made, sources, at } = hub();
    for (const frame of ['a', 'b', 'c']) made.take({ say: 'hello', frame, token: frame });
    vi.advanceTimersByTime(200);
    made.take({ say: 'bye', frame: 'a', token: 'a' });
    at(180_000);
    made.take({ say: 'alive', frame: 'b', token: 'b' });
    at(300_000);
    made.sweep();
    vi.advanceTimersByTime(200);
    expect(sources.filter(({ isClosed }) => !isClosed).map(({ url }) => url)).toEqual(['/embed/stream?tokens=b']);
  });
});
