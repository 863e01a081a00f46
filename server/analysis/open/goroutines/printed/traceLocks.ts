/** Says which goroutines wait for locks in what go tool pprof -traces printed of a goroutine profile. Pure. */
import { looksTraces } from '../../../../profile/foreign/pprofTraces.ts';
import { lockGroups, type Counted } from './lockGroups.ts';

const RULE = /^[ \t]*-{5,20}\+-{20,80}[ \t]*$/m;
const TYPE = /^[ \t>]{0,40}Type: goroutine\s*$/m;
/** The first frame, behind the number of goroutines. */
const FIRST = /^[ \t]{0,20}(\d{1,9})[ \t]{2,12}(\S.{0,1000})$/;
const NEXT = /^[ \t]{6,24}([^\s\d].{0,1000})$/;
const MAX_STACKS = 5000;
const MAX_LINES = 400;

/** Removes the place behind a function. */
const nameOf = (frame: string): string => frame.trim().split(' ', 1)[0] ?? '';

function stacksOf(text: string): Counted[] {
  return text.split(RULE, MAX_STACKS).slice(1).flatMap((part) => {
    const names: string[] = [];
    let count = 0;
    for (const line of part.split('\n', MAX_LINES)) {
      const [, value, first] = FIRST.exec(line) ?? [];
      const next = NEXT.exec(line)?.[1];
      if (value !== undefined && first !== undefined && names.length === 0) {
        count = Number(value);
        names.push(nameOf(first));
      } else if (next !== undefined && names.length > 0) names.push(nameOf(next));
    }
    return names.length === 0 ? [] : [{ count, names, state: null, object: null }];
  });
}

/** Returns null for another profile, and if few of its goroutines wait for locks. */
export const traceLocks = (text: string): string | null =>
  (TYPE.test(text.slice(0, 4000)) && looksTraces(text.slice(0, 64 * 1024)) ? lockGroups(stacksOf(text)) : null);
