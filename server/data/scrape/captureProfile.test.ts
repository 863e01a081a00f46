import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestTarget, type TestTarget } from '../../../testdata/testTarget.ts';
import { ProfileCapturer } from './captureProfile.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { TargetClient } from './httpClient.ts';

const PROFILE = gzipSync(Buffer.from([0x0a, 0x04, 0x08, 0x01, 0x10, 0x02]));
const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => { for (const close of closers.splice(0)) await close(); });

interface Setup { capturer: ProfileCapturer; target: TestTarget; clock: ManualClock }

async function capturerFor(listener: RequestListener): Promise<Setup> {
  const target = await startTestTarget(listener);
  const clock = new ManualClock();
  const client = new TargetClient(target.config, { clock });
  closers.push(() => { client.close(); }, () => target.close());
  return { capturer: new ProfileCapturer(client), target, clock };
}

describe('ProfileCapturer', () => {
  it('asks for a CPU profile of the seconds wanted and keeps its bytes as they came', async () => {
    let encoding: unknown;
    const { capturer, target } = await capturerFor(
      (request, response) => { encoding = request.headers['accept-encoding']; response.end(PROFILE); }
    );
    const taken = await capturer.capture({ kind: 'cpu', seconds: 7, gc: false });
    expect(target.asked).toEqual(['/debug/pprof/profile?seconds=7']);
    expect(encoding).toBe('identity');
    expect(taken.ok && Buffer.from(taken.value.bytes).equals(PROFILE)).toBe(true);
  });

  it.each(
    ['heap', 'allocs', 'goroutine', 'goroutineleak', 'mutex', 'block', 'threadcreate'] as const
  )('asks for %s under its own path', async (kind) => {
    const { capturer, target } = await capturerFor((_, response) => { response.end(PROFILE); });
    expect((await capturer.capture({ kind, seconds: 0, gc: false })).ok).toBe(true);
    expect(target.asked).toEqual([`/debug/pprof/${kind}`]);
  });

  it('says of a target without a profile of leaked goroutines which Go has it', async () => {
    const { capturer } = await capturerFor((_, response) => { response.writeHead(404).end('Unknown profile'); });
    const taken = await capturer.capture({ kind: 'goroutineleak', seconds: 0, gc: false });
    expect(taken).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    expect(!taken.ok && taken.error.message).toMatch(/has no profile of leaked goroutines: Go has it from 1\.27 on/);
  });

  it('asks a heap profile for a collection first', async () => {
    const { capturer, target } = await capturerFor((_, response) => { response.end(PROFILE); });
    expect((await capturer.capture({ kind: 'heap', seconds: 0, gc: true })).ok).toBe(true);
    expect(target.asked).toEqual(['/debug/pprof/heap?gc=1']);
  });

  it('asks for a dump of goroutines with wait times, and takes nothing else for one', async () => {
    const dump = 'goroutine 1 [select, 3 minutes]:\nmain.main()\n\t/a.go:1 +0x1\n';
    const { capturer, target } = await capturerFor((_, response) => { response.end(dump); });
    const taken = await capturer.capture({ kind: 'goroutine', seconds: 0, gc: false, waits: true });
    expect(target.asked).toEqual(['/debug/pprof/goroutine?debug=2']);
    expect(taken.ok && new TextDecoder().decode(taken.value.bytes)).toBe(dump);
    const page = await capturerFor((_, response) => { response.end('<html>'); });
    expect(await page.capturer.capture({ kind: 'goroutine', seconds: 0, gc: false, waits: true }))
      .toMatchObject({ ok: false, error: { errorType: 'target_error' } });
  });

  it('leaves the change over a time to a target that takes it', async () => {
    const { capturer, target, clock } = await capturerFor((_, response) => {
      clock.suspend(1000);
      response.end(PROFILE);
    });
    const taken = await capturer.capture({ kind: 'allocs', seconds: 1, gc: false });
    expect(target.asked).toEqual(['/debug/pprof/allocs?seconds=1']);
    expect(taken).toMatchObject({ ok: true, value: { delta: 'target', earlier: null } });
  });

  it.each<[string, boolean, RequestListener, string[]]>([
    [
      'takes no notice of seconds', false, (_, r) => { r.end(PROFILE); },
      ['/debug/pprof/heap?seconds=1', '/debug/pprof/heap'],
    ],
    ['may not write for so long', false, (q, r) => {
      if (q.url?.includes('seconds') === true) r.writeHead(
        400, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Go-Pprof': '1' }
      ).end("profile duration exceeds server's WriteTimeout\n");
      else r.end(PROFILE);
    }, ['/debug/pprof/heap?seconds=1', '/debug/pprof/heap', '/debug/pprof/heap']],
    [
      'is to collect garbage first', true, (_, r) => { r.end(PROFILE); },
      ['/debug/pprof/heap?gc=1', '/debug/pprof/heap?gc=1'],
    ],
  ])('takes two snapshots of a target that %s', async (_what, gc, listener, asked) => {
    const { capturer, target, clock } = await capturerFor(listener);
    const taking = capturer.capture({ kind: 'heap', seconds: 1, gc });
    await clock.armed(1000);
    expect(target.asked).toEqual(asked.slice(0, -1));
    await clock.advance(1000);
    const taken = await taking;
    expect(target.asked).toEqual(asked);
    expect(taken.ok && taken.value.startMs - (taken.value.earlier?.startMs ?? 0)).toBe(1000);
    expect(taken.ok && taken.value.delta === null && taken.value.earlier !== null).toBe(true);
  });

  it('can be cancelled between two snapshots', async () => {
    const { capturer, target, clock } = await capturerFor((_, response) => { response.end(PROFILE); });
    const taking = capturer.capture({ kind: 'mutex', seconds: 30, gc: false });
    await clock.armed(30_000);
    capturer.cancelAll();
    expect(await taking)
      .toMatchObject({ ok: false, error: { message: expect.stringContaining('cancelled') as string } });
    expect(target.asked).toHaveLength(1);
  });

  it('asks for an execution trace, which is no protobuf, and refuses what is none', async () => {
    const bytes = Buffer.from('go 1.26 trace\0\0\0');
    const { capturer, target } = await capturerFor((_, response) => { response.end(bytes); });
    const taken = await capturer.capture({ kind: 'trace', seconds: 3, gc: false });
    expect(target.asked).toEqual(['/debug/pprof/trace?seconds=3']);
    expect(taken.ok && Buffer.from(taken.value.bytes).equals(bytes)).toBe(true);
    const other = await capturerFor((_, response) => { response.end(PROFILE); });
    expect(await other.capturer.capture({ kind: 'trace', seconds: 1, gc: false })).toMatchObject({
      error: { errorType: 'target_error', message: expect.stringMatching(/is not an execution trace/) as string },
    });
    const busy = await capturerFor((_, response) => {
      response.writeHead(500).end('Could not enable tracing: tracing is already enabled');
    });
    expect(await busy.capturer.capture({ kind: 'trace', seconds: 1, gc: false })).toMatchObject({
      error: { errorType: 'busy', message: expect.stringMatching(/already being traced/) as string },
    });
  });

  it('looks for fgprof in both its places and says when it is in neither', async () => {
    const none = await capturerFor((_, response) => { response.writeHead(404).end(); });
    expect(await none.capturer.capture({ kind: 'fgprof', seconds: 1, gc: false })).toMatchObject({
      ok: false, error: {
        errorType: 'not_found',
        message: expect.stringMatching(
          /does not serve fgprof \(neither \/debug\/fgprof nor \/debug\/pprof\/fgprof\)/
        ) as string,
      },
    });
    const second = await capturerFor((request, response) => {
      if (request.url?.startsWith('/debug/fgprof') === true) response.writeHead(404).end();
      else response.end(PROFILE);
    });
    expect((await second.capturer.capture({ kind: 'fgprof', seconds: 1, gc: false })).ok).toBe(true);
    expect(second.target.asked).toEqual(['/debug/fgprof?seconds=1', '/debug/pprof/fgprof?seconds=1']);
  });

  it('takes one capture of a kind at a time, others beside it, and another after it', async () => {
    const answers: (() => void)[] = [];
    const { capturer, clock } = await capturerFor(({ url }, response) => {
      if (url?.includes('profile') === true) answers.push(() => { response.end(PROFILE); });
      else response.end(PROFILE);
    });
    const first = capturer.capture({ kind: 'cpu', seconds: 1, gc: false });
    await clock.advance(400);
    expect(capturer.progressRatio('cpu')).toBe(0.4);
    const second = await capturer.capture({ kind: 'cpu', seconds: 1, gc: false });
    expect(second).toMatchObject({
      ok: false,
      error: {
        errorType: 'busy', message: expect.stringMatching(/^A cpu profile of .* is already being taken/) as string,
      },
    });
    expect((await capturer.capture({ kind: 'heap', seconds: 0, gc: false })).ok).toBe(true);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    expect((await first).ok).toBe(true);
    expect(capturer.progressRatio('cpu')).toBeNull();
    const third = capturer.capture({ kind: 'cpu', seconds: 1, gc: false });
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    expect((await third).ok).toBe(true);
  });

  it('can be cancelled, which ends the request at the target', async () => {
    let closed = false;
    const { capturer, target, clock } =
      await capturerFor((_, response) => { response.on('close', () => { closed = true; }); });
    const taking = capturer.capture({ kind: 'cpu', seconds: 30, gc: false });
    await expect.poll(() => target.asked.length).toBe(1);
    await clock.advance(3000);
    expect(capturer.progressRatio('cpu')).toBe(0.1);
    capturer.cancel('cpu');
    expect(await taking).toMatchObject(
      { ok: false, error: { errorType: 'target_error', message: expect.stringContaining('cancelled') as string } }
    );
    await expect.poll(() => closed).toBe(true);
  });

  it.each([0, 0.5, -1, 601, Number.NaN])('refuses a CPU profile of %s seconds without asking', async (seconds) => {
    const { capturer, target } = await capturerFor((_, response) => { response.end(PROFILE); });
    expect(await capturer.capture({ kind: 'cpu', seconds: seconds, gc: false }))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect(target.asked).toEqual([]);
  });

  it.each<[name: string, listener: RequestListener, errorType: string, message: RegExp]>([
    [
      'that is being profiled by someone else',
      (_, r) => {
        r.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
          .end('Could not enable CPU profiling: cpu profiling already in use\n');
      }, 'busy', /already being CPU-profiled by someone else/,
    ],
    [
      'without pprof', (_, r) => { r.writeHead(404).end(); }, 'not_found',
      /has no \/debug\/pprof\/profile: its pprof pages are switched off/,
    ],
    ['that wants credentials', (_, r) => { r.writeHead(401).end(); }, 'target_error', /HTTP 401/],
    ['that answers with a page', (_, r) => { r.end('<html></html>'); }, 'target_error', /that is not a profile/],
    [
      'that answers with text', (_, r) => { r.end('heap profile: 1: 2'); }, 'target_error',
      /something that is not a profile/,
    ],
    ['that answers with nothing', (_, r) => { r.end(); }, 'target_error', /with nothing/],
    ['that sends more than 64 MiB', (_, r) => {
      const junk = Buffer.alloc(1024 * 1024, 0x0a);
      let sent = 0;
      const more = (): void => { if (sent++ < 80) r.write(junk, more); else r.end(); };
      more();
    }, 'too_large', /more than 64 MiB/],
    [
      'that breaks off', (_, r) => { r.writeHead(200); r.write(PROFILE, () => { setTimeout(() => r.destroy(), 10); });
      }, 'target_error', /closed the connection after/,
    ],
  ])('says what is wrong with a target %s', async (_, listener, errorType, message) => {
    const { capturer } = await capturerFor(listener);
    const taken = await capturer.capture({ kind: 'cpu', seconds: 1, gc: false });
    expect(taken).toMatchObject({ ok: false, error: { errorType } });
    expect(taken.ok ? '' : taken.error.message).toMatch(message);
  });
});
