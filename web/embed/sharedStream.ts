/**
 * Live answers for one frame, over as few connections as the browser allows: a shared worker holds one stream for all
 * frames of this server, in all tabs. If a frame cannot have one (third-party storage blocked, a private window), the
 * frames of a page find each other, which needs no storage, and the first of them holds the stream for the rest.
 */
import { systemClock } from '../../core/time/clock.ts';
import { aliveEveryMs, createHub, streamPath, type EmbedHub, type FrameMessage, type HubMessage } from './embedHub.ts';
import type { LinkState, StreamNews } from './tokenStream.ts';

export interface Followed {
  token: string;
  onNews: (news: StreamNews) => void;
  onLink: (state: LinkState) => void;
}

/** Timeout after which a silent worker is considered refused. */
const workerPatienceMs = 4_000;

function frameName(): string {
  return `${systemClock.nowMs().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function takeHub(message: HubMessage, { onNews, onLink }: Followed): void {
  if (message.say === 'news') onNews(message.news);
  if (message.say === 'link') onLink(message.state);
}

/** Sends hello, alive and bye through `post`, also when the page sleeps and wakes. */
function announce(token: string, frame: string, post: (message: FrameMessage) => void): () => void {
  const say = (what: FrameMessage['say']): void => post({ say: what, frame, token });
  const endAlive = systemClock.every(aliveEveryMs, () => say('alive'));
  addEventListener('pagehide', () => say('bye'));
  addEventListener('pageshow', (event) => { if (event.persisted) say('hello'); });
  say('hello');
  return () => {
    endAlive();
    say('bye');
  };
}

function byWorker(followed: Followed, otherwise: () => void): void {
  let worker: SharedWorker;
  try {
    worker = new SharedWorker(
      new URL('./streamWorker.ts', import.meta.url), { type: 'module', name: 'tsdbscope-embeds' }
    );
  } catch {
    // A sandboxed frame without its own origin may not be allowed one.
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
    cancel();
    end();
    worker.port.close();
    otherwise();
  };
  const cancel = systemClock.after(workerPatienceMs, giveUp);
  worker.onerror = giveUp;
}

/**
 * Interface of the frame that holds the stream for the others; frames of one origin run in one thread, so there is no
 * race between check and use.
 */
interface PageHub {
  hub: EmbedHub;
  members: Map<string, { take: (message: HubMessage) => void; moveOn: () => void }>;
}
const slot = 'tsdbscopeEmbedHub';

/** Returns every frame of the page in order, including those of other origins, whose content is not accessible. */
function framesOf(around: Window): Window[] {
  return Array.from({ length: around.length }, (_, i) => around[i])
    .flatMap((frame) => (frame === undefined ? [] : [frame, ...framesOf(frame)]));
}

function hubOfPage(): PageHub | null {
  for (const frame of framesOf(window.top ?? window)) {
    try {
      const found: unknown = Reflect.get(frame, slot);
      if (typeof found === 'object' && found !== null) return found as PageHub;
    } catch {
      // A frame of another origin.
    }
  }
  return null;
}

/** Opens the stream in this frame, for itself and for frames that join. */
function holdStream(): PageHub {
  const members: PageHub['members'] = new Map();
  const hub = createHub({
    path: streamPath, open: (url) => new EventSource(url), now: systemClock.nowMs, random: Math.random,
    send: (to, message) => { for (const [frame, { take }] of members) if (to === null || to === frame) take(message); },
  });
  const held = { hub, members };
  Reflect.set(window, slot, held);
  addEventListener('pagehide', () => {
    Reflect.deleteProperty(window, slot);
    hub.stop();
    const left = [...members.values()];
    members.clear();
    for (const { moveOn } of left) moveOn();
  }, { once: true });
  return held;
}

function bySibling(followed: Followed): void {
  const frame = frameName();
  const isHidden = { now: false };
  let held: PageHub | null = null;
  const join = (): void => {
    if (isHidden.now) return;
    held = hubOfPage() ?? holdStream();
    held.members.set(frame, { take: (message) => takeHub(message, followed), moveOn: join });
    held.hub.take({ say: 'hello', frame, token: followed.token });
  };
  // Runs before the frame that holds the stream tells the others to reconnect, because it is not one of them.
  addEventListener('pagehide', () => {
    isHidden.now = true;
    held?.members.delete(frame);
    held?.hub.take({ say: 'bye', frame, token: followed.token });
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    isHidden.now = false;
    join();
  });
  join();
}

/** Starts listening for the frame's token. */
export function followToken(followed: Followed): void {
  if (typeof SharedWorker === 'function') byWorker(followed, () => bySibling(followed));
  else bySibling(followed);
}
