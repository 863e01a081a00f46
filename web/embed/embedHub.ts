/**
 * Tracks which frames want which token, and forwards events of the single stream; the same in the worker and in a
 * frame.
 */
import { pathPrefix } from '../url/pathPrefix.ts';
import { createTokenStream, type LinkState, type Source, type StreamNews } from './tokenStream.ts';

/** Messages of a frame with its token: hello at the start, alive periodically, bye when it closes. */
export type FrameMessage = { say: 'hello' | 'alive' | 'bye'; frame: string; token: string };
export type HubMessage = { say: 'welcome' } | { say: 'news'; news: StreamNews } | { say: 'link'; state: LinkState };

export const streamPath = `${pathPrefix}/embed/stream`;
export const aliveEveryMs = 30_000;
/** Timeout of a frame; timers of a hidden page can run only once a minute. */
const forgottenAfterMs = 200_000;

export interface HubDeps {
  path: string;
  open: (url: string) => Source;
  /** Sends to one frame, or to all (null). */
  send: (frame: string | null, message: HubMessage) => void;
  now: () => number;
  random: () => number;
}

export interface EmbedHub {
  take(message: FrameMessage): void;
  /** Drops frames that have timed out; call it periodically. */
  sweep(): void;
  stop(): void;
}

export function createHub({ path, open, send, now, random }: HubDeps): EmbedHub {
  const frames = new Map<string, { token: string; heardMs: number }>();
  let link: LinkState = 'connecting';
  const stream = createTokenStream({
    path, open, random,
    onNews: (news) => {
      for (const [frame, { token }] of frames) if (token === news.token) send(frame, { say: 'news', news });
    },
    onLink: (state) => {
      link = state;
      send(null, { say: 'link', state });
    },
  });
  const follow = (): void => stream.follow([...frames.values()].map(({ token }) => token));
  return {
    take: ({ say, frame, token }) => {
      if (say === 'bye') frames.delete(frame);
      else {
        frames.set(frame, { token, heardMs: now() });
        if (say === 'hello') {
          send(frame, { say: 'welcome' });
          send(frame, { say: 'link', state: link });
        }
      }
      follow();
    },
    sweep: () => {
      for (const [frame, { heardMs }] of frames) if (now() - heardMs > forgottenAfterMs) frames.delete(frame);
      follow();
    },
    stop: () => stream.stop(),
  };
}
