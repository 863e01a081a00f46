/** Returns the goroutines of a goroutine profile, with each one's state, wait and creator from a dump. */
import type { WaitingStack } from '../../../core/contract/terms/goroutines.ts';
import { at, type Profile } from './profile.ts';
import { functionName } from './stackView.ts';

/** Labels of the profile made from a dump; `wait` is in nanoseconds and absent below a minute, as Go prints it. */
export const DUMP_LABELS = { state: 'state', wait: 'wait', creator: 'created by' } as const;

const MINUTE_NANOS = 60_000_000_000n;

/** Returns null if it is no goroutine profile. */
export function goroutineStacks(profile: Profile): WaitingStack[] | null {
  const type = profile.sampleTypes.findIndex(({ type: name }) => name === 'goroutine' || name === 'goroutineleak');
  if (type < 0) return null;
  return Array.from({ length: profile.sampleCount }, (_, sample) => {
    const { state, wait, creator } = labelsOf(profile, sample);
    return {
      functions: functionsOf(profile, sample), state, waitMinutes: state === '' ? null : Number(wait / MINUTE_NANOS),
      creator, count: at(profile.values, sample * profile.sampleTypes.length + type),
    };
  });
}

/** Returns the names of a sample's functions, innermost first. */
export function functionsOf(profile: Profile, sample: number): string[] {
  const names: string[] = [];
  for (let frame = at(profile.frameStart, sample); frame < at(profile.frameStart, sample + 1); frame++) {
    const location = at(profile.frames, frame);
    const { lineStart } = profile.locations;
    for (let line = at(lineStart, location); line < at(lineStart, location + 1); line++)
      names.push(functionName(profile, line));
  }
  return names;
}

function labelsOf({ labels }: Profile, sample: number): { state: string; wait: bigint; creator: string } {
  const own = { state: '', wait: 0n, creator: '' };
  for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++) {
    const key = labels.strings[at(labels.key, label)] ?? '';
    const text = at(labels.text, label);
    if (key === DUMP_LABELS.wait && text < 0) own.wait = labels.number[label] ?? 0n;
    else if (key === DUMP_LABELS.state && text >= 0) own.state = labels.strings[text] ?? '';
    else if (key === DUMP_LABELS.creator && text >= 0) own.creator = labels.strings[text] ?? '';
  }
  return own;
}
