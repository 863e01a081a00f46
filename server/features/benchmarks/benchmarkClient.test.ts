import { describe, expect, it } from 'vitest';
import { openBenchmarkClient } from './benchmarkClient.ts';

/** Returns the URL of a worker that runs these lines for each call, with its `id` and `body`. */
function workerOf(lines: string): URL {
  const onCall = `parentPort.on('message', ({ id, args: [body] }) => {\n${lines}\n});`;
  const code = `import { parentPort } from 'node:worker_threads';\n${onCall}`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Returns a line that sends an answer; `json` is the code of the JSON text. */
const told = (json: string): string => `parentPort.postMessage({ id, json: new TextEncoder().encode(${json}) });`;
const answer = (json: string): string => told(JSON.stringify(json));

describe('comparisons in a worker', () => {
  it('hand the body over and the answer on as JSON text', async () => {
    const workerUrl = workerOf(told('JSON.stringify({ columns: [body.length] })'));
    const { compare } = openBenchmarkClient({ workerUrl });
    const result = await compare(new Uint8Array(5));
    expect(result).toMatchObject({ ok: true, value: { columns: [5] } });
    expect(result.ok && result.json).toBeInstanceOf(Uint8Array);
  });

  it('are stopped when they take too long, and the next one is answered', async () => {
    const workerUrl = workerOf(`if (body.length === 1) for (;;);\n${answer('{}')}`);
    const { compare } = openBenchmarkClient({ workerUrl, timeLimitMs: 4000 });
    const [slow, next] = await Promise.all([compare(new Uint8Array(1)), compare(new Uint8Array(2))]);
    expect(slow).toMatchObject({ ok: false, error: { errorType: 'timeout' } });
    expect(next.ok).toBe(true);
  });

  it('reject on a bug, and the next one is answered', async () => {
    const bugs = "if (body.length === 1) throw new Error('a bug');\nif (body.length === 3) process.exit(7);";
    const { compare } = openBenchmarkClient({ workerUrl: workerOf(`${bugs}\n${answer('{}')}`) });
    await expect(compare(new Uint8Array(1))).rejects.toThrow('a bug');
    await expect(compare(new Uint8Array(3))).rejects.toThrow('ended with code 7');
    expect((await compare(new Uint8Array(2))).ok).toBe(true);
  });

  it('are refused when too many wait, or those that wait are too large', async () => {
    const { compare: many } = openBenchmarkClient({ workerUrl: workerOf(answer('{}')) });
    const all = await Promise.all(Array.from({ length: 21 }, () => many(new Uint8Array(1))));
    expect(all.filter(({ ok }) => ok)).toHaveLength(20);
    expect(all.at(-1)).toMatchObject({ ok: false, error: { errorType: 'busy' } });
    const { compare: large } = openBenchmarkClient({ workerUrl: workerOf(answer('{}')) });
    const [
      first, second,
    ] = await Promise.all([large(new Uint8Array(40 * 2 ** 20)), large(new Uint8Array(40 * 2 ** 20))]);
    expect([first.ok, second.ok]).toEqual([true, false]);
  });
});
