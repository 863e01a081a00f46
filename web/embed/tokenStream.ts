/**
 * One event source for any number of embeds: reopened when embeds are added or removed, and after a loss with growing
 * waits. Runs in the shared worker, in the frame that serves the others, or alone; independent of the page.
 */
import { systemClock, type Cancel } from '../../core/time/clock.ts';
import { backoffMs } from '../api/backoff.ts';

export type LinkState = 'connecting' | 'open' | 'lost';

/** Event for the embed of a token: an answer, or the sentence that it is gone. */
export type StreamNews = { name: 'data' | 'gone'; token: string; body: unknown };

/** The used part of EventSource. */
export interface Source {
  addEventListener(name: string, listener: (event: Event) => void): void;
  close(): void;
}

export interface TokenStreamDeps {
  /** Path of the stream without its query. */
  path: string;
  open: (url: string) => Source;
  onNews: (news: StreamNews) => void;
  onLink: (state: LinkState) => void;
  random: () => number;
}

export interface TokenStream {
  /** Sets all tokens to follow; none closes the stream. */
  follow(tokens: readonly string[]): void;
  stop(): void;
}

/** Wait before opening the stream, because embeds of a page load one after another. */
const gatherMs = 120;
/** Limit below the usual request line limit of servers and proxies (8 KiB); more tokens get another stream. */
const mostQueryChars = 6_000;
/** Maximum number of tokens per stream on the server. */
const mostTokens = 64;

/** Returns the tokens in the given order, in groups short enough for one address. */
export function grouped(tokens: readonly string[], mostChars = mostQueryChars): string[][] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const token of tokens) {
    if (length + token.length + 3 > mostChars || groups.at(-1)?.length === mostTokens) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(token);
    length += token.length + 3;
  }
  return groups;
}

function newsOf(name: StreamNews['name'], event: Event): StreamNews | null {
  if (!('data' in event) || typeof event.data !== 'string') return null;
  try {
    const body: unknown = JSON.parse(event.data);
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
    return typeof token === 'string' ? { name, token, body } : null;
  } catch {
    // Skips an unreadable event; the next answer has the same facts.
    return null;
  }
}

export function createTokenStream({ path, open, onNews, onLink, random }: TokenStreamDeps): TokenStream {
  let tokens: string[] = [];
  let sources: Source[] = [];
  let tries = 0;
  let cancelStart: Cancel | null = null;

  const close = (): void => {
    for (const source of sources) source.close();
    sources = [];
    cancelStart?.();
    cancelStart = null;
  };
  const later = (ms: number): void => {
    cancelStart?.();
    cancelStart = systemClock.after(ms, start);
  };
  const lost = (): void => {
    close();
    tries += 1;
    onLink('lost');
    later(backoffMs(tries, random()));
  };
  function start(): void {
    close();
    if (tokens.length === 0) return;
    sources = grouped(tokens).map((group) => {
      const source = open(`${path}?tokens=${group.map(encodeURIComponent).join(',')}`);
      source.addEventListener('open', () => {
        tries = 0;
        onLink('open');
      });
      source.addEventListener('error', lost);
      for (const name of ['data', 'gone'] as const) {
        source.addEventListener(name, (event) => {
          const news = newsOf(name, event);
          if (news === null) return;
          // Another request would only return gone again.
          if (name === 'gone') tokens = tokens.filter((token) => token !== news.token);
          onNews(news);
        });
      }
      return source;
    });
  }

  return {
    follow: (wanted) => {
      const next = [...new Set(wanted)].sort();
      if (next.join() === tokens.join()) return;
      tokens = next;
      // During an outage the next attempt includes them.
      if (tries === 0) later(gatherMs);
    },
    stop: () => {
      tokens = [];
      close();
    },
  };
}
