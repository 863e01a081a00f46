import type { Clock } from '../../../../core/time/clock.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { PanelAnswers } from '../answers/panelInputs.ts';
import { lastMinutes } from '../profiling/lastMinutes.ts';
import type { TargetDirectory } from '../answers/targetDirectory.ts';
import type { CurrentAnswer } from './currentAnswer.ts';
import type { MetricRows } from '../../../kernel/http/metricRows.ts';
import { findingMetrics } from './findingMetrics.ts';

/** Shortest interval between two queries of a target. */
const EVERY_MS = 15_000;
/** Pause after each query, as a multiple of its duration: the loop uses at most a fifth of a core of one reader. */
const REST_RATIO = 4;
const MIN_REST_MS = 100;
/** Answers stay current this long after a request, so that a client that asks every few minutes gets them. */
const WANTED_MS = 10 * 60_000;

export interface CurrentParts {
  panels: Pick<PanelAnswers, 'findings'>;
  targets: Pick<TargetDirectory, 'liveScrapers'>;
  /** Called with the duration of each query. */
  onAsked: (seconds: number) => void;
  clock: Pick<Clock, 'nowMs' | 'steadyMs' | 'sleep'>;
}

/**
 * The current findings of every live target, for metrics and alerts, which read them without waiting. Queries one
 * target at a time, the one with the oldest answer first, at a bounded rate, and only while `want` asks for it.
 */
export class CurrentFindings {
  readonly #parts: CurrentParts;
  readonly #answers = new Map<string, CurrentAnswer>();
  readonly #askedMs = new Map<string, number>();
  readonly #listeners: ((answer: CurrentAnswer) => void)[] = [];
  #wantedUntilMs = -Infinity;
  #isRunning = false;
  #isStopped = false;

  constructor(parts: CurrentParts) {
    this.#parts = parts;
  }

  /** Keeps the answers current for `forMs` from now on. */
  want(forMs = WANTED_MS): void {
    this.#wantedUntilMs = Math.max(this.#wantedUntilMs, this.#parts.clock.nowMs() + forMs);
    if (!this.#isRunning && !this.#isStopped) void this.#run();
  }

  /** Returns the last answer of each live target, each with its own time; omits targets without an answer yet. */
  answers(): CurrentAnswer[] {
    return this.#parts.targets.liveScrapers().flatMap(({ config: { name } }) => this.#answers.get(name) ?? []);
  }

  /** Returns the metrics of the current answers. */
  metrics(): MetricRows[] {
    return findingMetrics(this.answers(), this.#parts.clock.nowMs());
  }

  /** Adds a listener that is called with each new answer. */
  onAnswer(listener: (answer: CurrentAnswer) => void): void {
    this.#listeners.push(listener);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const { clock } = this.#parts;
    while (!this.#isStopped && clock.nowMs() < this.#wantedUntilMs) {
      const scraper = this.#next();
      const begunMs = clock.steadyMs();
      if (scraper !== undefined) {
        await this.#ask(scraper);
        this.#parts.onAsked((clock.steadyMs() - begunMs) / 1000);
      }
      await clock.sleep(Math.max(MIN_REST_MS, REST_RATIO * (clock.steadyMs() - begunMs)));
    }
    this.#isRunning = false;
  }

  /** Returns the target with the oldest query; undefined if none is due. */
  #next(): TargetScraper | undefined {
    const live = new Map(this.#parts.targets.liveScrapers().map((scraper) => [scraper.config.name, scraper]));
    for (const name of this.#askedMs.keys()) {
      if (live.has(name)) continue;
      this.#askedMs.delete(name);
      this.#answers.delete(name);
    }
    const asked = (name: string): number => this.#askedMs.get(name) ?? -Infinity;
    const [first] = [...live.keys()].sort((a, b) => asked(a) - asked(b));
    return first === undefined || this.#parts.clock.nowMs() - asked(first) < EVERY_MS ? undefined : live.get(first);
  }

  async #ask(scraper: TargetScraper): Promise<void> {
    const { name: target } = scraper.config;
    const atMs = this.#parts.clock.nowMs();
    this.#askedMs.set(target, atMs);
    // Before the end of its first scrape, a target has no findings.
    if (scraper.view().lastScrape === null) return;
    try {
      const found = await this.#parts.panels.findings(lastMinutes(scraper, atMs));
      if (this.#isStopped || !this.#askedMs.has(target)) return;
      if (!found.ok) {
        log.debug('The findings of a target are not available.', { target, reason: found.error.message });
        return;
      }
      const answer = { target, atMs, findings: found.value };
      this.#answers.set(target, answer);
      for (const listener of this.#listeners) listener(answer);
    } catch (error) {
      if (!this.#isStopped) log.warn('The findings of a target could not be read.', { target, error });
    }
  }
}
