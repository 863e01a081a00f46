/** The shared worker: one for all embeds of this server in a page, with the only event source. */
import { systemClock } from '../../core/time/clock.ts';
import { aliveEveryMs, createHub, streamPath, type FrameMessage } from './embedHub.ts';

/** The used part of SharedWorkerGlobalScope; the page's types are those of a window. */
const scope = globalThis as unknown as { onconnect: ((event: MessageEvent) => void) | null };
const ports = new Map<string, MessagePort>();

const hub = createHub({
  path: streamPath,
  open: (url) => new EventSource(url),
  send: (frame, message) => {
    if (frame === null) for (const port of ports.values()) port.postMessage(message);
    else ports.get(frame)?.postMessage(message);
  },
  now: systemClock.nowMs, random: Math.random,
});
systemClock.every(aliveEveryMs, () => hub.sweep());

scope.onconnect = (event) => {
  const [port] = event.ports;
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if (data.say === 'bye') ports.delete(data.frame);
    else ports.set(data.frame, port);
    hub.take(data);
  };
};
