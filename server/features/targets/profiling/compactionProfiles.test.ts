import { describe, expect, it } from 'vitest';
import type { Capture } from '../../../../core/contract/contract.ts';
import { fail, ok } from '../../../../core/result.ts';
import { DEFAULT_TRIGGERS, NEXT_COMPACTION, type TriggerSettings } from '../../../../core/triggers.ts';
import { ruleLimit } from '../../../analysis/signals/triggers/triggerLimits.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { newCapture } from '../captures/captureOrder.ts';
import { CompactionProfiles } from './compactionProfiles.ts';

const BEGIN_MS = Date.UTC(2026, 0, 1, 12);
const RANGE_MS = 7_200_000;

/** A server that is scraped each second and compacts every two hours. */
class Played {
  nowMs = BEGIN_MS;
  isOn = true;
  isKnown = true;
  asked = 0;
  settings: TriggerSettings = DEFAULT_TRIGGERS;
  countedBytes = 0;
  captures: Capture[] = [];
  private readonly planner = new CompactionProfiles({
    now: () => this.nowMs,
    rules: { of: () => this.settings },
    budget: { add: (_target, bytes) => { this.countedBytes += bytes; return Promise.resolve(); } },
    triggered: {
      allows: (_scraper, rule) => ruleLimit(rule, this.captures.flatMap(({ reason, startTime, sizeBytes, state }) => (
        reason.rule === undefined || startTime === null || state === 'waiting' ? []
          : [{ rule: reason.rule, timeMs: 1000 * startTime, bytes: sizeBytes ?? 0 }]
      )), this.settings, this.nowMs).held === null,
    },
    captures: {
      list: () => [...this.captures].reverse(),
      amend: (id, change) => { Object.assign(this.of(id), change); },
      cancel: (id) => Object.assign(this.of(id), { state: 'failed', cancelled: true }),
    },
    bookings: {
      book: (_scraper, { by, ...order }, { at }) => {
        this.asked += 1;
        if (!this.isKnown) return Promise.resolve(fail('bad_data', 'The next compaction is not known.'));
        const startMs = Math.ceil(this.nowMs / RANGE_MS) * RANGE_MS;
        const capture = newCapture(
          { ...order, reason: { how: 'booked', sentence: null, ...by } },
          { at, everySeconds: null, state: 'waiting', startTime: startMs / 1000 }
        );
        this.captures.push(capture);
        return Promise.resolve(ok(capture));
      },
    },
  });

  async run(seconds: number, stepSeconds = 1): Promise<void> {
    for (let second = 0; second < seconds; second += stepSeconds) {
      this.nowMs += 1000 * stepSeconds;
      for (const capture of this.captures) {
        if (capture.state !== 'waiting' || 1000 * (capture.startTime ?? 0) > this.nowMs) continue;
        Object.assign(capture, { state: 'done', sizeBytes: 1000 });
      }
      const scraper = { config: { name: 't' }, view: () => ({ state: 'up' }) };
      await this.planner.onScrape(scraper as unknown as TargetScraper, this.isOn);
    }
  }

  /** Books a capture as a person does. */
  bookOne(): void {
    this.captures.push(newCapture(
      { target: 't', kind: 'cpu', seconds: 5, gc: false, reason: { how: 'booked', sentence: null } },
      { at: 'next-compaction', everySeconds: null, state: 'waiting', startTime: this.nowMs / 1000 + 3600 }
    ));
  }

  get states(): string[] {
    return this.captures.map(({ state, reason }) => `${reason.rule ?? 'a person'} ${state}`);
  }

  private of(id: string): Capture {
    return this.captures.find((one) => one.id === id) ?? expect.fail('a capture that is not there');
  }
}

describe('a profile of the next head compaction', () => {
  it('is booked while profiling is on, one at a time, and counts to the budget', async () => {
    const played = new Played();
    await played.run(10);
    expect(played.states).toEqual(['next-compaction waiting']);
    expect(played.captures[0]).toMatchObject({ kind: 'cpu', at: 'next-compaction', client: null });
    await played.run(3 * RANGE_MS / 1000 + 600, 60);
    expect(played.states).toEqual([...Array<string>(3).fill('next-compaction done'), 'next-compaction waiting']);
    expect(played.countedBytes).toBe(3000);
  });

  it('is not booked beside that of a person, while profiling or the rule is off, or past the limit', async () => {
    const person = new Played();
    person.bookOne();
    await person.run(10);
    expect(person.states).toEqual(['a person waiting']);
    const off = new Played();
    off.isOn = false;
    await off.run(10);
    expect(off.asked).toBe(0);
    const ruleOff = new Played();
    ruleOff.settings = { ...DEFAULT_TRIGGERS, off: [NEXT_COMPACTION] };
    await ruleOff.run(10);
    expect(ruleOff.asked).toBe(0);
    const limited = new Played();
    limited.settings = { ...DEFAULT_TRIGGERS, maxPerDay: 2 };
    await limited.run(11 * 3600, 60);
    expect(limited.states).toEqual(['next-compaction done', 'next-compaction done']);
  });

  it('is dropped when profiling is switched off, and booked again when it is on', async () => {
    const played = new Played();
    await played.run(5);
    played.isOn = false;
    await played.run(5);
    expect(played.states).toEqual(['a person failed']);
    played.isOn = true;
    await played.run(5);
    expect(played.states).toEqual(['a person failed', 'next-compaction waiting']);
  });

  it('gives way to one that a person books', async () => {
    const played = new Played();
    await played.run(5);
    played.bookOne();
    await played.run(5);
    expect(played.states).toEqual(['a person failed', 'a person waiting']);
  });

  it('stays cancelled until that compaction is over', async () => {
    const played = new Played();
    await played.run(5);
    Object.assign(played.captures[0] ?? {}, { state: 'failed', cancelled: true });
    await played.run(RANGE_MS / 1000 - 10, 60);
    expect(played.states).toEqual(['next-compaction failed']);
    await played.run(600);
    expect(played.states).toEqual(['next-compaction failed', 'next-compaction waiting']);
  });

  it('is asked for once a minute while the next compaction is not known', async () => {
    const played = new Played();
    played.isKnown = false;
    await played.run(170);
    expect(played.asked).toBe(3);
    played.isKnown = true;
    await played.run(60);
    expect(played.states).toEqual(['next-compaction waiting']);
  });

  it('is not asked of a target without CPU profiles for a day', async () => {
    const played = new Played();
    await played.run(5);
    Object.assign(played.captures[0] ?? {}, { state: 'failed', errorType: 'not_found' });
    await played.run(20 * 3600, 60);
    expect(played.states).toHaveLength(1);
    await played.run(9 * 3600, 60);
    expect(played.states).toEqual(['next-compaction failed', 'next-compaction done', 'next-compaction waiting']);
  });
});
