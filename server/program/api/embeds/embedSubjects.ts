/** Queries what an embed shows, with the functions behind the page's routes. */
import type { Finding, PictureSubject, ScrapesPanel, Target } from '../../../../core/contract/contract.ts';
import type { ApiDeps } from '../http/deps.ts';
import { CHANGE_ROWS, changesOf } from './embedChanges.ts';
import { RequestError } from '../../../kernel/http/errors.ts';
import { withFirstPace } from '../../../features/profiles/firstPace.ts';
import { diffTitle, flameTitle } from '../../../features/profiles/flameRoutes.ts';
import { diffQuestion, flameQuestion } from './embedRequest.ts';
import type { Ask, Found } from '../../../features/embeds/embedAnswers.ts';
import type { EmbedQuestion, QuestionRange } from '../../../features/embeds/embedRecord.ts';
import type { Result } from '../../../../core/result.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import { profileSays } from '../../../features/profiles/profileSays.ts';

type PanelQuestion = Extract<EmbedQuestion, { kind: 'panel' }>;

/** Steps by which a moving window advances over its width; a chart point is some pixels wide. */
const STEPS_OF_WINDOW = 720;
const MIN_REFRESH_MS = 2000;
const MAX_REFRESH_MS = 60_000;
const PAGE_REFRESH_MS = 5000;
/** First search range for the last answered scrape, and its growth at each further try. */
const FIRST_REACH_MS = 3_600_000;
const REACH_GROWTH = 8;

/** Returns the query function of one program: it remembers when a target that is down last answered. */
export function embedAsker(deps: ApiDeps): Ask {
  const lastHeard = new LastHeard(deps);
  return async ({ question, scraped }) => {
    try {
      switch (question.kind) {
        case 'panel': return await panelFound(deps, lastHeard, question, scraped);
        case 'flamegraph': return await flameFound(deps, question);
        case 'diff': return await diffFound(deps, question);
        case 'benchmark': return fail('The outputs of a benchmark are not asked for again.');
      }
    } catch (error) {
      // Reports an error in a stored query as if it were new.
      if (error instanceof RequestError) return { ok: false, error: error.failure };
      throw error;
    }
  };
}

async function panelFound(
  deps: ApiDeps, lastHeard: LastHeard, question: PanelQuestion, scraped: boolean
): Promise<Result<Found>> {
  const { panel, range } = question;
  const target = await deps.targets.find(question.target);
  if (target === undefined) return fail(`"${question.target}" is not known to this tsdbscope any more.`);
  const live = deps.targets.isLive(target.name);
  const isDown = live && target.lastScrape !== null && target.lastScrape.error !== null;
  const heardMs = isDown ? await lastHeard.of(target) : (lastHeard.forget(target.name), newestMs(target));
  const query = questionQuery(deps, target, range, isDown ? heardMs : null);
  if (query === null) return fail('The end of the range is not later than its start.');
  const answer = await deps.panels.drawn(panel, query);
  if (!answer.ok) return answer;
  const subject: PictureSubject = { kind: 'panel', panel, target: target.name, answer: answer.value };
  const empty = answer.value.range.scrapes === 0;
  const warning = await warningOf(
    deps, target,
    { isDown, wasScraped: scraped && !live, heardMs, moving: range.kind !== 'fixed' || query.endMs > deps.now() }
  );
  const dataTimeMs = empty || heardMs === null ? null : Math.min(heardMs, query.endMs);
  return {
    ok: true,
    value: {
      subject, dataTimeMs, finding: answer.value.finding, empty,
      refreshMs: refreshMsOf(range, live, query.endMs > deps.now()), ...(warning === null ? {} : { warning }),
    },
  };
}

/**
 * Returns the current window. A moving one ends at the last answered scrape if more than half of it would be after
 * that: the data before an outage matters more than the silence. Returns null if it is empty.
 */
function questionQuery(deps: ApiDeps, target: Target, range: QuestionRange, downSinceMs: number | null): PanelQuery
  | null {
  if (range.kind === 'fixed') {
    const { startMs, endMs, asOfMs = Infinity } = range;
    const query = deps.targets.panelQuery(target, startMs, endMs, undefined);
    return query === null ? null : { ...query, nowMs: Math.min(query.nowMs, asOfMs) };
  }
  const page = deps.targets.panelQuery(target, undefined, undefined, undefined);
  if (page === null) return null;
  const lastMs = range.kind === 'last' ? range.lastMs : page.endMs - page.startMs;
  if (downSinceMs !== null && page.endMs - downSinceMs > lastMs / 2) {
    const endMs = downSinceMs + 1;
    return { ...page, startMs: endMs - lastMs, endMs, nowMs: endMs };
  }
  return { ...page, startMs: page.endMs - lastMs };
}

function refreshMsOf(range: QuestionRange, live: boolean, reachesNow: boolean): number {
  if (!live || (range.kind === 'fixed' && !reachesNow)) return MAX_REFRESH_MS;
  if (range.kind === 'page') return PAGE_REFRESH_MS;
  const widthMs = range.kind === 'last' ? range.lastMs : range.endMs - range.startMs;
  return Math.min(Math.max(widthMs / STEPS_OF_WINDOW, MIN_REFRESH_MS), MAX_REFRESH_MS);
}

async function warningOf(
  deps: ApiDeps, target: Target, {
    isDown, wasScraped, heardMs, moving,
  }: { isDown: boolean; wasScraped: boolean; heardMs: number | null; moving: boolean },
): Promise<string | null> {
  if (!moving) return null;
  const newest = heardMs === null ? ''
    : ` Its newest sample is of ${new Date(heardMs).toISOString().slice(0, 19).replace('T', ' ')} UTC.`;
  if (isDown) {
    const reason = sentence(target.lastScrape?.error ?? 'the last scrape failed');
    return `"${target.name}" does not answer: ${reason}${newest}`;
  }
  if (wasScraped) return `"${target.name}" is not scraped any more.${newest}`;
  const storage = await deps.data.status();
  return storage.state === 'stopped' && target.state !== 'recorded'
    ? `Recording is stopped: ${sentence(storage.reason ?? 'the reason is not known')}${newest}` : null;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns the newest time of a target whose last scrape was answered, or of a recording. */
function newestMs(target: Target): number | null {
  const seconds = target.lastScrape?.error === null ? target.lastScrape.time : target.recorded?.end;
  return seconds === undefined ? null : seconds * 1000;
}

/** Remembers when targets that are down last answered; queried once per outage. */
class LastHeard {
  private readonly known = new Map<string, number | null>();

  constructor(private readonly deps: ApiDeps) {}

  forget(target: string): void {
    this.known.delete(target);
  }

  async of(target: Target): Promise<number | null> {
    const known = this.known.get(target.name);
    if (known !== undefined) return known;
    const found = await this.lookUp(target);
    this.known.set(target.name, found);
    return found;
  }

  private async lookUp(target: Target): Promise<number | null> {
    if (target.recorded === null) return null;
    const [firstMs, endMs] = [target.recorded.start * 1000, this.deps.now()];
    for (let reachMs = FIRST_REACH_MS; ; reachMs *= REACH_GROWTH) {
      const startMs = Math.max(firstMs, endMs - reachMs);
      const query = this.deps.targets.panelQuery(target, startMs, endMs, undefined);
      const panel = query === null ? null : await this.deps.panels.panel('scrapes', query);
      if (panel?.ok !== true) return null;
      const { total, failed, skipped } = panel.value.scrapes;
      if (total - failed - skipped > 0) return heardBefore(panel.value, target.recorded.end) * 1000;
      if (startMs <= firstMs) return null;
    }
  }
}

/** Returns when the final silence began, in seconds. Time in which tsdbscope itself did not run counts as silence. */
function heardBefore({ gaps }: ScrapesPanel, recordedEnd: number): number {
  let heard = recordedEnd;
  for (const gap of [...gaps].reverse()) {
    if (gap.end < heard) break;
    heard = gap.start;
  }
  return heard;
}

async function flameFound(
  deps: ApiDeps, { id, query }: Extract<EmbedQuestion, { kind: 'flamegraph' }>
): Promise<Result<Found>> {
  const info = await deps.profiles.get(id);
  if (!info.ok) return info;
  const asked = flameQuestion(query);
  const [
    answer, says,
  ] = await Promise.all([deps.profiles.flamegraph(id, asked), profileSays(deps.profiles, info.value, asked)]);
  if (!answer.ok) return answer;
  const subject: PictureSubject = {
    kind: 'flamegraph', title: flameTitle(info.value.name, asked), answer: answer.value,
  };
  return found(
    subject, (info.value.time ?? info.value.addedTime) * 1000,
    says.ok ? says.value : null
  );
}

async function diffFound(
  deps: ApiDeps, { before, after, query }: Extract<EmbedQuestion, { kind: 'diff' }>
): Promise<Result<Found>> {
  const question = await withFirstPace(deps.profiles, diffQuestion({ before, after, query }));
  const infos = await Promise.all([...before, ...after].map((id) => deps.profiles.get(id)));
  const [answer, top] = await Promise.all(
    [deps.profiles.diffFlamegraph(question), deps.profiles.diffTop({ ...question, limit: CHANGE_ROWS })]
  );
  if (!answer.ok) return answer;
  const times = infos.flatMap((info) => (info.ok ? [(info.value.time ?? info.value.addedTime) * 1000] : []));
  const subject: PictureSubject = {
    kind: 'diff', title: await diffTitle(deps.profiles, question), answer: answer.value,
    ...(top.ok ? { changes: changesOf(top.value) } : {}),
  };
  return found(subject, times.length === 0 ? null : Math.max(...times), top.ok ? top.value.finding : null);
}

/** Profiles do not change; refreshes only check that they still exist. */
function found(subject: PictureSubject, dataTimeMs: number | null, finding: Finding | null): Result<Found> {
  return { ok: true, value: { subject, dataTimeMs, finding, empty: false, refreshMs: MAX_REFRESH_MS } };
}

function fail(message: string): Result<never> {
  return { ok: false, error: { errorType: 'not_found', message } };
}
