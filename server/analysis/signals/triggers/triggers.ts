/** Judges each scrape of one target by rules: which of them ask for a profile now. Pure. */
import type { CaptureKind, Unit } from '../../../../core/contract/contract.ts';
import { formatValue } from '../../../../core/text/format.ts';
import { NEXT_COMPACTION, type DefaultRule, type TriggerSettings } from '../../../../core/triggers.ts';
import { completeReading, HeadWaits } from '../compaction/headWaits.ts';
import { CompactionRun } from './compactionRun.ts';
import { LEVEL_RULES, selectorRule, type HighWaterRule, type TriggerReading } from './highWaterRules.ts';
import { UsualValues, type Usual } from './usualValues.ts';

export interface TriggerValue { name: string; value: number; unit: Unit }

/** A rule that asks for a profile, and why. */
export interface Firing {
  rule: string;
  kind: CaptureKind;
  seconds: number;
  /** For people: what was seen, with its values. */
  sentence: string;
  values: TriggerValue[];
  /** It waits for a capture that runs. */
  waits?: true;
}

/** Asked of each rule that fires; one that may not leaves no high-water mark. */
export type MayFire = (rule: string) => boolean;

/** A rise that lasts longer is the new usual. */
const RISE_MS = 60_000;
const RECENT_MS = 60_000;
/** A process that has just started is busy with its start. */
const WARM_UP_MS = 60_000;
/** Readings on either side of a rise that show a part of it: CPU is taken over two scrapes. */
const EDGE_READINGS = 2;
const COMPACTION_SECONDS = 10;
/** Queries that a head compaction waits for are over by then, as a rule; and how soon to look again. */
const HEAD_WAIT_MS = 20_000;
const HEAD_AGAIN_MS = 60_000;
/** Rules beside those of levels that take CPU profiles. */
const CPU_RULES: readonly DefaultRule[] = ['compaction', NEXT_COMPACTION, 'finding'];
/** Start times of one process differ by what its clock and ours differ between two scrapes. */
const SAME_START_SECONDS = 1.5;

interface Level {
  /** null: of a rule whose floor is fixed. */
  usual: UsualValues | null;
  aboveSinceMs: number | null;
  /** The rise that is under way. */
  isCaptured: boolean;
  /** Readings after the last rise that still count as its edge. */
  edge: number;
  /** The highest value that was captured, and until when the capture runs. */
  mark: { value: number; timeMs: number; untilMs: number } | null;
}

export class Triggers {
  private rules: HighWaterRule[];
  private readonly levels = new Map<string, Level>();
  private recent: TriggerReading[] = [];
  private compaction = new CompactionRun();
  private heads = new HeadWaits();
  private headDumpMs = -Infinity;
  private warmUntilMs = -Infinity;

  constructor(private settings: TriggerSettings) {
    this.rules = rulesOf(settings);
  }

  /** What was learned stays; a rule of the same name that watches something else begins anew. */
  change(settings: TriggerSettings): void {
    const before = new Map(this.settings.rules.map((rule) => [rule.name, JSON.stringify(rule)]));
    const after = new Map(settings.rules.map((rule) => [rule.name, JSON.stringify(rule)]));
    for (const [name, rule] of before) if (after.get(name) !== rule) this.levels.delete(name);
    this.settings = settings;
    this.rules = rulesOf(settings);
  }

  /** All rules and what each watches, in words, also those that are off. */
  get all(): { rule: string; words: string }[] {
    return [
      ...this.rules.map(({ id, words }) => ({ rule: id, words })),
      { rule: 'compaction', words: 'A compaction runs longer than the last ten: by half, and by 5 s.' },
      { rule: NEXT_COMPACTION, words: 'A head compaction is due; the profile covers it from start to end.' },
      { rule: 'finding', words: 'A finding turns critical.' },
      { rule: 'stacks', words: 'Something does not get on; the dump of goroutines says what waits, and how long.' },
      {
        rule: 'head-wait',
        words: 'A block was written 20 s ago, and the head is not truncated; the dump of goroutines says what waits.',
      },
    ];
  }

  /** Cores of the latest readings as the rule `cpu` sees them, and what is usual; null = not known yet. */
  get cpu(): { cores: number; median: number } | null {
    const cores = LEVEL_RULES.cpu.value(this.recent);
    const usual = this.levels.get('cpu')?.usual?.at(this.recent.at(-1)?.timeMs ?? NaN) ?? null;
    return cores === null || usual === null ? null : { cores, median: usual.median };
  }

  /** Kinds of profiles that the rules take. */
  get kinds(): ReadonlySet<CaptureKind> {
    const isOn = (rule: string): boolean => !this.settings.off.includes(rule as DefaultRule);
    return new Set([
      ...this.rules.filter(({ id }) => isOn(id)).map(({ kind }) => kind),
      ...(CPU_RULES.some(isOn) ? ['cpu' as const] : []), ...(isOn('finding') ? ['heap' as const] : []),
    ]);
  }

  /** Whether a value is above usual now that a rule taking profiles of that kind watches. */
  isAbove(kind: CaptureKind): boolean {
    return this.rules.some((rule) => rule.kind === kind && rule.isFixed !== true
      && (this.levels.get(rule.id)?.aboveSinceMs ?? null) !== null);
  }

  /** Readings in order of time, of a target that is up. What the same reading fires is for different things. */
  see(reading: TriggerReading, mayNow: MayFire): Firing[] {
    const may: MayFire = (rule) => !this.settings.off.includes(rule as DefaultRule) && mayNow(rule);
    this.follow(reading);
    const fired = [
      ...this.rules.flatMap((rule) => this.level(rule, reading, may) ?? []), ...this.waitOfHead(reading, may),
    ];
    const running = reading.figures.compactionRunning;
    const long = running === undefined ? null : this.compaction.see(reading.timeMs, running > 0);
    if (long === null || !may('compaction')) return fired;
    const values: TriggerValue[] = [
      { name: 'Running for', value: long.ranMs / 1000, unit: 'seconds' },
      { name: 'Longest of the last', value: long.longestMs / 1000, unit: 'seconds' },
    ];
    const [ran, longest] = values.map(text);
    return [...fired, {
      rule: 'compaction', kind: 'cpu', seconds: COMPACTION_SECONDS, values,
      sentence: `A compaction has been running for ${ran}; the longest of those before took ${longest}.`,
    }];
  }

  /** Until the head is truncated, as often as the limits of the rule allow. */
  private waitOfHead({ timeMs, figures, blockRangeMs }: TriggerReading, may: MayFire): Firing[] {
    const head = completeReading(timeMs, (name) => figures[name]);
    const wait = head === null || blockRangeMs === null ? null : this.heads.see(head, blockRangeMs);
    if (wait === null || timeMs - wait.sinceMs < HEAD_WAIT_MS || timeMs - this.headDumpMs < HEAD_AGAIN_MS) return [];
    if (!may('head-wait')) return [];
    this.headDumpMs = timeMs;
    const value: TriggerValue = { name: 'Since', value: (timeMs - wait.sinceMs) / 1000, unit: 'seconds' };
    return [{
      rule: 'head-wait', kind: 'goroutine', seconds: 0, waits: true, values: [value],
      sentence: `A block was written ${text(value)} ago, and the head is not truncated.`,
    }];
  }

  /** Another process starts from nothing. */
  private follow(reading: TriggerReading): void {
    const before = this.recent.at(-1);
    if (before === undefined) {
      const uptimeMs = reading.timeMs - 1000 * (reading.processStartSeconds ?? 0);
      if (uptimeMs >= 0 && uptimeMs < WARM_UP_MS) this.warmUntilMs = reading.timeMs + WARM_UP_MS - uptimeMs;
    } else if (isAnother(before, reading)) {
      this.recent = [];
      this.levels.clear();
      this.compaction = new CompactionRun();
      this.heads = new HeadWaits();
      this.warmUntilMs = reading.timeMs + WARM_UP_MS;
    }
    this.recent.push(reading);
    const [, second] = this.recent;
    if (second !== undefined && second.timeMs < reading.timeMs - RECENT_MS) this.recent.shift();
  }

  private level(rule: HighWaterRule, reading: TriggerReading, may: MayFire): Firing | null {
    const { timeMs } = reading;
    const level = this.levelOf(rule);
    const value = rule.value(this.recent);
    if (value === null || timeMs < this.warmUntilMs) return null;
    const usual = level.usual?.at(timeMs) ?? null;
    const floor = rule.floor(usual, reading);
    const isAbove = floor !== null && value > floor;
    level.aboveSinceMs = isAbove ? level.aboveSinceMs ?? timeMs : null;
    if (level.mark !== null && timeMs - level.mark.timeMs > this.settings.resetMs) level.mark = null;
    if (level.mark !== null && timeMs <= level.mark.untilMs) level.mark.value = Math.max(level.mark.value, value);
    const fires = floor !== null && isDue(level, rule, { timeMs, value }) && may(rule.id);
    if (fires) {
      level.mark = { value, timeMs, untilMs: timeMs + 1000 * rule.seconds };
      level.isCaptured = true;
      level.usual?.dropFrom((this.recent.at(-1 - EDGE_READINGS) ?? reading).timeMs);
    }
    if (followRise(level, rule, timeMs)) level.usual?.add(timeMs, value);
    return fires ? firing(rule, value, floor, usual) : null;
  }

  private levelOf({ id, isFixed }: HighWaterRule): Level {
    const known = this.levels.get(id);
    if (known !== undefined) return known;
    const usual = isFixed ? null : new UsualValues();
    const level: Level = { usual, aboveSinceMs: null, isCaptured: false, edge: 0, mark: null };
    this.levels.set(id, level);
    return level;
  }
}

/** Those that are off are watched too: quiet times are known by the CPU. */
function rulesOf({ rules }: TriggerSettings): HighWaterRule[] {
  return [...Object.entries(LEVEL_RULES).map(([id, level]) => ({ id, ...level })), ...rules.map(selectorRule)];
}

/**
 * Whether the reading counts as usual. What was worth a profile does not, unless it stays; nor does what may become
 * worth one, nor the edges of what was: each would raise what counts as high, until no further rise exceeds it.
 */
function followRise(level: Level, { holdMs }: HighWaterRule, timeMs: number): boolean {
  const { aboveSinceMs, isCaptured } = level;
  if (aboveSinceMs !== null) return timeMs - aboveSinceMs > (isCaptured ? RISE_MS : holdMs);
  level.edge = isCaptured ? EDGE_READINGS : Math.max(0, level.edge - 1);
  level.isCaptured = false;
  return level.edge === 0;
}

function isDue(
  { aboveSinceMs, mark }: Level, { holdMs, againRatio }: HighWaterRule,
  { timeMs, value }: { timeMs: number; value: number },
): boolean {
  if (aboveSinceMs === null || timeMs - aboveSinceMs < holdMs) return false;
  return mark === null || value > mark.value + againRatio * Math.abs(mark.value);
}

function firing(rule: HighWaterRule, signed: number, floor: number, usual: Usual | null): Firing {
  const { id, kind, seconds, what, unit } = rule;
  const value: TriggerValue = { name: what, value: Math.abs(signed), unit };
  const threshold: TriggerValue = { name: 'Threshold', value: Math.abs(floor), unit };
  const values = usual === null ? [value, threshold] : [value, threshold, { name: 'Usual', value: usual.median, unit }];
  const against = usual === null ? `the threshold is ${text(threshold)}`
    : `${text({ ...value, value: usual.median })} is usual`;
  return { rule: id, kind, seconds, values, sentence: `${what} was ${text(value)}; ${against}.` };
}

function text({ value, unit }: TriggerValue): string {
  return formatValue(value, unit, 'utc');
}

function isAnother(before: TriggerReading, now: TriggerReading): boolean {
  const [was, is] = [before.processStartSeconds, now.processStartSeconds];
  if (was !== null && is !== null && Math.abs(is - was) > SAME_START_SECONDS) return true;
  return (now.figures.cpuSeconds ?? Infinity) < (before.figures.cpuSeconds ?? -Infinity);
}
