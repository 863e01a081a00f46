/** Sums queries by text, by origin and over time, in bounded memory. Pure. */
import type { LoggedQuery, QueryAsker, QueryGroup, QueryLog, QueryOrigin } from '../../../../core/contract/contract.ts';
import { normalQuery } from '../../../../core/text/normalQuery.ts';
import type { QueryLine } from './queryLine.ts';
import { QueryTimeline } from './queryTimeline.ts';

/** Number of groups kept when there are twice as many: only the count of the lighter ones remains. */
const MAX_GROUPS = 4000;
const MAX_TEXTS_OF_ONE = 1000;
const MAX_ORIGINS_OF_ONE = 100;
/** Maximum number of groups returned per order. */
const SHOWN_GROUPS = 50;
const SHOWN_ASKERS = 50;
const SHOWN_ORIGINS = 3;
const MAX_LONGEST = 500;

interface Group extends Omit<QueryGroup, 'text' | 'texts' | 'origins' | 'originCount'> {
  normal: string;
  texts: Set<string>;
  origins: Map<string, { origin: QueryOrigin; evalSeconds: number }>;
}

/** Evaluations that waited longer for a slot than they then took; `rule`: the one of a rule that waited longest. */
export interface QueueWaits {
  count: number; longestSeconds: number; maxEvalSeconds: number; rule: LoggedQuery | null;
  /** Maximum number of long evaluations that ran at once. */
  atOnce: number;
}

export type QueryTotals = Omit<QueryLog, 'finding' | 'lines' | 'notes'> & { mergedCount: number; waits: QueueWaits };

/** A shorter wait is not noticed. */
const MIN_WAIT_SECONDS = 1;

export class QueryCounts {
  private groups = new Map<string, Group>();
  private readonly askers = new Map<string, QueryAsker & { longestSeconds: number }>();
  private readonly timeline = new QueryTimeline();
  private longest: LoggedQuery[] = [];
  private mergedCount = 0;
  private readonly all = { count: 0, failed: 0, evalSeconds: 0, samples: null as number | null };

  private readonly waits: QueueWaits = { count: 0, longestSeconds: 0, maxEvalSeconds: 0, rule: null, atOnce: 0 };

  constructor(private readonly maxLongest = MAX_LONGEST) {}

  add({ query, text }: QueryLine): void {
    this.all.count += 1;
    this.all.failed += Number(query.error !== null);
    this.all.evalSeconds += query.evalSeconds;
    this.all.samples = sum(this.all.samples, query.samples);
    this.timeline.add(query);
    if (query.queueSeconds >= MIN_WAIT_SECONDS && query.queueSeconds > query.evalSeconds) this.addWait(query);
    this.addToGroup(query, text);
    this.addToContext(query);
    this.longest.push(query);
    if (this.longest.length >= 2 * this.maxLongest) this.longest = longestOf(this.longest, this.maxLongest);
  }

  /** Returns null if no query was added. */
  totals(): QueryTotals | null {
    const timeline = this.timeline.answer();
    if (timeline === null) return null;
    const groups = [...this.groups.values()];
    const askers = [...this.askers.values()].sort((a, b) => b.evalSeconds - a.evalSeconds);
    const longest = longestOf(this.longest, this.maxLongest);
    return {
      ...this.all, ...timeline, mergedCount: this.mergedCount, waits: { ...this.waits, atOnce: this.atOnce(longest) },
      groupCount: groups.length + this.mergedCount,
      groups: heaviest(groups).map(answered), longest,
      askerCount: askers.length,
      askers: askers.slice(0, SHOWN_ASKERS).map(({ longestSeconds: _, ...asker }) => asker),
    };
  }

  /** Returns how many long evaluations ran at once at most; 0 if not all of them are kept. */
  private atOnce(longest: readonly LoggedQuery[]): number {
    const long = longest.filter(({ evalSeconds }) => evalSeconds >= MIN_WAIT_SECONDS);
    return long.length >= this.maxLongest ? 0 : mostAtOnce(long);
  }

  private addWait(query: LoggedQuery): void {
    const { waits } = this;
    waits.count += 1;
    waits.longestSeconds = Math.max(waits.longestSeconds, query.queueSeconds);
    waits.maxEvalSeconds = Math.max(waits.maxEvalSeconds, query.evalSeconds);
    if (query.origin.kind === 'rule' && query.queueSeconds > (waits.rule?.queueSeconds ?? 0)) waits.rule = query;
  }

  private addToGroup(query: LoggedQuery, text: string): void {
    const normal = normalQuery(text);
    let group = this.groups.get(normal);
    if (group === undefined) {
      group = {
        normal, texts: new Set(), count: 0, failed: 0, evalSeconds: 0, maxEvalSeconds: 0, samples: null,
        peakSamples: null, origins: new Map(), longest: query,
      };
      this.groups.set(normal, group);
    }
    if (group.texts.size < MAX_TEXTS_OF_ONE) group.texts.add(query.text);
    group.count += 1;
    group.failed += Number(query.error !== null);
    group.evalSeconds += query.evalSeconds;
    group.maxEvalSeconds = Math.max(group.maxEvalSeconds, query.evalSeconds);
    group.samples = sum(group.samples, query.samples);
    if (query.peakSamples !== null) group.peakSamples = Math.max(group.peakSamples ?? 0, query.peakSamples);
    if (query.evalSeconds > group.longest.evalSeconds) group.longest = query;
    const key = originKey(query.origin);
    const origin = group.origins.get(key);
    if (origin !== undefined) origin.evalSeconds += query.evalSeconds;
    else if (group.origins.size < MAX_ORIGINS_OF_ONE)
      group.origins.set(key, { origin: query.origin, evalSeconds: query.evalSeconds });
    if (this.groups.size >= 2 * MAX_GROUPS) this.dropLightest();
  }

  private dropLightest(): void {
    const ordered = [...this.groups].sort(([, a], [, b]) => b.evalSeconds - a.evalSeconds);
    this.groups = new Map(ordered.slice(0, MAX_GROUPS));
    this.mergedCount += ordered.length - this.groups.size;
  }

  private addToContext(query: LoggedQuery): void {
    const key = originKey(query.origin);
    let asker = this.askers.get(key);
    if (asker === undefined) {
      if (this.askers.size >= MAX_GROUPS) return;
      asker = {
        origin: query.origin, count: 0, failed: 0, evalSeconds: 0, samples: null, text: query.text,
        longestSeconds: query.evalSeconds,
      };
      this.askers.set(key, asker);
    }
    asker.count += 1;
    asker.failed += Number(query.error !== null);
    asker.evalSeconds += query.evalSeconds;
    asker.samples = sum(asker.samples, query.samples);
    if (query.evalSeconds > asker.longestSeconds)
      [asker.text, asker.longestSeconds] = [query.text, query.evalSeconds];
  }
}

/** Returns how many of some evaluations ran at once at most. */
function mostAtOnce(queries: readonly LoggedQuery[]): number {
  const steps = queries.flatMap(({ start, end }) => [{ at: start, by: 1 }, { at: end, by: -1 }])
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  let [now, most] = [0, 0];
  for (const { by } of steps) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

function originKey(origin: QueryOrigin): string {
  switch (origin.kind) {
    case 'http': return `http\n${origin.client}\n${origin.path}`;
    case 'rule': return `rule\n${origin.file}\n${origin.group}`;
    case 'unknown': return '';
  }
}

function sum(before: number | null, value: number | null): number | null {
  return value === null ? before : (before ?? 0) + value;
}

function longestOf(queries: readonly LoggedQuery[], count: number): LoggedQuery[] {
  return queries.toSorted((a, b) => b.evalSeconds - a.evalSeconds).slice(0, count);
}

/** Returns the groups that lead one of the orders, sorted by evaluation time. */
function heaviest(groups: readonly Group[]): Group[] {
  const orders: ((group: Group) => number)[] = [
    ({ evalSeconds }) => evalSeconds, ({ samples }) => samples ?? 0, ({ peakSamples }) => peakSamples ?? 0,
    ({ count }) => count,
  ];
  const chosen = new Set(orders.flatMap((by) => groups.toSorted((a, b) => by(b) - by(a)).slice(0, SHOWN_GROUPS)));
  return [...chosen].sort((a, b) => b.evalSeconds - a.evalSeconds);
}

function answered({ normal, texts, origins, ...group }: Group): QueryGroup {
  const ordered = [...origins.values()].sort((a, b) => b.evalSeconds - a.evalSeconds);
  return {
    ...group, text: texts.size === 1 ? group.longest.text : normal, texts: texts.size,
    origins: ordered.slice(0, SHOWN_ORIGINS).map(({ origin }) => origin), originCount: ordered.length,
  };
}
