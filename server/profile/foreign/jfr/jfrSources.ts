/** Names the events of Java Flight Recorder that have stacks, and what the values of each are. Pure. */
import type { ValueType } from '../../decode/profile.ts';
import { numberOf, type JfrValues } from './jfrValues.ts';

/** Kinds of values, in the order in which they are the default of a profile. */
export const JFR_KINDS = [
  'cpu', 'event', 'wall', 'lock', 'alloc', 'live', 'unfreed', 'malloc', 'native', 'park', 'wait',
] as const;
export type JfrKindId = (typeof JFR_KINDS)[number];

/** `counted`: the type of a kind whose events state no amount, or whose period is not known. */
export interface JfrKind { measured: ValueType | null; counted: string }

export const KINDS: Readonly<Record<JfrKindId, JfrKind>> = {
  cpu: { measured: { type: 'cpu', unit: 'nanoseconds' }, counted: 'cpu_samples' },
  event: { measured: null, counted: 'event_samples' },
  wall: { measured: { type: 'wall', unit: 'nanoseconds' }, counted: 'wall_samples' },
  lock: { measured: { type: 'lock', unit: 'nanoseconds' }, counted: 'lock_waits' },
  alloc: { measured: { type: 'alloc_space', unit: 'bytes' }, counted: 'alloc_samples' },
  native: { measured: null, counted: 'native_samples' },
  live: { measured: { type: 'live_space', unit: 'bytes' }, counted: 'live_samples' },
  unfreed: { measured: { type: 'unfreed_space', unit: 'bytes' }, counted: 'unfreed_samples' },
  malloc: { measured: { type: 'malloc_space', unit: 'bytes' }, counted: 'malloc_samples' },
  park: { measured: { type: 'park', unit: 'nanoseconds' }, counted: 'parks' },
  wait: { measured: { type: 'monitor_wait', unit: 'nanoseconds' }, counted: 'monitor_waits' },
};

/** `ticks` and `samples` are converted to nanoseconds, the latter with the period of the recording. */
interface Amount { value: number; unit: 'ticks' | 'nanoseconds' | 'bytes' | 'samples' }

export interface JfrSource {
  event: string;
  kind: JfrKindId;
  /** Field with the class that is allocated or waited for; "" for none. */
  classField: string;
  amount: (values: JfrValues, unitOf: (field: string) => string) => Amount | null;
}

export const EXECUTION_SAMPLE = 'jdk.ExecutionSample';
export const CPU_TIME_SAMPLE = 'jdk.CPUTimeSample';
const WALL_SAMPLE = 'profiler.WallClockSample';
export const ALLOCATION_SAMPLE = 'jdk.ObjectAllocationSample';
export const IN_NEW_TLAB = 'jdk.ObjectAllocationInNewTLAB';
export const OUTSIDE_TLAB = 'jdk.ObjectAllocationOutsideTLAB';
export const THREAD_PARK = 'jdk.ThreadPark';
export const MALLOC = 'profiler.Malloc';
/** The event of memory that is freed, which has no stack. */
export const FREE = 'profiler.Free';

const sample = (): Amount => ({ value: 1, unit: 'samples' });
const bytes = (value: number): Amount => ({ value, unit: 'bytes' });
const duration = ({ duration: ticks }: JfrValues): Amount => ({ value: numberOf(ticks), unit: 'ticks' });

export const SOURCES: readonly JfrSource[] = [
  { event: EXECUTION_SAMPLE, kind: 'cpu', classField: '', amount: sample },
  {
    event: CPU_TIME_SAMPLE, kind: 'cpu', classField: '', amount: ({ samplingPeriod }, unitOf) => {
      const unit = unitOf('samplingPeriod');
      return unit === 'TICKS' || unit === 'NANOSECONDS'
        ? { value: numberOf(samplingPeriod), unit: unit === 'TICKS' ? 'ticks' : 'nanoseconds' } : null;
    },
  },
  { event: 'jdk.NativeMethodSample', kind: 'native', classField: '', amount: () => null },
  {
    event: WALL_SAMPLE, kind: 'wall', classField: '',
    // Samples of a thread that sleeps in one place are one event.
    amount: ({ samples }) => ({ value: Math.max(1, numberOf(samples)), unit: 'samples' }),
  },
  {
    // The event tells of a buffer (TLAB) that is new; the buffer is what was allocated since the event before it.
    event: IN_NEW_TLAB, kind: 'alloc', classField: 'objectClass',
    amount: ({ tlabSize, allocationSize }) => bytes(numberOf(numberOf(tlabSize) > 0 ? tlabSize : allocationSize)),
  },
  {
    event: OUTSIDE_TLAB, kind: 'alloc', classField: 'objectClass',
    amount: ({ allocationSize }) => bytes(numberOf(allocationSize)),
  },
  {
    event: ALLOCATION_SAMPLE, kind: 'alloc', classField: 'objectClass', amount: ({ weight }) => bytes(numberOf(weight)),
  },
  { event: 'jdk.JavaMonitorEnter', kind: 'lock', classField: 'monitorClass', amount: duration },
  { event: THREAD_PARK, kind: 'park', classField: 'parkedClass', amount: duration },
  // The event of Object.wait, in which a thread gives the monitor up until another one notifies it.
  { event: 'jdk.JavaMonitorWait', kind: 'wait', classField: 'monitorClass', amount: duration },
  {
    event: 'profiler.LiveObject', kind: 'live', classField: 'objectClass',
    amount: ({ allocationSize }) => bytes(numberOf(allocationSize)),
  },
  { event: MALLOC, kind: 'malloc', classField: '', amount: ({ size }) => bytes(numberOf(size)) },
];

/** Classes of `java.util.concurrent` that a thread parks on to get what another one holds. */
const LOCK_CLASS = /^java\.util\.concurrent\.(?:locks\.(?:Reentrant(?:ReadWrite)?Lock|StampedLock)|Semaphore)(?:\$|$)/;

/** Returns whether a park on an object of the class is a wait for a lock; other parks may be of idle threads. */
export const isLockClass = (name: string): boolean => LOCK_CLASS.test(name);

/** Fields that are read of an event. */
export const EVENT_FIELDS: ReadonlySet<string> = new Set([
  'startTime', 'duration', 'stackTrace', 'sampledThread', 'eventThread', 'samplingPeriod', 'samples', 'tlabSize',
  'allocationSize', 'weight', 'size', 'address', ...SOURCES.map(({ classField }) => classField),
]);
