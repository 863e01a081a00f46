/** Returns when the samples of a profile were taken, if they have times. */
import { isTimeLabel } from '../../../core/profile/timeLabels.ts';
import { at, type Profile } from '../decode/profile.ts';
import { scaleUnit } from '../query/units.ts';

export interface SampleTime {
  /** Time on the clock of the profile, ns. */
  nanos: bigint;
  /** True if it is the end of the time that the sample covers. */
  isEnd: boolean;
}

/** Returns times by sample; null if it has none. A time in an unknown unit is in nanoseconds. */
export function sampleTimes({ sampleCount, labels }: Profile): (SampleTime | null)[] {
  return Array.from({ length: sampleCount }, (_, sample) => {
    for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++) {
      const key = labels.strings[at(labels.key, label)] ?? '';
      if (at(labels.text, label) >= 0 || !isTimeLabel(key)) continue;
      const { value: factor, unit } = scaleUnit(1, labels.strings[at(labels.unit, label)] ?? '', 'nanoseconds');
      const number = labels.number[label] ?? 0n;
      return { nanos: unit === 'ns' ? number * BigInt(Math.round(factor)) : number, isEnd: key.startsWith('end_') };
    }
    return null;
  });
}

/** Text labels that identify the thread of a sample; `profile` is that of a speedscope file with one for each. */
const THREADS = [
  'thread name', 'thread id', 'thread', 'thread_name', 'thread_id', 'tid', 'goroutine', 'goid', 'profile',
];

/** Returns the label for lanes: the first known one that samples have as text; null if none has. */
export function threadLabel({ labels }: Profile): string | null {
  const known = new Set<string>();
  labels.key.forEach((key, label) => { if (at(labels.text, label) >= 0) known.add(labels.strings[key] ?? ''); });
  return THREADS.find((name) => known.has(name)) ?? null;
}

/** Returns the label's text, or '' if a sample has none. */
export function labelOf({ labels }: Profile, key: string, sample: number): string {
  for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++) {
    const text = at(labels.text, label);
    if (text >= 0 && labels.strings[at(labels.key, label)] === key) return labels.strings[text] ?? '';
  }
  return '';
}
