/** Reads the periods of samples from the settings of a Java Flight Recorder recording. Pure. */
import { EXECUTION_SAMPLE, type JfrKindId } from './jfrSources.ts';

export const ACTIVE_SETTING = 'jdk.ActiveSetting';
export const SETTING_FIELDS: ReadonlySet<string> = new Set(['id', 'name', 'value']);
/** Event whose settings name what async-profiler samples. */
const RECORDING = 'jdk.ActiveRecording';

/** Events of async-profiler that are sampled by CPU time; another one, such as cycles, is no time. */
const CPU_EVENTS = new Set(['cpu', 'itimer', 'ctimer', 'cpu-clock', 'task-clock']);
/** Interval of async-profiler for CPU time if none was given, which it records as 0. */
const DEFAULT_NANOS = 10_000_000;

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ns', 1], ['us', 1e3], ['ms', 1e6], ['s', 1e9], ['m', 60e9], ['h', 3600e9], ['d', 86_400e9],
]);

/** What a chunk says of its samples: periods in nanoseconds, 0 if it does not. */
export interface SampleSettings {
  /** Kind of `jdk.ExecutionSample`. */
  kind: JfrKindId;
  /** Event of async-profiler; "" in a recording of the JDK, or if it is not stated. */
  event: string;
  cpuNanos: number;
  wallNanos: number;
  /** The period of CPU samples is the default of async-profiler. */
  isDefault: boolean;
}

const keyOf = (event: string, name: string): string => `${event}#${name}`;

/** Settings that say what a sample is. */
const USED = new Set([
  keyOf(RECORDING, 'event'), ...['period', 'interval', 'wall'].map((name) => keyOf(EXECUTION_SAMPLE, name)),
]);

/** The settings of a chunk; what it does not state is as in the chunk before, because not every chunk repeats them. */
export class JfrSettings {
  private readonly own = new Map<string, Set<string>>();

  constructor(private readonly before: JfrSettings | null) {}

  add(event: string, name: string, value: string): void {
    const key = keyOf(event, name);
    const values = this.own.get(key) ?? new Set<string>();
    // Two values are as unclear as many.
    if (value !== '' && USED.has(key) && values.size < 2) this.own.set(key, values.add(value));
  }

  /** Returns the settings with those of the chunks before, without these chunks. */
  flat(): JfrSettings {
    const all = new JfrSettings(null);
    for (const [key, values] of [...this.before?.own ?? [], ...this.own]) all.own.set(key, values);
    return all;
  }

  samples(): SampleSettings {
    const event = this.value(RECORDING, 'event');
    const wall = nanosOf(this.value(EXECUTION_SAMPLE, 'wall'));
    const interval = this.value(EXECUTION_SAMPLE, 'interval');
    if (event === '') return {
      kind: 'cpu', event, cpuNanos: nanosOf(this.value(EXECUTION_SAMPLE, 'period')), wallNanos: wall, isDefault: false,
    };
    if (event === 'wall')
      return { kind: 'wall', event, cpuNanos: 0, wallNanos: wall > 0 ? wall : nanosOf(interval), isDefault: false };
    if (!CPU_EVENTS.has(event)) return { kind: 'event', event, cpuNanos: 0, wallNanos: wall, isDefault: false };
    const isDefault = interval === '0';
    return { kind: 'cpu', event, cpuNanos: isDefault ? DEFAULT_NANOS : nanosOf(interval), wallNanos: wall, isDefault };
  }

  /** Returns "" for a setting that is not stated, or has several values in the chunk. */
  private value(event: string, name: string): string {
    const key = keyOf(event, name);
    const values = this.own.get(key) ?? this.before?.own.get(key);
    const [first = ''] = values ?? [];
    return values?.size === 1 ? first : '';
  }
}

/** Returns the nanoseconds of `20 ms`, or of a number alone, as async-profiler writes it; 0 for others. */
function nanosOf(value: string): number {
  const [, number = '', unit = 'ns'] = /^(\d{1,15}) ?([a-z]{1,2})?$/.exec(value) ?? [];
  return Number(number) * (UNITS.get(unit) ?? 0);
}
