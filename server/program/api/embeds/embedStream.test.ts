import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, it } from 'vitest';
import type { EmbedData } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import { EmbedAnswers } from '../../../features/embeds/embedAnswers.ts';
import { EmbedStore } from '../../../features/embeds/embedStore.ts';
import type { ApiDeps } from '../http/deps.ts';
import { OwnMetrics } from '../http/ownMetrics.ts';
import { serve } from '../../../kernel/http/route.ts';
import { streamEmbeds } from './embedStream.ts';

/** Each event's value, as a reader gets them, until the stream has brought so many. */
async function readValues(answer: Response, count: number): Promise<unknown[]> {
  const values: unknown[] = [];
  let text = '';
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const json = /^event: data\ndata: (.*)$/.exec(event)?.[1];
      if (json === undefined) continue;
      const { subject } = JSON.parse(json) as EmbedData;
      values.push((subject?.answer as { value: number } | undefined)?.value);
    }
    if (values.length >= count) break;
  }
  return values;
}

it('brings each new answer of an embed, and none twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embed-stream-'));
  const store = await EmbedStore.open(folder, Date.now, () => undefined);
  let asks = 0;
  // Two questions after each other find the same.
  const answerAt = (ask: number) => ({
    subject: { kind: 'panel', panel: 'memory', target: 'prom', answer: { value: Math.floor(ask / 2) } } as const,
    dataTimeMs: Date.now(), finding: null,
  });
  const answers = new EmbedAnswers(
    store, () => Promise.resolve(ok({ ...answerAt(asks++), empty: false, refreshMs: 0 })), Date.now
  );
  const clock = {
    every: (ms: number, run: () => void) => {
      const timer = setInterval(run, ms);
      return () => { clearInterval(timer); };
    },
  };
  const deps = { metrics: new OwnMetrics(), embeds: { store }, now: Date.now, clock } as unknown as ApiDeps;
  const router = express.Router();
  serve(router, 'GET /embed/stream', streamEmbeds(deps, answers));
  const server = createServer(express().use(router)).listen(0, '127.0.0.1');
  try {
    const made = await store.add({
      title: 'Memory', theme: 'auto', frozen: false, createdMs: Date.now(), expiresMs: Date.now() + 3_600_000,
      scraped: true,
      question: { kind: 'panel', panel: 'memory', target: 'prom', range: { kind: 'last', lastMs: 60_000 } },
    }, { ...answerAt(0), takenMs: Date.now() });
    if (!made.ok) throw new Error(made.error.message);
    const token = await store.tokenOf(made.value);
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/embed/stream?tokens=${token}`);
    expect(await readValues(answer, 2)).toEqual([0, 1]);
  } finally {
    server.closeAllConnections();
    server.close();
    await store.settled();
    rmSync(folder, { recursive: true, force: true });
  }
});
