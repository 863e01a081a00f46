/**
 * Assigns a subsystem to each sample, by the rows of subsystemRules.ts. If a profile has no code of a TSDB, samples
 * outside the runtime's rows are split by package:
 *
 * ```
 *   names of the frames -> Place (rule, package) of each sample -> row
 *                                                               `gc`, `query`     a rule
 *                                                               `package:lib/x`   its package, innermost first
 *                                                               `module:lib`      of many packages their modules
 * ```
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import { compileRegex, type Matcher } from '../../../core/regex.ts';
import type { Profile } from '../decode/profile.ts';
import type { StackView } from '../decode/stackView.ts';
import {
  isByModule, MODULE_ID, moduleOf, ownerOf, PACKAGE_ID, shortPackage,
} from '../../../core/profile/packages.ts';
import { onlySlots, SEVERAL, type FrameNames } from './frameNames.ts';
import {
  AREA_RULES, OTHER_RULE, RUNTIME_RULES, SERVER_FUNCTION, SERVER_RULES, SYSTEM_RULES, type SubsystemRule,
} from '../../../core/profile/subsystemRules.ts';

export interface Subsystem { id: string; name: string; matchers: Matcher[] }

/**
 * Compiles the built-in rules and the user's. A user rule with the id of a built-in row adds its expressions to that
 * row; others are rows between the runtime's and the server's. Error `bad_data` names the row with an invalid
 * expression.
 */
export function compileSubsystems(own: SubsystemRule[]): Result<Subsystem[]> {
  const builtIn = [...RUNTIME_RULES, ...AREA_RULES, OTHER_RULE].map((rule) => rule.id);
  const added = own.filter((rule) => !builtIn.includes(rule.id));
  const compiled: Subsystem[] = [];
  for (const rule of [...RUNTIME_RULES, ...added, ...AREA_RULES, OTHER_RULE]) {
    const more = own.filter((each) => each.id === rule.id && each !== rule).flatMap((each) => each.functions);
    // Built-in expressions are safe for RegExp, which is 30 times as fast as the engine for untrusted ones.
    const matchers: Matcher[] = own.includes(rule) ? [] : rule.functions.map((pattern) => new RegExp(pattern));
    for (const pattern of own.includes(rule) ? [...rule.functions, ...more] : more) {
      const matcher = compileRegex('functions', pattern);
      if (!matcher.ok) return fail('bad_data', `subsystem ${JSON.stringify(rule.name)}: ${matcher.error.message}`);
      matchers.push(matcher.value);
    }
    compiled.push({ id: rule.id, name: rule.name, matchers });
  }
  return ok(compiled);
}

let known: Subsystem[] | null = null;

/** Returns the rules without a configuration, compiled once. */
export function builtInSubsystems(): Subsystem[] {
  if (known === null) {
    const compiled = compileSubsystems([]);
    if (!compiled.ok) throw new Error(compiled.error.message);
    known = compiled.value;
  }
  return known;
}

/** Facts about the program from the names of a profile; for a pair, from those of both profiles. */
export interface Program {
  /** Whether any function belongs to a TSDB. */
  isServer: boolean;
  packages: string[];
}

/** Place of a sample, however rows are shown: the first rule that a frame matches, and the innermost package. */
export interface Place { rule: number; owner: string }

export interface Placed {
  program: Program;
  places: Place[];
  /** Index into `places`; -1 for samples that are filtered out. */
  ofSample: Int32Array;
}

const MAX_NAMES = 100_000;
/** Caches rules by name: profiles of one program have the same names, and there are about fifty expressions. */
const knownRules = new WeakMap<readonly Subsystem[], Map<string, number>>();

/** Finds the first rule that matches a name, or the last rule. */
function ruleFinder(rules: readonly Subsystem[]): (name: string) => number {
  let known = knownRules.get(rules);
  if (known === undefined || known.size > MAX_NAMES) knownRules.set(rules, known = new Map<string, number>());
  const byName = known;
  return (name) => {
    let rule = byName.get(name);
    if (rule === undefined) {
      const found = rules.findIndex(({ matchers }) => matchers.some((matcher) => matcher.test(name)));
      byName.set(name, rule = found < 0 ? rules.length - 1 : found);
    }
    return rule;
  };
}

/** Returns the place of every sample that `view` keeps. `names`: functions, including inlined ones. */
export function placeSamples(
  profile: Profile, { view, names }: { view: StackView; names: FrameNames }, rules: readonly Subsystem[]
): Placed {
  const last = rules.length - 1;
  const ruleOfName = Uint8Array.from(names.names, ruleFinder(rules));
  const owners: string[] = [''];
  const indexOf = new Map([['', 0]]);
  const ownerOfName = Uint32Array.from(names.names, (name, slot) => {
    const owner = SYSTEM_RULES.has(rules[ruleOfName[slot] ?? last]?.id ?? '') ? ''
      : ownerOf(name, names.files[slot] ?? '');
    const index = indexOf.get(owner) ?? owners.push(owner) - 1;
    indexOf.set(owner, index);
    return index;
  });
  const places: Place[] = [];
  const placeOf = new Map<number, number>();
  const ofSample = new Int32Array(profile.sampleCount).fill(-1);
  const only = onlySlots(names);
  const { frames } = profile;
  const { start, slots } = names;
  let [rule, owner] = [last, 0];
  const meet = (slot: number): void => {
    const ruleOfSlot = ruleOfName[slot] ?? last;
    if (ruleOfSlot < rule) rule = ruleOfSlot;
    if (owner === 0) owner = ownerOfName[slot] ?? 0;
  };
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (view.kept[sample] !== 1) continue;
    [rule, owner] = [last, 0];
    const to = view.to[sample] ?? 0;
    // Tables are read by index: `at`, which is called with every kind of array, costs several times as much.
    for (let frame = view.from[sample] ?? 0; frame < to; frame++) {
      const location = frames[frame] ?? 0;
      const slot = only[location] ?? 0;
      if (slot >= 0) meet(slot);
      else if (slot === SEVERAL) {
        const end = start[location + 1] ?? 0;
        for (let line = start[location] ?? 0; line < end; line++) meet(slots[line] ?? 0);
      }
    }
    const key = rule * owners.length + owner;
    const place = placeOf.get(key) ?? places.push({ rule, owner: owners[owner] ?? '' }) - 1;
    placeOf.set(key, place);
    ofSample[sample] = place;
  }
  const isServer = ruleOfName.some((rule) => SERVER_RULES.has(rules[rule]?.id ?? ''))
    || names.names.some((name) => SERVER_FUNCTION.test(name));
  return { program: { isServer, packages: owners.slice(1) }, places, ofSample };
}

export interface SubsystemName { id: string; name: string }

/**
 * Returns the names of a program's rows. `inside`: the subsystem that stacks are filtered by; within a module, packages
 * are the rows.
 */
export function subsystemNames(
  { isServer, packages }: Program, rules: readonly Subsystem[], inside = ''
): (place: Place) => SubsystemName {
  const byModule = !inside.startsWith(MODULE_ID) && isByModule(packages);
  return ({ rule, owner }) => {
    const found = rules[rule] ?? OTHER_RULE;
    if (isServer || owner === '' || isOverhead(rule, rules)) return { id: found.id, name: found.name };
    const shown = byModule ? moduleOf(owner) : owner;
    return { id: `${byModule ? MODULE_ID : PACKAGE_ID}${shown}`, name: shortPackage(shown) };
  };
}

/** Returns whether a rule is runtime overhead or the user's own, which come before any package. */
function isOverhead(rule: number, rules: readonly Subsystem[]): boolean {
  return rule < rules.findIndex(({ id }) => id === AREA_RULES[0]?.id);
}

/** Removes the samples outside a subsystem. Error `bad_data`: no row can have that id. */
export function keepSubsystem(
  profile: Profile, filtered: { view: StackView; names: FrameNames }, rules: readonly Subsystem[], wanted: string
): Result<null> {
  if (!wanted.startsWith(PACKAGE_ID) && !wanted.startsWith(MODULE_ID) && !rules.some(({ id }) => id === wanted)) {
    return fail('bad_data', `"subsystem" must be the id of a subsystem: ${rules.map(({ id }) => id).join(', ')}, `
      + `${PACKAGE_ID}NAME or ${MODULE_ID}NAME; not ${JSON.stringify(wanted.slice(0, 100))}.`);
  }
  const { program, places, ofSample } = placeSamples(profile, filtered, rules);
  const named = subsystemNames({ ...program, packages: [] }, rules);
  const isIn = places.map((place) => {
    const { id } = named(place);
    return id === wanted || (id.startsWith(PACKAGE_ID) && `${MODULE_ID}${moduleOf(place.owner)}` === wanted);
  });
  const { kept } = filtered.view;
  ofSample.forEach((place, sample) => { if (place >= 0 && isIn[place] !== true) kept[sample] = 0; });
  return ok(null);
}
