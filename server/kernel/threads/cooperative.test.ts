import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCooperatively } from './cooperative.ts';
import { openLocalDataStore } from '../../program/worker/data/localDataStore.ts';

describe('long work in steps', () => {
  it('lets others in between, and gives its result', async () => {
    const order: string[] = [];
    function* work(): Generator<undefined, string> {
      for (const step of ['one', 'two']) {
        order.push(step);
        yield;
      }
      return 'done';
    }
    const answer = runCooperatively(work());
    setImmediate(() => { order.push('another'); });
    expect(await answer).toBe('done');
    expect(order.indexOf('another')).toBeLessThan(order.indexOf('two') + 2);
    expect(order).toContain('another');
  });

  it('while a large log is read, scrapes are recorded', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'steps-'));
    const opened = await openLocalDataStore({ dataDir, retentionMs: 1e10, retentionBytes: 2 ** 30 });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = opened.value;
    await store.putTarget({ name: 'prom', url: 'http://127.0.0.1:1', recording: false, labels: {} });
    let recorded = 0;
    let isRead = false;
    const log = store.replayLog(
      Buffer.from('ts=2026-11-20T10:00:00Z level=info msg="something else"\n'.repeat(100_000))
    ).then(() => { isRead = true; });
    while (!isRead) {
      await store.record(
        'prom',
        {
          startMs: Date.now(), durationSeconds: 0.01, status: 200, body: Buffer.from('a 1\n'),
          contentType: 'text/plain', error: null, extras: {},
        }
      );
      recorded++;
      await new Promise((done) => { setImmediate(done); });
    }
    await log;
    expect(recorded).toBeGreaterThan(20);
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
