/**
 * Reads speedscope files (https://www.speedscope.app/file-format-schema.json), `sampled` and `evented`. Profiles of one
 * unit are one sample type; if there are several, each sample is labelled with the name of its profile. Times become
 * ns, and samples keep their time if they are in time order.
 */
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { listAt, numberAt, objectAt, textOr, type JsonObject } from './jsonValue.ts';
import { MAX_TIMED, timeLabels } from './sampleTime.ts';
import { StackProfile, type Label } from './stackProfile.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

const NANOS: Readonly<Record<string, number>> = { seconds: 1e9, milliseconds: 1e6, microseconds: 1e3, nanoseconds: 1 };
const MAX_TYPES = 64;

export function isSpeedscope(file: JsonObject): boolean {
  return isRecord(file['shared']) && Array.isArray(file['shared']['frames']) && Array.isArray(file['profiles']);
}

interface One { profile: JsonObject; what: string; name: string; unit: string; type: ValueType }

export function readSpeedscope(file: JsonObject): Profile {
  const all = listAt(file['profiles'], '"profiles"').map((value, at): One => {
    const what = `profile ${at}`;
    const profile = objectAt(value, what);
    const unit = textOr(profile['unit'], 'none');
    const name = textOr(profile['name'], '');
    return { profile, what, name, unit, type: typeOf(name, unit) };
  });
  if (all.length === 0) throw new ForeignError('it has no profiles');
  const types = [...new Map(all.map(({ type }) => [type.type, type])).values()];
  if (types.length > MAX_TYPES) throw new ForeignError(`it has more than ${MAX_TYPES} kinds of profiles`);
  const stacks = new StackProfile(types);
  const rows = listAt(objectAt(file['shared'], '"shared"')['frames'], '"shared.frames"').map((value, at) => {
    const frame = objectAt(value, `frame ${at}`);
    const { line } = frame;
    return stacks.frame({
      name: textOr(frame['name'], '(unnamed)'), file: textOr(frame['file'], ''),
      ...(typeof line === 'number' ? { line } : {}),
    });
  });
  const rowOf = (index: unknown): number => {
    const row = typeof index === 'number' ? rows[index] : undefined;
    if (row !== undefined) return row;
    throw new ForeignError(`a stack names frame ${String(index).slice(0, 20)}, which it does not have`);
  };
  for (const { profile, what, name, unit, type } of all) {
    const column = types.findIndex((one) => one.type === type.type);
    const scale = NANOS[unit] ?? 1;
    const labels: Label[] = types.length === all.length || name === '' ? [] : [['profile', name]];
    const isTimed = unit in NANOS && isInTimeOrder(profile);
    const add = (stack: number[], weight: number, time: number): void => {
      const all = isTimed ? [...labels, ...timeLabels(time * scale)] : labels;
      stacks.add(stack, types.map((_, at) => (at === column ? weight * scale : 0)), all);
    };
    if (profile['type'] === 'sampled') addSampled(profile, what, rowOf, add);
    else if (profile['type'] === 'evented') addEvented(profile, what, rowOf, { add, meet: (n) => { stacks.meet(n); } });
    else throw new ForeignError(`${what} is neither "sampled" nor "evented"`);
  }
  return stacks.finish({ defaultSampleType: all[activeProfile(file)]?.type.type ?? '' });
}

function activeProfile(file: JsonObject): number {
  const index = file['activeProfileIndex'];
  return typeof index === 'number' && Number.isInteger(index) ? index : 0;
}

/** Returns the sample type: a name of one word, as tsdbscope writes it; other names are of threads and files. */
function typeOf(name: string, unit: string): ValueType {
  const own = /^[a-z][a-z_]{1,30}$/.test(name) ? name : null;
  if (unit in NANOS) return { type: own ?? 'time', unit: 'nanoseconds' };
  return unit === 'bytes' ? { type: own ?? 'space', unit: 'bytes' } : { type: own ?? 'samples', unit: 'count' };
}

/**
 * Returns whether samples are in time order. Events are; samples are if a stack recurs after another one, because
 * merged profiles, also written as samples, have each stack once.
 */
function isInTimeOrder({ type, samples, events }: JsonObject): boolean {
  if (type === 'evented') return Array.isArray(events) && events.length <= MAX_TIMED;
  if (!Array.isArray(samples) || samples.length > MAX_TIMED) return false;
  const seen = new Set<string>();
  let last: string | null = null;
  for (const sample of samples) {
    const stack = Array.isArray(sample) ? sample.join() : '';
    if (stack !== last && seen.has(stack)) return true;
    seen.add(stack);
    last = stack;
  }
  return false;
}

/** Adds a sample; `time` is its start, in the unit of the weight. */
type Add = (stack: number[], weight: number, time: number) => void;

function addSampled(profile: JsonObject, what: string, rowOf: (index: unknown) => number, add: Add): void {
  const samples = listAt(profile['samples'], `"samples" of ${what}`);
  const weights = listAt(profile['weights'], `"weights" of ${what}`);
  if (samples.length !== weights.length)
    throw new ForeignError(`${what} has ${samples.length} samples and ${weights.length} weights`);
  const { startValue } = profile;
  let time = typeof startValue === 'number' ? startValue : 0;
  for (const [at, sample] of samples.entries()) {
    const stack = listAt(sample, `a sample of ${what}`).map(rowOf).reverse();
    const weight = numberAt(weights[at], `a weight of ${what}`);
    add(stack, weight, time);
    time += weight;
  }
}

interface Walk { add: Add; meet: (frames: number) => void }

/** Adds the time between two events to the frames that are open then. */
function addEvented(
  profile: JsonObject, what: string, rowOf: (index: unknown) => number, { add, meet }: Walk
): void {
  const open: number[] = [];
  let time = numberAt(profile['startValue'], `"startValue" of ${what}`);
  for (const value of listAt(profile['events'], `"events" of ${what}`)) {
    const event = objectAt(value, `an event of ${what}`);
    const at = numberAt(event['at'], `the time of an event of ${what}`);
    if (at < time) throw new ForeignError(`the events of ${what} are not in the order of their times`);
    if (at > time && open.length > 0) {
      meet(open.length);
      add(open.toReversed(), at - time, time);
    }
    time = at;
    const row = rowOf(event['frame']);
    if (event['type'] === 'O') open.push(row);
    else if (event['type'] !== 'C' || open.pop() !== row)
      throw new ForeignError(`an event of ${what} closes a frame that is not the innermost open one`);
  }
}
