/**
 * Asks targets when they evaluate their rules and scrape their targets: besides scrapes, each page at most once a
 * minute, never a slow target.
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
import { MINUTE_MS, NO_REQUESTS, PacedReadings, type Paced } from '../pace/pacedReadings.ts';

/** Readings, a minute apart, that determine a phase; later ones only check it. */
const FIRST_READINGS = 3;
const CHECK_MS = 10 * MINUTE_MS;
const MAX_SUBJECTS = { groups: 500, targets: 2000 };
/** Trains that ended earlier are dropped, because no window that old is shown. */
const KEPT_MS = 30 * 24 * 3_600_000;
const STORE_MS = 10 * MINUTE_MS;
/** Clock difference that two hosts rarely exceed. */
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

interface Asked extends Paced {
  book: TrainBook;
  details: Map<string, RuleOfGroup[]>;
  /** Good readings since the process or the groups changed. */
  readings: number;
  storedMs: number;
  last: Pick<View, 'lastSeconds' | 'lastBytes' | 'lastTime'>;
}

export interface TrainReadingsParts {
  store: Pick<TrainStore, 'get' | 'put'>;
  /** ms since the epoch. */
  now: () => number;
}

export class TrainReadings extends PacedReadings<Asked> {
  readonly #store: TrainReadingsParts['store'];

  constructor({ store, now }: TrainReadingsParts) {
    super(now);
    this.#store = store;
  }

  /** Call this after each scrape. */
  onScrape(scraper: TargetScraper): void {
    if (PAGES[scraper.view().kind] !== undefined) this.askWhereDue(scraper);
  }

  /** Returns the trains of a window: those in its metrics, and from readings those that are not in them. */
  answer(
    { target, startMs, endMs }: { target: string; startMs: number; endMs: number }, scraper: TargetScraper | undefined,
    { trains, groups, omitted, aheadSeconds }: WindowTrains,
  ): TargetTrains {
    const stated = new Set(trains.map(keyOf));
    const asked = this.askedOf(scraper);
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

  /** Returns the target's own scrapes known in the window, on the target's clock. */
  scrapes(
    { target, startMs, endMs }: { target: string; startMs: number; endMs: number }, scraper: TargetScraper | undefined
  ): TargetTrain[] {
    const known = this.#known(target, this.askedOf(scraper));
    return known.filter(({ kind, since, until }) => (
      kind === 'scrape-job' && since * 1000 < endMs + CLOCKS_MS && (until ?? Infinity) * 1000 > startMs - CLOCKS_MS
    ));
  }

  /** Stores the trains of an incident file; they end with its window. */
  async takeOver(target: string, trains: readonly unknown[], endSeconds: number): Promise<void> {
    // Without trains, still replaces those of another target that had the name.
    if (trains.length === 0 && this.#store.get(target) === undefined) return;
    await this.#store.put({
      target, atMs: 1000 * endSeconds,
      trains: knownTrains(trains).map((train) => ({ ...train, until: train.until ?? endSeconds })),
    });
  }

  #known(target: string, asked: Asked | undefined): TargetTrain[] {
    return asked === undefined ? this.#store.get(target)?.trains ?? []
      : asked.book.trains(MAX_SUBJECTS).map(inSeconds);
  }

  #view(scraper: TargetScraper | undefined, asked: Asked | undefined): View {
    const isAsked = scraper !== undefined && PAGES[scraper.view().kind] !== undefined;
    const sentence = scraper === undefined ? 'A recording is not asked for its rules and scrapes.'
      : !isAsked ? 'Only Prometheus is asked for its rules and scrapes.' : asked?.sentence ?? null;
    return {
      state: !isAsked ? 'unavailable' : sentence === null ? 'read' : 'waiting', sentence,
      ...(asked?.cost ?? NO_REQUESTS), ...(asked?.last ?? NEVER),
    };
  }

  protected override begun(scraper: TargetScraper): Omit<Asked, keyof Paced> {
    const stored = this.#store.get(scraper.config.name);
    return {
      book: new TrainBook((stored?.trains ?? []).map(inMilliseconds), stored?.atMs), details: new Map(), readings: 0,
      storedMs: -Infinity, last: NEVER,
    };
  }

  protected override restarted(asked: Asked): void {
    asked.readings = 0;
  }

  protected override async ask(scraper: TargetScraper, asked: Asked): Promise<void> {
    const startMs = this.now();
    let [isChanged, isGood] = [false, true];
    asked.nextMs = startMs + MINUTE_MS;
    for (const page of PAGES[scraper.view().kind] ?? []) {
      const read = await this.#readPage(scraper, asked, page);
      isGood &&= read !== null;
      isChanged ||= read === true;
    }
    // An added or removed group means a reload, which may have moved other groups too.
    asked.readings = isChanged ? 1 : asked.readings + 1;
    this.rest(asked, { startMs, isGood, pauseMs: asked.readings < FIRST_READINGS ? MINUTE_MS : CHECK_MS });
    const endMs = this.now();
    if (!isChanged && asked.readings !== FIRST_READINGS && endMs < asked.storedMs + STORE_MS) return;
    asked.storedMs = endMs;
    asked.book.forget(endMs - KEPT_MS);
    await this.#store.put({
      target: scraper.config.name, atMs: endMs, trains: asked.book.trains(MAX_SUBJECTS).map(inSeconds),
    });
  }

  /** Reads a page and returns whether the set of groups or targets changed; null if it failed. */
  async #readPage(scraper: TargetScraper, asked: Asked, page: Page): Promise<boolean | null> {
    const answer = await this.read(scraper, asked, page);
    if (answer === null) return null;
    if (answer === undefined) return false;
    const { read: pulses, bytes, startMs, endMs } = answer;
    asked.last = { lastSeconds: (endMs - startMs) / 1000, lastBytes: bytes, lastTime: startMs / 1000 };
    if (page.kind === 'rule-group')
      asked.details = new Map(pulses.flatMap((one) => ('rules' in one ? [[keyOfGroup(one), one.rules] as const] : [])));
    return asked.book.add({ kind: page.kind, atMs: endMs, pulses });
  }
}

const NEVER = { lastSeconds: null, lastBytes: null, lastTime: null };

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
