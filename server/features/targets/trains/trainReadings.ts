/**
 * Asks targets when they evaluate their rules and scrape their targets: beside the scrapes, at most each page once a
 * minute, never a target that is slow.
 */
import type {
  RuleOfGroup, TargetTrain, TargetTrains, TrainReadings as View, WindowTrains,
} from '../../../../core/contract/contract.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import {
  MAX_RULES_BYTES, RULES_PATH, statedGroups, statedScrapes, type StatedGroup, type StatedPulse,
} from '../../../data/scrape/answers/pulseAnswers.ts';
import { MAX_TARGETS_BYTES, TARGETS_PATH } from '../../../data/scrape/answers/scrapeJobs.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { PulseTrain } from '../../../analysis/signals/trains/pulseTrain.ts';
import { inSeconds } from '../../../analysis/signals/trains/ruleGroups.ts';
import { inMilliseconds } from '../../../analysis/signals/trains/scrapeTrains.ts';
import { TrainBook } from '../../../analysis/signals/trains/trainBook.ts';
import { knownTrains, type TrainStore } from '../../../data/store/files/trainStore.ts';
import { slowness } from '../cardinality/headReadings.ts';

const MINUTE_MS = 60_000;
/** A phase is known from so many, a minute apart; then it is only checked. */
const FIRST_READINGS = 3;
const CHECK_MS = 10 * MINUTE_MS;
/** A target spends at most this part of its time on these answers. */
const SHARE = 0.01;
/** After a failure, doubled with each one that follows. */
const AFTER_FAILURE_MS = 10 * MINUTE_MS;
const MAX_AFTER_FAILURE_MS = 6 * 3_600_000;
const TIMEOUT_MS = 10_000;
const MAX_SUBJECTS = { groups: 500, targets: 2000 };
/** Trains that ended earlier are of no window that is still looked at. */
const KEPT_MS = 30 * 24 * 3_600_000;
const STORE_MS = 10 * MINUTE_MS;
/** Clocks of two hosts are seldom further apart. */
const CLOCKS_MS = 3_600_000;

interface Page {
  kind: PulseTrain['kind'];
  path: string;
  maxBytes: number;
  read: (body: Uint8Array) => readonly (StatedPulse | StatedGroup)[] | null;
}

const RULES: Page = { kind: 'rule-group', path: RULES_PATH, maxBytes: MAX_RULES_BYTES, read: statedGroups };
const TARGETS: Page = { kind: 'scrape-job', path: TARGETS_PATH, maxBytes: MAX_TARGETS_BYTES, read: statedScrapes };
const PAGES: Partial<Record<TargetKind, readonly Page[]>> = {
  prometheus: [RULES, TARGETS], 'prometheus-agent': [TARGETS],
};

interface Asked {
  book: TrainBook;
  details: Map<string, RuleOfGroup[]>;
  /** Good readings since the process or the groups changed. */
  readings: number;
  nextMs: number;
  failures: number;
  processStart: number | null;
  /** Pages that this process does not have. */
  absent: Set<string>;
  sentence: string | null;
  storedMs: number;
  sentMs: number[];
  cost: Pick<View, 'requests' | 'failed' | 'mostPerMinute' | 'lastSeconds' | 'lastBytes' | 'lastTime'>;
  asking: Promise<void> | null;
}

export interface TrainReadingsParts {
  store: Pick<TrainStore, 'get' | 'put'>;
  /** ms since the epoch. */
  now: () => number;
}

export class TrainReadings {
  readonly #parts: TrainReadingsParts;
  /** A target that left takes its readings along; its trains are stored. */
  readonly #targets = new WeakMap<TargetScraper, Asked>();
  readonly #total = { requests: 0, failed: 0, mostPerMinute: 0 };

  constructor(parts: TrainReadingsParts) {
    this.#parts = parts;
  }

  /** To be called after each scrape: asks where it is due, and the target is well. */
  onScrape(scraper: TargetScraper): void {
    const pages = PAGES[scraper.view().kind];
    if (pages === undefined) return;
    const asked = this.#of(scraper);
    const { processStartSeconds } = scraper.view();
    if (processStartSeconds !== null && processStartSeconds !== asked.processStart) {
      // Another process may have other pages; the pace of the requests stays.
      Object.assign(asked, { processStart: processStartSeconds, readings: 0 });
      asked.absent.clear();
    }
    if (asked.asking !== null || this.#parts.now() < asked.nextMs) return;
    asked.sentence = slowness(scraper);
    if (asked.sentence !== null) return;
    asked.asking = this.#ask(scraper, asked, pages.filter(({ path }) => !asked.absent.has(path)))
      .finally(() => { asked.asking = null; });
  }

  /** Resolves when nothing of the target is being asked. */
  async settled(scraper: TargetScraper): Promise<void> {
    await this.#targets.get(scraper)?.asking;
  }

  /** Requests of all targets since the start; the most that one target got within a minute. */
  cost(): { requests: number; failed: number; mostPerMinute: number } {
    return { ...this.#total };
  }

  /** The trains of a window: those that its metrics state, and of the readings those that they do not hold. */
  answer(
    { target, startMs, endMs }: { target: string; startMs: number; endMs: number }, scraper: TargetScraper | undefined,
    { trains, groups, omitted, aheadSeconds }: WindowTrains,
  ): TargetTrains {
    const stated = new Set(trains.map(keyOf));
    const asked = scraper === undefined ? undefined : this.#targets.get(scraper);
    const others = this.#known(target, asked).map((train) => onOurClock(train, aheadSeconds)).filter((train) => (
      !stated.has(keyOf(train)) && train.since < endMs / 1000 && (train.until ?? Infinity) > startMs / 1000
    ));
    const detailed = groups.map((group) => ({ ...group, details: asked?.details.get(keyOfGroup(group)) ?? null }));
    return {
      target, trains: [...trains, ...others], groups: detailed, omitted, aheadSeconds,
      sentence: groups.length > 0 ? null : 'The metrics of this window hold no rule group that was evaluated.',
      readings: this.#view(scraper, asked),
    };
  }

  /** The target's own scrapes that are known in the window, on the target's clock. */
  scrapes(
    { target, startMs, endMs }: { target: string; startMs: number; endMs: number }, scraper: TargetScraper | undefined
  ): TargetTrain[] {
    const known = this.#known(target, scraper === undefined ? undefined : this.#targets.get(scraper));
    return known.filter(({ kind, since, until }) => (
      kind === 'scrape-job' && since * 1000 < endMs + CLOCKS_MS && (until ?? Infinity) * 1000 > startMs - CLOCKS_MS
    ));
  }

  /** Those that an incident file has of its window, which ended when the window did. */
  async takeOver(target: string, trains: readonly unknown[], endSeconds: number): Promise<void> {
    // Of another target that had the name there may be some.
    if (trains.length === 0 && this.#parts.store.get(target) === undefined) return;
    await this.#parts.store.put({
      target, atMs: 1000 * endSeconds,
      trains: knownTrains(trains).map((train) => ({ ...train, until: train.until ?? endSeconds })),
    });
  }

  #known(target: string, asked: Asked | undefined): TargetTrain[] {
    return asked === undefined ? this.#parts.store.get(target)?.trains ?? []
      : asked.book.trains(MAX_SUBJECTS).map(inSeconds);
  }

  #view(scraper: TargetScraper | undefined, asked: Asked | undefined): View {
    const isAsked = scraper !== undefined && PAGES[scraper.view().kind] !== undefined;
    const sentence = scraper === undefined ? 'A recording is not asked for its rules and scrapes.'
      : !isAsked ? 'Only Prometheus is asked for its rules and scrapes.' : asked?.sentence ?? null;
    return {
      state: !isAsked ? 'unavailable' : sentence === null ? 'read' : 'waiting', sentence, ...(asked?.cost ?? NO_COST),
    };
  }

  #of(scraper: TargetScraper): Asked {
    const known = this.#targets.get(scraper);
    if (known !== undefined) return known;
    const stored = this.#parts.store.get(scraper.config.name);
    const asked: Asked = {
      book: new TrainBook((stored?.trains ?? []).map(inMilliseconds), stored?.atMs), details: new Map(), readings: 0,
      nextMs: -Infinity, failures: 0, processStart: null, absent: new Set(), sentence: null, storedMs: -Infinity,
      sentMs: [], cost: { ...NO_COST }, asking: null,
    };
    this.#targets.set(scraper, asked);
    return asked;
  }

  async #ask(scraper: TargetScraper, asked: Asked, pages: readonly Page[]): Promise<void> {
    const startMs = this.#parts.now();
    let [isChanged, isGood] = [false, true];
    asked.nextMs = startMs + MINUTE_MS;
    for (const page of pages) {
      const read = await this.#read(scraper, asked, page);
      isGood &&= read !== null;
      isChanged ||= read === true;
    }
    const endMs = this.#parts.now();
    asked.failures = isGood ? 0 : asked.failures + 1;
    // A group that came or left was a reload: others may have moved too.
    asked.readings = isChanged ? 1 : asked.readings + 1;
    const pauseMs = !isGood ? Math.min(MAX_AFTER_FAILURE_MS, AFTER_FAILURE_MS * 2 ** (asked.failures - 1))
      : asked.readings < FIRST_READINGS ? MINUTE_MS : CHECK_MS;
    asked.nextMs = Math.max(startMs + MINUTE_MS, startMs + pauseMs, endMs + (endMs - startMs) / SHARE);
    if (!isChanged && asked.readings !== FIRST_READINGS && endMs < asked.storedMs + STORE_MS) return;
    asked.storedMs = endMs;
    asked.book.forget(endMs - KEPT_MS);
    await this.#parts.store.put({
      target: scraper.config.name, atMs: endMs, trains: asked.book.trains(MAX_SUBJECTS).map(inSeconds),
    });
  }

  /** Whether it showed another set of groups or targets; null where it failed. */
  async #read(scraper: TargetScraper, asked: Asked, page: Page): Promise<boolean | null> {
    const atMs = this.#parts.now();
    this.#count(asked, atMs);
    const answer = await scraper.page(page.path, { timeoutMs: TIMEOUT_MS, maxBytes: page.maxBytes });
    const pulses = answer.ok ? page.read(answer.value) : null;
    if (!answer.ok || pulses === null) {
      asked.cost.failed++;
      this.#total.failed++;
      asked.sentence = answer.ok ? `Its answer to ${page.path} cannot be read.` : answer.error.message;
      if (answer.ok || answer.error.errorType !== 'not_found') return null;
      asked.absent.add(page.path);
      return false;
    }
    const endMs = this.#parts.now();
    Object.assign(asked.cost, {
      lastSeconds: (endMs - atMs) / 1000, lastBytes: answer.value.length, lastTime: atMs / 1000,
    });
    if (page.kind === 'rule-group')
      asked.details = new Map(pulses.flatMap((one) => ('rules' in one ? [[keyOfGroup(one), one.rules] as const] : [])));
    return asked.book.add({ kind: page.kind, atMs: endMs, pulses });
  }

  #count({ cost, sentMs }: Asked, atMs: number): void {
    cost.requests++;
    this.#total.requests++;
    sentMs.push(atMs);
    while ((sentMs[0] ?? atMs) <= atMs - MINUTE_MS) sentMs.shift();
    cost.mostPerMinute = Math.max(cost.mostPerMinute, sentMs.length);
    this.#total.mostPerMinute = Math.max(this.#total.mostPerMinute, cost.mostPerMinute);
  }
}

const NO_COST = {
  requests: 0, failed: 0, mostPerMinute: 0, lastSeconds: null, lastBytes: null, lastTime: null,
};

function keyOf({ kind, name, file, instance }: TargetTrain): string {
  return JSON.stringify([kind, name, file, instance]);
}

function keyOfGroup({ name, file }: { name: string; file: string }): string {
  return `${file};${name}`;
}

function onOurClock(train: TargetTrain, aheadSeconds: number): TargetTrain {
  if (aheadSeconds === 0) return train;
  const { phase, since, until } = train;
  return {
    ...train, phase: phase - aheadSeconds, since: since - aheadSeconds,
    until: until === null ? null : until - aheadSeconds,
  };
}
