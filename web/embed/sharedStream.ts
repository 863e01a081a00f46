/**
 * Live answers for one frame, over as few connections as the browser allows. In order of preference: a shared worker holds one
 * stream for all frames of the page; one frame holds it and speaks for the others (where locks and a channel exist but no
 * shared worker); each frame asks by itself every few seconds.
 */
import { backoffMs } from '../api/backoff.ts';
import { aliveEveryMs, createHub, streamPath, type FrameMessage, type HubMessage } from './embedHub.ts';
import type { LinkState, StreamNews } from './tokenStream.ts';

export interface Followed {
  token: string;
  onNews: (news: StreamNews) => void;
  onLink: (state: LinkState) => void;
  /** Asks for the data once, for who has no stream; true when an answer came, a refusal included. */
  ask: () => Promise<boolean>;
}

/** A worker that has said nothing by then never will: its script was refused. */
const workerPatienceMs = 4_000;
const askEveryMs = 5_000;
const channelName = 'tsdbscope-embeds';

function frameName(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function takeHub(message: HubMessage, { onNews, onLink }: Followed): void {
  if (message.say === 'news') onNews(message.news);
  if (message.say === 'link') onLink(message.state);
}

/** Says hello, alive and bye through `post`, also when the page sleeps and wakes. */
function announce(token: string, frame: string, post: (message: FrameMessage) => void): () => void {
  const say = (what: FrameMessage['say']): void => post({ say: what, frame, token });
  const timer = setInterval(() => say('alive'), aliveEveryMs);
  addEventListener('pagehide', () => say('bye'));
  addEventListener('pageshow', (event) => { if (event.persisted) say('hello'); });
  say('hello');
  return () => {
    clearInterval(timer);
    say('bye');
  };
}

function byWorker(followed: Followed, otherwise: () => void): void {
  let worker: SharedWorker;
  try {
    worker = new SharedWorker(new URL('./streamWorker.ts', import.meta.url), { type: 'module', name: 'tsdbscope-embeds' });
  } catch {
    // A sandboxed frame without an origin of its own may have none.
    otherwise();
    return;
  }
  let isWelcome = false;
  const frame = frameName();
  worker.port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    isWelcome = true;
    takeHub(data, followed);
  };
  const end = announce(followed.token, frame, (message) => worker.port.postMessage(message));
  const giveUp = (): void => {
    if (isWelcome) return;
    isWelcome = true;
    clearTimeout(timer);
    end();
    worker.port.close();
    otherwise();
  };
  const timer = setTimeout(giveUp, workerPatienceMs);
  worker.onerror = giveUp;
}

/** Whoever gets the lock holds the stream; when it goes, the next one does. */
function bySpeaker(followed: Followed): void {
  const frame = frameName();
  const channel = new BroadcastChannel(channelName);
  let take: ((message: FrameMessage) => void) | null = null;
  const post = (message: FrameMessage): void => {
    channel.postMessage(message);
    take?.(message);
  };
  const onHub = (message: HubMessage & { to?: string | null }): void => {
    if (message.to === frame || message.to === null) takeHub(message, followed);
  };
  channel.onmessage = ({ data }: MessageEvent<(FrameMessage & { to?: undefined }) | (HubMessage & { to: string | null }) | { say: 'speaker' }>) => {
    // A new speaker knows nobody yet.
    if (data.say === 'speaker') post({ say: 'hello', frame, token: followed.token });
    else if ('frame' in data) take?.(data);
    else onHub(data);
  };
  announce(followed.token, frame, post);
  void navigator.locks.request(channelName, () => {
    const hub = createHub({
      path: streamPath, open: (url) => new EventSource(url), now: Date.now, random: Math.random,
      send: (to, message) => {
        channel.postMessage({ ...message, to });
        onHub({ ...message, to });
      },
    });
    take = (message) => hub.take(message);
    setInterval(() => hub.sweep(), aliveEveryMs);
    channel.postMessage({ say: 'speaker' });
    take({ say: 'hello', frame, token: followed.token });
    // Held for as long as the frame lives.
    return new Promise<never>(() => undefined);
  });
}

function byAsking({ ask, onLink }: Followed): void {
  let tries = 0;
  const next = async (): Promise<void> => {
    const answered = await ask();
    tries = answered ? 0 : tries + 1;
    onLink(answered ? 'open' : 'lost');
    setTimeout(() => void next(), answered ? askEveryMs : backoffMs(tries, Math.random()));
  };
  setTimeout(() => void next(), askEveryMs);
}

/** Starts listening for the frame's token. */
export function followToken(followed: Followed): void {
  const withoutWorker = (): void => {
    if (typeof BroadcastChannel === 'function' && 'locks' in navigator && typeof EventSource === 'function') bySpeaker(followed);
    else byAsking(followed);
  };
  if (typeof SharedWorker === 'function') byWorker(followed, withoutWorker);
  else withoutWorker();
}
