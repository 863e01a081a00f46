import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../core/time/clock.ts';
import type { RulesRequest } from '../../../../core/contract/questions/bodies.ts';
import type { ScrapeFigures, WatchedValue } from '../../../data/metrics/scrapeFigures.ts';
import { ok } from '../../../../core/result.ts';
import type { Capture, CaptureReason, PanelFinding } from '../../../../core/contract/contract.ts';
import { DEFAULT_TRIGGERS, type TriggerSettings } from '../../../../core/triggers.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { CaptureOrder } from '../captures/captureOrder.ts';
import { RuleSettings } from './ruleSettings.ts';
import { TriggeredProfiles } from './triggeredProfiles.ts';

const BEGIN_MS = Date.UTC(2026, 0, 1, 12);

/** A server of 0.1 cores that is scraped each second, and captures that are taken at once. */
class Played {
  nowMs = BEGIN_MS;
  captures: Capture[] = [];
  findings: Pick<PanelFinding, 'code' | 'severity' | 'panel' | 'sentence'>[] = [];
  isOn = true;
  page: RulesRequest | undefined;
  goroutines = 300;
  scrapeSeconds = 0.01;
  watched: ReadonlyMap<string, WatchedValue | null> = new Map();
  countedBytes = 0;
  private cpuSeconds = 100;
  readonly planner = new TriggeredProfiles({
    rules: new RuleSettings({ get: () => this.page, put: () => Promise.resolve(ok(null)) }),
    clock: { nowMs: () => this.nowMs, sleep: systemClock.sleep },
    findings: () => Promise.resolve(this.findings as PanelFinding[]),
    budget: { add: (_target, bytes) => { this.countedBytes += bytes; return Promise.resolve(); } },
    captures: {
      list: () => [...this.captures].reverse(),
      amend: (id, change) => { Object.assign(this.captures.find((one) => one.id === id) ?? {}, change); },
      over: (capture) => { capture.state = 'done'; return Promise.resolve(); },
      take: (_scraper, order) => Promise.resolve(this.add(order)),
    },
  });

  head: ScrapeFigures = {};

  constructor(public settings: TriggerSettings = DEFAULT_TRIGGERS) {}

  add(
    { kind, seconds, reason, waits }: Pick<CaptureOrder, 'kind' | 'seconds' | 'reason' | 'waits'>,
    state: Capture['state'] = 'done'
  ): Capture {
    const capture: Capture = {
      id: `c${this.captures.length}`, target: 't', kind, seconds, at: 'now', everySeconds: null, gc: false, delta: null,
      state, startTime: this.nowMs / 1000, endTime: null, progressRatio: null, reason, client: null, profileId: null,
      sizeBytes: 1000, note: null, error: null, errorType: null, ...(waits === undefined ? {} : { waits }),
    };
    this.captures.push(capture);
    return capture;
  }

  async run(seconds: number, cores = 0.1): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      this.nowMs += 1000;
      this.cpuSeconds += cores;
      await this.planner.onScrape(this.scraper(), this.isOn);
    }
  }

  scraper(): TargetScraper {
    const { nowMs: timeMs, cpuSeconds } = this;
    const { goroutines, scrapeSeconds: durationSeconds } = this;
    const figures = { cpuSeconds, goroutines, ...this.head };
    const reading = { timeMs, durationSeconds: 0.01, watched: this.watched, figures };
    const lastScrape = { durationSeconds, error: null };
    const view = { reading, state: 'up', processStartSeconds: 1, lastScrape, facts: { blockRangeSeconds: 60 } };
    const config = { name: 't', triggers: this.settings, scrapeTimeoutMs: 10_000 };
    return { config, view: () => view } as unknown as TargetScraper;
  }

  reasons(): string[] {
    return this.captures.map(({ kind, seconds, reason: { how, rule } }) => `${how} ${rule ?? ''} ${kind} ${seconds}`);
  }
}

const CONTINUOUS: CaptureReason = { how: 'continuous', sentence: null };

describe('a spike', () => {
  it('takes a profile, once, with its values; none while profiling is off', async () => {
    const played = new Played();
    await played.run(300);
    await played.run(8, 1.5);
    expect(played.reasons()).toEqual(['triggered cpu cpu 5']);
    expect(played.captures[0]?.reason.values?.map(({ name }) => name)).toEqual(['CPU', 'Threshold', 'Usual']);
    const off = new Played();
    off.isOn = false;
    await off.run(300);
    await off.run(8, 1.5);
    expect(off.captures).toEqual([]);
  });

  it('in a profile that runs for 3 s more is in that one', async () => {
    const played = new Played();
    await played.run(300);
    played.add({ kind: 'cpu', seconds: 10, reason: CONTINUOUS }, 'running');
    await played.run(5, 1.5);
    expect(played.reasons()).toEqual(['triggered cpu cpu 10']);
    const person = new Played();
    await person.run(300);
    person.add({ kind: 'cpu', seconds: 30, reason: { how: 'person', sentence: null } }, 'running');
    await person.run(5, 1.5);
    expect(person.reasons()).toEqual(['person cpu cpu 30']);
  });

  it('in a booked profile is one more reason of it; the first stays, each rule is there once and counts', async () => {
    const played = new Played();
    await played.run(300);
    const booked = { how: 'booked', sentence: 'Booked for the next compaction.' } as const;
    played.add({ kind: 'cpu', seconds: 90, reason: { ...booked } }, 'running');
    await played.run(60, 1.5);
    expect(played.captures[0]?.reason).toMatchObject(booked);
    expect(played.captures[0]?.reason.also?.map(({ how, rule }) => `${how} ${rule ?? ''}`)).toEqual(['triggered cpu']);
    const state = played.planner.about(played.scraper(), true).triggers.find(({ rule }) => rule === 'cpu');
    expect(state).toMatchObject({ takenToday: 1 });
    const byRule = new Played();
    await byRule.run(300);
    byRule.add({ kind: 'cpu', seconds: 90, reason: { ...booked, rule: 'next-compaction' } }, 'running');
    await byRule.run(60, 1.5);
    expect(byRule.captures.map(({ reason: { rule, also } }) => [rule, also?.map((one) => one.rule)]))
      .toEqual([['next-compaction', ['cpu']]]);
  });

  it.each([
    { how: 'replay', sentence: 'Early in the replay.' }, { how: 'person', sentence: 'Part of everything at once.' },
  ] as const)('leaves its own reason to one of a $how with a cause', async (reason) => {
    const played = new Played();
    await played.run(300);
    played.add({ kind: 'cpu', seconds: 90, reason: { ...reason } }, 'running');
    await played.run(60, 1.5);
    expect(played.captures.map((one) => one.reason)).toMatchObject([{ ...reason, also: [{ rule: 'cpu' }] }]);
  });

  it('does not rely on one that is almost over', async () => {
    const played = new Played();
    await played.run(300);
    played.add({ kind: 'cpu', seconds: 3, reason: CONTINUOUS }, 'running');
    await played.run(3, 1.5);
    expect(played.reasons()).toEqual(['continuous  cpu 3', 'triggered cpu cpu 5']);
  });

  it('waits for the end of one that a person asked for, and counts in the budget', async () => {
    const played = new Played();
    await played.run(300);
    const own = played.add({ kind: 'cpu', seconds: 3, reason: { how: 'person', sentence: null } }, 'running');
    await played.run(3, 1.5);
    expect(played.reasons()).toEqual(['person  cpu 3', 'triggered cpu cpu 5']);
    expect(own.state).toBe('done');
    expect(played.countedBytes).toBe(1000);
  });
});

it('the settings with which a target starts again count', async () => {
  const played = new Played();
  await played.run(300);
  played.settings = { ...DEFAULT_TRIGGERS, off: ['cpu'] };
  played.planner.forget('t');
  await played.run(300);
  await played.run(3, 1.5);
  expect(played.captures).toEqual([]);
});

describe('limits', () => {
  it('hold in a storm, also those of captures that the list has forgotten, and are reported', async () => {
    const played = new Played({ ...DEFAULT_TRIGGERS, cooldownMs: 20_000, resetMs: 1, maxPerDay: 3 });
    await played.run(300);
    for (let spike = 0; spike < 8; spike++) {
      await played.run(4, 1.5);
      await played.run(11);
      if (spike === 6) played.captures = [];
    }
    expect(played.captures).toEqual([]);
    const state = played.planner.about(played.scraper(), true).triggers.find(({ rule }) => rule === 'cpu');
    expect(state).toMatchObject({ on: true, takenToday: 3, maxPerDay: 3, notBeforeTime: Date.UTC(2026, 0, 2) / 1000 });
  });

  it('of bytes hold all rules', async () => {
    const played = new Played({ ...DEFAULT_TRIGGERS, budgetBytes: 1000 });
    await played.run(300);
    await played.run(2, 1.5);
    expect(played.captures).toHaveLength(1);
    const notBefore = played.planner.about(played.scraper(), true).triggers.map(({ notBeforeTime }) => notBeforeTime);
    expect(new Set(notBefore)).toEqual(new Set([Date.UTC(2026, 0, 2) / 1000]));
  });
});

describe('a finding', () => {
  it('takes a profile when it turns critical, not when it was before', async () => {
    const played = new Played();
    const critical = (code: string, panel: PanelFinding['panel']): Played['findings'][number] =>
      ({ code, severity: 'critical', panel, sentence: `${code} is bad.` });
    played.findings = [critical('old', 'scrapes')];
    await played.run(130);
    expect(played.captures).toEqual([]);
    played.findings = [critical('old', 'scrapes'), critical('memory-full', 'memory')];
    await played.run(130);
    expect(played.captures.map(({ kind, reason: { rule, sentence } }) => `${kind} ${rule ?? ''} ${sentence ?? ''}`))
      .toEqual(['heap finding A finding turned critical: memory-full is bad.']);
  });
});

const behind: Played['findings'] = [{
  code: 'compaction-falling-behind', severity: 'critical', panel: 'compaction', sentence: 'The head is not cut.',
}];

describe('a finding that something does not get on', () => {
  it('takes a dump of goroutines, and further ones while it lasts', async () => {
    const played = new Played();
    played.findings = behind;
    await played.run(200);
    expect(played.captures.map(({ kind, waits, reason: { rule, sentence } }) => ({ kind, waits, rule, sentence })))
      .toEqual([{
        kind: 'goroutine', waits: true, rule: 'stacks', sentence: 'What waits, and how long: The head is not cut.',
      }]);
    await played.run(600);
    expect(played.captures.filter(({ reason }) => reason.rule === 'stacks')).toHaveLength(3);
    played.findings = [];
    await played.run(600);
    expect(played.captures).toHaveLength(3);
  });

  it.each([
    ['the target has too many goroutines', (played: Played) => { played.goroutines = 100_000; }],
    ['a scrape takes more than half its timeout', (played: Played) => { played.scrapeSeconds = 6; }],
    ['the rule is off', (played: Played) => { played.settings = { ...DEFAULT_TRIGGERS, off: ['stacks'] }; }],
    ['profiling is off', (played: Played) => { played.isOn = false; }],
    ['the finding is about something else, or mild', (played: Played) => {
      played.findings = behind.flatMap((one) => [{ ...one, code: 'gc-share' }, { ...one, severity: 'info' as const }]);
    }],
  ])('takes none where %s', async (_, change) => {
    const played = new Played();
    played.findings = behind;
    change(played);
    await played.run(200);
    expect(played.captures.filter(({ waits }) => waits === true)).toEqual([]);
  });
});

describe('a head compaction that waits', () => {
  const begin = (played: Played): void => {
    played.head = {
      compactions: 5, compactionsFailed: 0, headTruncations: 4, headMinTimeMs: 1000, headMaxTimeMs: 100_000,
    };
  };

  it('has dumps taken as often as its own limits allow, whatever else took one', async () => {
    const played = new Played();
    begin(played);
    await played.run(5);
    played.head = { ...played.head, compactions: 6 };
    played.findings = behind;
    await played.run(400);
    expect(played.captures.filter(({ reason }) => reason.rule === 'head-wait')).toHaveLength(2);
    expect(played.captures.filter(({ reason }) => reason.rule === 'stacks')).toHaveLength(2);
    played.head = { ...played.head, headTruncations: 5 };
    played.findings = [];
    const before = played.captures.length;
    await played.run(600);
    expect(played.captures).toHaveLength(before);
  });

  it('has none taken where the target could not bear it', async () => {
    const played = new Played();
    begin(played);
    played.goroutines = 100_000;
    await played.run(5);
    played.head = { ...played.head, compactions: 6 };
    await played.run(200);
    expect(played.captures.filter(({ waits }) => waits === true)).toEqual([]);
  });
});

describe('rules of the page', () => {
  it('fire in place of those configured, from the next scrape on; what was learned of the others stays', async () => {
    const played = new Played({ ...DEFAULT_TRIGGERS, off: ['goroutines'] });
    await played.run(300);
    played.page = { off: ['cpu'], rules: [{ name: 'queue', selector: 'queue', above: 5 }] };
    played.watched = new Map([['queue', { least: 9, most: 9 }]]);
    await played.run(8, 1.5);
    expect(played.reasons()).toEqual(['triggered queue cpu 5']);
    const { rules, triggers } = played.planner.about(played.scraper(), true);
    expect(rules).toEqual({
      setBy: 'page', off: ['cpu'],
      rules: [{ name: 'queue', selector: 'queue', above: 5, below: null, forSeconds: 0, kind: 'cpu', seconds: 5 }],
    });
    expect(triggers.filter(({ on }) => !on).map(({ rule }) => rule)).toEqual(['cpu']);
    expect(triggers.find(({ rule }) => rule === 'cpu')?.sentence).toMatch(/^CPU is above its high-water mark/);
    await played.run(300);
    played.page = undefined;
    await played.run(8, 1.5);
    expect(played.reasons()).toEqual(['triggered queue cpu 5', 'triggered cpu cpu 5']);
    expect(played.planner.about(played.scraper(), true).rules).toMatchObject({ setBy: 'configuration', rules: [] });
  });
});
