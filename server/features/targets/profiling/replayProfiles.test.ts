import { describe, expect, it } from 'vitest';
import type { Capture, PanelByName, ProfileInfo, TakenInReplay } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { CaptureOrder } from '../captures/captureOrder.ts';
import type { PanelAnswers } from '../answers/panelInputs.ts';
import { ReplayProfiles } from './replayProfiles.ts';

const MB = 1024 * 1024;

function profile(
  id: string, addedTime: number, sizeBytes: number, replay: TakenInReplay | null, kind = 'heap'
): ProfileInfo {
  return {
    id, name: id, kind, time: addedTime, durationSeconds: null, sampleTypes: [], defaultSampleType: '', samples: 1,
    sizeBytes, addedTime, comments: [],
    source: { how: 'capture', target: 'eu', captureId: id, ...(replay === null ? {} : { replay }) },
  };
}

class Played {
  nowMs = 1_000_000;
  state = 'replaying';
  stateSinceMs = 995_000;
  current: string | null = 'r1';
  processStartSeconds: number | null = 990;
  progressRatio: number | null = 0.1;
  slowSeconds = 0.1;
  on: boolean | undefined = undefined;
  fails = false;
  kept: ProfileInfo[] = [];
  orders: CaptureOrder[] = [];
  linked: string[] = [];

  make(): ReplayProfiles {
    const panel = (): Promise<unknown> => Promise.resolve(ok({
      progressRatio: this.progressRatio, memory: { limitBytes: null, projectedPeakBytes: null, risk: 'unknown' },
      points: [{ rssBytes: 5e8 }],
    } as unknown as PanelByName['wal-replay']));
    return new ReplayProfiles({
      panels: { panel: panel as PanelAnswers['panel'] },
      now: () => this.nowMs,
      captures: {
        take: (_, order) => {
          this.orders.push(order);
          const id = this.fails ? null : `p${this.orders.length}`;
          if (id !== null) this.kept.unshift(profile(id, this.nowMs / 1000, 1000, order.replay ?? null, order.kind));
          return Promise.resolve({ profileId: id } as Capture);
        },
      },
      profiles: {
        list: () => Promise.resolve(this.kept),
        remove: (id) => { this.kept = this.kept.filter((one) => one.id !== id); return Promise.resolve(ok(null)); },
      },
      history: {
        current: () => Promise.resolve(this.current),
        attachProfile: (replay, moment, id) => {
          this.linked.push(`${replay} ${moment} ${id}`);
          return Promise.resolve(true);
        },
      },
    });
  }

  readonly scraper = {
    config: { name: 'eu', url: 'http://eu', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000, labels: {} },
    view: () => ({
      state: this.state, stateSinceMs: this.stateSinceMs, processStartSeconds: this.processStartSeconds,
      lastScrape: { startMs: this.nowMs, durationSeconds: this.slowSeconds, error: null },
    }),
  } as unknown as TargetScraper;

  async seconds(profiles: ReplayProfiles, count: number): Promise<void> {
    const scraper = {
      ...this.scraper,
      config: { ...this.scraper.config, ...(this.on === undefined ? {} : { replayProfiles: this.on }) },
    } as unknown as TargetScraper;
    for (let i = 0; i < count; i++) {
      await profiles.onScrape(scraper);
      this.nowMs += 1000;
    }
  }

  taken(): string[] {
    return this.orders.map(({ kind, replay }) => `${replay?.moment ?? ''} ${kind}`);
  }
}

describe('profiles taken during a replay', () => {
  it('are heap and CPU of the start, then of the middle, each linked to the replay', async () => {
    const played = new Played();
    const profiles = played.make();
    await played.seconds(profiles, 10);
    expect(played.taken()).toEqual(['start heap', 'start cpu']);
    played.progressRatio = 0.5;
    await played.seconds(profiles, 10);
    expect(played.taken()).toEqual(['start heap', 'start cpu', 'middle cpu', 'middle heap']);
    expect(played.linked).toEqual(['r1 start p1', 'r1 start p2', 'r1 middle p3', 'r1 middle p4']);
    expect(played.orders.every(({ gc, seconds }) => !gc && seconds <= 5)).toBe(true);
  });

  it('end with one of the warm-up, linked to the replay that is over', async () => {
    const played = new Played();
    const profiles = played.make();
    await played.seconds(profiles, 10);
    Object.assign(played, { state: 'up', stateSinceMs: played.nowMs, current: null });
    await played.seconds(profiles, 200);
    expect(played.taken()).toEqual(['start heap', 'start cpu', 'after cpu']);
    expect(played.linked.at(-1)).toBe('r1 after p3');
  });

  it.each<[string, (played: Played) => void]>([
    ['when switched off', (played) => { played.on = false; }],
    ['of a target that is up', (played) => { played.state = 'up'; }],
    ['of a target that answers in more than two seconds', (played) => { played.slowSeconds = 2.5; }],
  ])('are not taken %s', async (_, change) => {
    const played = new Played();
    change(played);
    await played.seconds(played.make(), 10);
    expect(played.orders).toEqual([]);
  });

  it('are not taken again of the same start after this program started anew, but are of the next', async () => {
    const played = new Played();
    await played.seconds(played.make(), 10);
    const again = played.make();
    await played.seconds(again, 10);
    expect(played.orders.length).toBe(2);
    played.processStartSeconds = 1015;
    await played.seconds(again, 10);
    expect(played.taken()).toEqual(['start heap', 'start cpu', 'start heap', 'start cpu']);
  });

  it('are tried twice and no more when none can be taken', async () => {
    const played = new Played();
    played.fails = true;
    await played.seconds(played.make(), 60);
    expect(played.taken()).toEqual(['start heap', 'start heap', 'start cpu', 'start cpu']);
    expect(played.linked).toEqual([]);
  });

  it('push the oldest out beyond what is kept, never those taken by hand or in this start', async () => {
    const played = new Played();
    const at = (processStart: number): TakenInReplay => ({ moment: 'start', processStart, rssBytes: null });
    played.kept = [
      profile('of this start', 999, 40 * MB, at(990)), profile('recent', 900, 60 * MB, at(890)),
      profile('old', 800, 60 * MB, at(790)), profile('by hand', 700, 500 * MB, null),
    ];
    await played.seconds(played.make(), 10);
    expect(played.kept.map(({ id }) => id)).toEqual(['p1', 'of this start', 'recent', 'by hand']);
  });
});
