import { describe, expect, it } from 'vitest';
import type {
  Capture, CaptureKind, CaptureReason, DiffTopTable, ProfileInfo,
} from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { parts } from '../../../../core/text/parts.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { CaptureOrder } from '../captures/captureOrder.ts';
import type { LiveListener } from '../answers/liveHub.ts';
import { QuietBaseline } from './quietBaseline.ts';

const NOTED = 'a'.repeat(64);

/** A server scraped each second; a capture of its 10 s is taken while it goes on. */
class Played {
  nowMs = 1_700_000_000_000;
  cores = 0.1;
  processStart = 1_699_999_000;
  captures: Capture[] = [];
  removed: string[] = [];
  stored: ProfileInfo[] = [];
  uptimeSeconds = 0;
  compactions = 1;
  kinds: CaptureKind[] = ['cpu'];
  above: CaptureKind[] = [];
  diffs: string[][] = [];
  readonly amended: Capture['againstQuiet'][] = [];
  private readonly listeners = new Set<LiveListener>();
  private finish: (() => void) | null = null;
  readonly planner = new QuietBaseline({
    now: () => this.nowMs,
    triggered: {
      seenOf: () => ({
        cpu: { cores: this.cores, median: 0.1 }, kinds: new Set(this.kinds),
        isAbove: (kind) => this.above.includes(kind),
      }),
    },
    texts: () => [`diff of ${NOTED}`],
    budget: { add: () => Promise.resolve() },
    hub: {
      subscribe: (_target, listener) => {
        this.listeners.add(listener);
        return () => { this.listeners.delete(listener); };
      },
    },
    captures: {
      list: () => this.captures,
      amend: (_id, { againstQuiet }) => { this.amended.push(againstQuiet); },
      take: (_scraper, order) => new Promise((resolve) => {
        const capture = { ...this.capture(order.reason, 'running'), kind: order.kind, seconds: order.seconds };
        this.captures.unshift(capture);
        this.finish = () => {
          resolve(Object.assign(capture, { state: 'done', profileId: `p${this.captures.length}` }));
        };
        if (order.seconds === 0) this.finish();
      }),
    },
    profiles: {
      list: () => Promise.resolve(this.stored),
      get: () => Promise.resolve(ok({ durationSeconds: 10 } as ProfileInfo)),
      stored: (id) => Promise.resolve(ok({
        info: this.stored.find((one) => one.id === id) as ProfileInfo,
        targetFacts: { uptimeSeconds: this.uptimeSeconds },
      })),
      remove: (id) => { this.removed.push(id); return Promise.resolve(ok(null)); },
      diffTop: ({ before, after, sampleType }) => {
        this.diffs.push([...before, ...after, ...(sampleType === undefined ? [] : [sampleType])]);
        return Promise.resolve(ok({
          unit: sampleType === undefined ? 'nanoseconds' : 'bytes', totals: { before: 1e9, after: 6e9 }, rows: [],
          finding: finding({ code: 'diff-total', severity: 'warning', claim: parts`CPU ×6.` }),
        } as unknown as DiffTopTable));
      },
    },
  });

  capture(reason: CaptureOrder['reason'], state: Capture['state'] = 'done'): Capture {
    return {
      id: `c${this.captures.length}`, target: 't', kind: 'cpu', seconds: 10, at: 'now', everySeconds: null, gc: false,
      delta: null, state, startTime: this.nowMs / 1000, endTime: null, progressRatio: null, reason, client: null,
      profileId: null, sizeBytes: null, note: null, error: null, errorType: null,
    };
  }

  async run(seconds: number, at: (second: number) => number = () => 0.1): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      this.nowMs += 1000;
      this.cores = at(second);
      void this.planner.onScrape(this.scraper(), true);
      const running = this.captures.find(({ state }) => state === 'running');
      if (running !== undefined && this.nowMs / 1000 - (running.startTime ?? 0) >= 10) this.finish?.();
      await new Promise((resolve) => { setImmediate(resolve); });
    }
  }

  tell(capture: Capture): Promise<void> {
    for (const listener of this.listeners) listener('capture', capture);
    return new Promise((resolve) => { setImmediate(resolve); });
  }

  scraper(): TargetScraper {
    const view = {
      state: 'up', processStartSeconds: this.processStart,
      reading: { timeMs: this.nowMs, figures: { compactions: this.compactions } },
    };
    return { config: { name: 't' }, view: () => view } as unknown as TargetScraper;
  }

  baseline(): string | undefined {
    return this.planner.about(this.scraper()).baseline?.profileId;
  }
}

const FOUND = finding({ code: 'quiet-diff', severity: 'info', claim: parts`More.` });
const CPU: CaptureReason = { how: 'triggered', sentence: 'CPU was 2 cores.', rule: 'cpu' };

describe('the quiet profile', () => {
  it('is taken after half a minute of quiet, and renewed by age', async () => {
    const played = new Played();
    await played.run(30);
    expect(played.captures).toEqual([]);
    await played.run(15);
    expect(played.captures.map(({ reason: { how } }) => how)).toEqual(['baseline']);
    expect(played.baseline()).toBe('p1');
    await played.run(880);
    expect(played.captures).toHaveLength(1);
    await played.run(60);
    expect(played.baseline()).toBe('p2');
  });

  it('is none that was not quiet to its end, which is removed', async () => {
    const played = new Played();
    await played.run(45, (second) => (second > 37 ? 2 : 0.1));
    expect([played.removed, played.baseline()]).toEqual([['p1'], undefined]);
  });

  it('is of the heap and of goroutines too, where rules take them and see nothing unusual', async () => {
    const played = new Played();
    played.kinds = ['cpu', 'heap', 'goroutine'];
    played.above = ['heap'];
    await played.run(45);
    expect(played.captures.map(({ kind }) => kind)).toEqual(['goroutine', 'cpu']);
    played.above = [];
    await played.run(5);
    const kinds = played.captures.map(({ kind, seconds }) => `${kind} ${seconds}`);
    expect(kinds).toEqual(['heap 0', 'goroutine 0', 'cpu 10']);
    await played.run(800);
    expect(played.captures).toHaveLength(3);
  });

  it('is of one process', async () => {
    const played = new Played();
    await played.run(45);
    played.processStart += 500;
    expect(played.baseline()).toBeUndefined();
  });

  it('of before a restart of tsdbscope is taken over, of the same process only', async () => {
    for (const uptimeSeconds of [900, 100]) {
      const played = new Played();
      const addedTime = played.nowMs / 1000 - 60;
      played.processStart = addedTime - 900;
      played.uptimeSeconds = uptimeSeconds;
      played.stored = [{
        id: 'old', kind: 'cpu', addedTime, durationSeconds: 10,
        source: { how: 'capture', target: 't', captureId: 'x', reason: { how: 'baseline', sentence: null } },
      } as ProfileInfo];
      await played.run(20);
      expect(played.baseline()).toBe(uptimeSeconds === 900 ? 'old' : undefined);
    }
  });
});

describe('old quiet profiles', () => {
  it('go after a day, unless something refers to them', async () => {
    const played = new Played();
    const of = (id: string, hoursAgo: number): ProfileInfo => ({
      id, kind: 'cpu', time: null, durationSeconds: 10, addedTime: played.nowMs / 1000 - 3600 * hoursAgo,
      source: { how: 'capture', target: 't', captureId: 'x', reason: { how: 'baseline', sentence: null } },
    } as ProfileInfo);
    played.stored = [of('young', 23), of('old', 25), of('used', 25), of(NOTED, 25)];
    played.captures = [{ ...played.capture(CPU), againstQuiet: { beforeId: 'used', finding: FOUND } }];
    await played.run(45);
    expect(played.removed).toEqual(['old']);
  });
});

describe('a capture with a cause', () => {
  it('is compared with it, once', async () => {
    const played = new Played();
    await played.run(45);
    const capture = { ...played.capture(CPU), id: 'x', profileId: 'spike' };
    await played.tell(capture);
    await played.tell(capture);
    expect(played.diffs).toEqual([['p1', 'spike']]);
    expect(played.amended.map((one) => [one?.beforeId, one?.finding.sentence]))
      .toEqual([['p1', 'CPU spike: +0.5 cores against quiet.']]);
    await played.tell({ ...played.capture({ ...CPU, rule: 'constructor' }), id: 'own rule', profileId: 'other' });
    expect(played.amended.at(-1)?.finding.sentence).toBe('Capture: +0.5 cores against quiet.');
  });

  it('is compared with that of the process that runs, after the target started again with other settings', async () => {
    const played = new Played();
    await played.run(45);
    played.planner.forget('t');
    played.processStart += 100;
    await played.run(60);
    await played.tell({ ...played.capture(CPU), id: 'x', profileId: 'spike' });
    expect(played.diffs).toEqual([['p2', 'spike']]);
  });

  it('is compared with that of its kind; the change between two snapshots is not', async () => {
    const played = new Played();
    played.kinds = ['cpu', 'heap'];
    await played.run(50);
    const heap = { ...played.capture({ ...CPU, rule: 'memory-growth' }), kind: 'heap' as const, profileId: 'grown' };
    await played.tell({ ...heap, id: 'x', seconds: 0 });
    await played.tell({ ...heap, id: 'y', seconds: 5 });
    await played.tell({ ...heap, id: 'z', kind: 'goroutine', seconds: 0 });
    expect(played.diffs).toEqual([['p2', 'grown', 'inuse_space']]);
    expect(played.amended.map((one) => one?.finding.sentence))
      .toEqual(['Memory growth: +4.66 GiB in use against quiet.']);
  });

  it('is compared with it where a continuous one met a compaction', async () => {
    const played = new Played();
    await played.run(45);
    const compared = async (afterSeconds = Infinity): Promise<boolean> => {
      const startTime = played.nowMs / 1000;
      await played.run(10, (second) => {
        if (second === afterSeconds) played.compactions += 1;
        return 0.1;
      });
      const endTime = played.nowMs / 1000;
      const capture = played.capture({ how: 'continuous', sentence: null });
      const before = played.amended.length;
      await played.tell({ ...capture, id: `continuous${startTime}`, profileId: 'now', startTime, endTime });
      return played.amended.length > before;
    };
    expect(await compared()).toBe(false);
    expect(await compared(5)).toBe(true);
    expect(played.amended.at(-1)?.finding.sentence).toMatch(/^Compaction: /);
  });

  it('is not where there is none, nor what a person asked for', async () => {
    const played = new Played();
    await played.run(2);
    await played.tell({ ...played.capture(CPU), profileId: 'spike' });
    await played.run(45);
    await played.tell({ ...played.capture({ how: 'person', sentence: null }), id: 'y', profileId: 'mine' });
    expect(played.diffs).toEqual([]);
  });
});
