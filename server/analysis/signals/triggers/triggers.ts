/** Checks each scrape of one target against the rules that request profiles. Pure. */
import type { CaptureKind, Unit } from '../../../../core/contract/contract.ts';
import { formatValue } from '../../../../core/text/format.ts';
import { NEXT_COMPACTION, type DefaultRule, type TriggerSettings } from '../../../../core/triggers.ts';
import { completeReading, HeadWaits } from '../compaction/headWaits.ts';
import { CompactionRun } from './compactionRun.ts';
import { LEVEL_RULES, selectorRule, type HighWaterRule, type TriggerReading } from './highWaterRules.ts';
import { UsualValues, type Usual } from './usualValues.ts';

export interface TriggerValue { name: string; value: number; unit: Unit }

/** A rule that requests a profile, and why. */
export interface Firing {
  rule: string;
  kind: CaptureKind;
  seconds: number;
  /** Description of what was seen, with its values. */
  sentence: string;
  values: TriggerValue[];
  /** Whether it waits for a running capture. */
  waits?: true;
}

/** Decides whether a rule may fire; a rule that may not sets no high-water mark. */
export type MayFire = (rule: string) => boolean;

/** A rise that lasts longer becomes the usual level. */
const RISE_MS = 60_000;
const RECENT_MS = 60_000;
/** Ignores the load of a process start. */
const WARM_UP_MS = 60_000;
/** Number of readings on either side of a rise that include a part of it: CPU is computed over two scrapes. */
const EDGE_READINGS = 2;
const COMPACTION_SECONDS = 10;
/** Delay before a dump, since most queries that block a head compaction end sooner; and interval between dumps. */
const HEAD_WAIT_MS = 20_000;
const HEAD_AGAIN_MS = 60_000;
/** Rules other than level rules that take CPU profiles. */
const CPU_RULES: readonly DefaultRule[] = ['compaction', NEXT_COMPACTION, 'finding'];
/** Tolerance for start times of one process, which vary between scrapes with the clocks' difference. */
const SAME_START_SECONDS = 1.5;

interface Level {
  /** Null for a rule with a fixed floor. */
  usual: UsualValues | null;
  aboveSinceMs: number | null;
  /** Whether the current rise was captured. */
  isCaptured: boolean;
  /** Remaining readings after the last rise that still count as its edge. */
  edge: number;
  /** The highest captured value, and until when the capture runs. */
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

  /** Changes the settings; keeps learned values, except of a rule whose definition changed under the same name. */
  change(settings: TriggerSettings): void {
    const before = new Map(this.settings.rules.map((rule) => [rule.name, JSON.stringify(rule)]));
    const after = new Map(settings.rules.map((rule) => [rule.name, JSON.stringify(rule)]));
    for (const [name, rule] of before) if (after.get(name) !== rule) this.levels.delete(name);
    this.settings = settings;
    this.rules = rulesOf(settings);
  }

  /** Returns all rules with descriptions, including disabled ones. */
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

  /** Cores over the latest readings as the rule `cpu` computes them, and the usual value; null if not known yet. */
  get cpu(): { cores: number; median: number } | null {
    const cores = LEVEL_RULES.cpu.value(this.recent);
    const usual = this.levels.get('cpu')?.usual?.at(this.recent.at(-1)?.timeMs ?? NaN) ?? null;
    return cores === null || usual === null ? null : { cores, median: usual.median };
  }

  /** Kinds of profiles that the enabled rules take. */
  get kinds(): ReadonlySet<CaptureKind> {
    const isOn = (rule: string): boolean => !this.settings.off.includes(rule as DefaultRule);
    return new Set([
      ...this.rules.filter(({ id }) => isOn(id)).map(({ kind }) => kind),
      ...(CPU_RULES.some(isOn) ? ['cpu' as const] : []), ...(isOn('finding') ? ['heap' as const] : []),
    ]);
  }

  /** Reports whether a value watched by a rule for profiles of that kind is above usual now. */
  isAbove(kind: CaptureKind): boolean {
    return this.rules.some((rule) => rule.kind === kind && rule.isFixed !== true
      && (this.levels.get(rule.id)?.aboveSinceMs ?? null) !== null);
  }

  /** Takes readings of a target that is up, in order of time. Rules that fire on one reading differ in subject. */
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

  /** Fires until the head is truncated, as often as the rule's limits allow. */
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

  /** Adds the reading; a new process resets everything learned. */
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

/** Returns all level rules; disabled ones are watched too, because CPU shows quiet times. */
function rulesOf({ rules }: TriggerSettings): HighWaterRule[] {
  return [...Object.entries(LEVEL_RULES).map(([id, level]) => ({ id, ...level })), ...rules.map(selectorRule)];
}

/**
 * Reports whether the reading counts as usual. Captured rises do not, unless they last; neither do possible rises, nor
 * the edges of rises: each would raise the high level until no further rise exceeds it.
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
