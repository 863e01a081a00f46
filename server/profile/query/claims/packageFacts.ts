/** Sums a profile of JavaScript by the npm package of the code that runs. Pure. */
import type { NamedValue, StackFacts } from '../../../../core/contract/contract.ts';
import { at, type Profile } from '../../decode/profile.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, their files, and the slots of each location. */
interface Names {
  names: readonly string[]; files: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number>;
}
interface Asked { view: StackView; names: Names; column: Column }

const PACKAGE = /^.{0,2000}[\\/]node_modules[\\/]((?:@[^\\/]{1,100}[\\/])?[^\\/]{1,100})/;
/** Modules of Node.js, of which those that observe the program are named alone. */
const OF_NODE = /^(?:node:|internal\/)/;
const OBSERVING = /^(?:node:)?(?:internal\/)?(?:inspector_async_hook|inspector|trace_events|async_hooks)\b/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const MAX_PACKAGES = 20;
const IDLE = '(idle)';
const OWN_FILES = 'files outside of node_modules';
const NATIVE = 'native functions';

/** Returns nothing unless a file of the profile lies in node_modules. */
export function packageFacts(profile: Profile, { view, names, column }: Asked): Pick<StackFacts, 'ofPackages'> {
  if (!names.files.some((file) => file.includes('node_modules') && PACKAGE.test(file))) return {};
  const owners = names.files.map(ownerOf);
  const sums = new Map<string, number>();
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const value = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || value === 0) continue;
    const owner = ownerIn(profile, { view, names }, sample, owners);
    if (owner !== IDLE) sums.set(owner, (sums.get(owner) ?? 0) + value);
  }
  return {
    ofPackages: [...sums].sort(([, a], [, b]) => b - a).slice(0, MAX_PACKAGES)
      .map(([name, value]): NamedValue => ({ name, value })),
  };
}

/** Returns the package of a file; "" for native functions, which have none. */
function ownerOf(file: string): string {
  const owner = PACKAGE.exec(file)?.[1];
  if (owner !== undefined) return owner.replace('\\', '/');
  if (OF_NODE.test(file)) return OBSERVING.test(file) ? file : 'Node.js';
  return file === '' ? '' : SCRIPT.test(file) ? OWN_FILES : file;
}

/** Returns the owner of the innermost function that has one; what V8 itself does has a name in parentheses. */
function ownerIn(
  { frames }: Profile, { view, names }: Pick<Asked, 'view' | 'names'>, sample: number, owners: readonly string[]
): string {
  let innermost = '';
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(frames, frame);
    for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
      const slot = at(names.slots, line);
      innermost ||= names.names[slot] ?? '';
      if (/^\((?:idle|program|garbage collector)\)$/.test(innermost)) return innermost;
      const owner = owners[slot] ?? '';
      if (owner !== '') return owner;
    }
  }
  return NATIVE;
}
