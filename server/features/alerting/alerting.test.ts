import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { finding } from '../../../core/finding.ts';
import { systemClock } from '../../../core/time/clock.ts';
import { Faults } from '../../kernel/files/faults.ts';
import type { CurrentAnswer } from '../targets/current/currentAnswer.ts';
import { Alerting } from './alerting.ts';
import type { AlertPicture } from './alertStates.ts';

afterEach(() => { vi.useRealTimers(); });

const PICTURE = { url: 'http://scope/embed', imageUrl: 'http://scope/embed.png' };

it('draws the picture of an alert again where that failed, at most three times more', async () => {
  const sent: unknown[] = [];
  const receiver = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => { text += chunk.toString(); });
    req.on('end', () => {
      sent.push((JSON.parse(text) as { annotations: { picture?: string } }[])[0]?.annotations.picture);
      res.end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => receiver.once('listening', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  // Keeps the timers real that the receiver's requests need.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  let tell: (answer: CurrentAnswer) => void = () => undefined;
  const tries: string[] = [];
  const alerting = new Alerting({
    config: {
      receivers: [{ kind: 'alertmanager', name: 'am', url, path: '/api/v2/alerts', timeoutMs: 5_000 }],
      forMs: 0, resendMs: 20_000, severities: ['critical'], pictures: true,
    },
    current: { want: () => undefined, onAnswer: (listener) => { tell = listener; } },
    targets: { scraper: () => undefined, isLive: () => true },
    faults: new Faults(), base: () => 'http://scope', clock: systemClock,
    picture: ({ target }): Promise<AlertPicture> => {
      tries.push(target);
      const isDrawn = target === 'late' && tries.filter((one) => one === target).length === 3;
      return isDrawn ? Promise.resolve(PICTURE) : Promise.reject(new Error('no room'));
    },
  });
  alerting.start();
  const critical = finding({ code: 'target-down', severity: 'critical', claim: [{ text: 'It is down.' }] });
  const fire = (target: string): void => {
    tell({ target, atMs: Date.now(), findings: [{ ...critical, panel: 'scrapes', figures: {} }] });
  };
  try {
    fire('late');
    await vi.advanceTimersByTimeAsync(9_000);
    expect([tries.length, sent]).toEqual([2, []]);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(() => sent).toEqual([undefined]);
    await vi.advanceTimersByTimeAsync(45_000);
    await expect.poll(() => sent.at(-1)).toBe(PICTURE.imageUrl);
    fire('never');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(tries.filter((one) => one === 'never')).toHaveLength(4);
  } finally {
    alerting.stop();
    receiver.close();
  }
});
