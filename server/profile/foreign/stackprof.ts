/**
 * Reads JSON of Ruby's stackprof: frames by their id, and stacks as numbers: the number of frames, the frames outermost
 * first, the number of samples. https://github.com/tmm1/stackprof
 */
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { listAt, numberAt, objectAt, textOr, type JsonObject } from './jsonValue.ts';
import { StackProfile } from './stackProfile.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

export function isStackprof(file: JsonObject): boolean {
  return typeof file['mode'] === 'string' && isRecord(file['frames']) && typeof file['samples'] === 'number';
}

const COUNT: ValueType = { type: 'samples', unit: 'count' };
const MAX_DEPTH = 100_000;

/** Returns the sample types of a mode; time modes have an interval in microseconds, `object` counts objects. */
function typesOf(mode: string): ValueType[] {
  return mode === 'cpu' || mode === 'wall' ? [COUNT, { type: mode, unit: 'nanoseconds' }]
    : mode === 'object' ? [{ type: 'alloc_objects', unit: 'count' }] : [COUNT];
}

/** Reads a profile; without raw stacks (`raw: true`) each function is its own stack, and a comment says so. */
export function readStackprof(file: JsonObject): Profile {
  const mode = textOr(file['mode'], '');
  const types = typesOf(mode);
  const stacks = new StackProfile(types);
  const interval = typeof file['interval'] === 'number' && file['interval'] > 0 ? file['interval'] : 1;
  const valuesOf = (count: number): number[] => (types.length === 2 ? [count, count * interval * 1000]
    : [mode === 'object' ? count * interval : count]);
  const rows = new Map<string, { row: number; self: number }>();
  for (const [id, value] of Object.entries(objectAt(file['frames'], '"frames"'))) {
    const frame = objectAt(value, 'a frame');
    const line = frame['line'];
    rows.set(id, {
      row: stacks.frame({
        name: textOr(frame['name'], '(anonymous)'), file: textOr(frame['file'], ''),
        ...(typeof line === 'number' ? { line } : {}),
      }),
      self: typeof frame['samples'] === 'number' ? frame['samples'] : 0,
    });
  }
  const comments: string[] = [];
  if (Array.isArray(file['raw'])) {
    const raw = listAt(file['raw'], '"raw"').map((one) => numberAt(one, 'a number of "raw"'));
    for (let at = 0; at < raw.length;) {
      const depth = raw[at] ?? 0;
      const count = raw[at + depth + 1];
      if (!Number.isInteger(depth) || depth < 0 || depth > MAX_DEPTH || count === undefined)
        throw new ForeignError('its raw stacks are cut off');
      const stack = raw.slice(at + 1, at + 1 + depth).map((id) => {
        const found = rows.get(String(id));
        if (found === undefined) throw new ForeignError(`a stack names frame ${id}, which it does not have`);
        return found.row;
      });
      stacks.add(stack.reverse(), valuesOf(count));
      at += depth + 2;
    }
  } else {
    for (const { row, self } of rows.values()) if (self > 0) stacks.add([row], valuesOf(self));
    comments.push('stackprof without raw stacks (raw: true): callers are unknown');
  }
  const garbage = file['gc_samples'];
  if (typeof garbage === 'number' && garbage > 0) comments.push(`${garbage} samples were taken during GC`);
  return stacks.finish({ comments });
}
