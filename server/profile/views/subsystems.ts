/** Cost by subsystem, by the rows of subsystemRules.ts: each sample belongs to exactly one. */
import type { DiffSubsystemTable, SubsystemTable } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { FrameNames } from '../query/frameNames.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { compareNames, type Question } from '../query/question.ts';
import { compileRegex, type Matcher } from '../../../core/regex.ts';
import { shareOf, sidesShare } from './share.ts';
import { cellSums, isCounted, pairSubjectOf, subjectOf, type Subject } from './subject.ts';
import { AREA_RULES, OTHER_RULE, RUNTIME_RULES, type SubsystemRule } from './subsystemRules.ts';

export interface Subsystem { id: string; name: string; matchers: Matcher[] }

/**
 * The built-in rules and the user's. A user rule with the id of a built-in row adds its expressions to that row; others
 * are rows between the runtime's and the server's. Error `bad_data` names the row with an invalid expression.
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

/**
 * Rows: largest magnitude first, rows without a sample dropped. They add up to `sum`, which is the total when nothing
 * is filtered or negative. Filters apply first; frames they remove do not count. Errors as `top`.
 */
export function subsystems(profile: Profile, rules: Subsystem[], question: Question): Result<SubsystemTable> {
  const subject = subjectOf(profile, byFunction(question));
  if (!subject.ok) return subject;
  const { head } = subject.value;
  const { sum, rows } = rollUp(subject.value, rules);
  return ok({ ...head, sum, rows: rows.map((row) => ({ ...row, share: shareOf(row.flat, head.total) })) });
}

/** Both sides' own values by subsystem; rows with the largest absolute delta first. */
export function diffSubsystems(pair: Pair, rules: Subsystem[], question: Question): Result<DiffSubsystemTable> {
  const subject = pairSubjectOf(pair, byFunction(question));
  if (!subject.ok) return subject;
  const { head } = subject.value;
  const { sum, rows } = rollUp(subject.value, rules);
  return ok({ ...head, sum, rows: rows.map((row) => ({ ...row, share: sidesShare(row.flat, head.totals) })) });
}

/** The expressions are for function names, with inlined ones. */
function byFunction(question: Question): Question {
  return { ...question, granularity: 'functions', noinlines: false };
}

const SHOWN_FUNCTIONS = 5;

interface Row<Cell> { id: string; name: string; flat: Cell; functions: { function: string; flat: Cell }[] }

function rollUp<Head, Cell>(subject: Subject<Head, Cell>, rules: Subsystem[]): { sum: Cell; rows: Row<Cell>[] } {
  const { profile, view, names } = subject;
  const last = rules.length - 1;
  const ruleOfName = rulesOfNames(names, rules);
  const sums = cellSums(subject, rules.length + 1);
  const leafSums = cellSums(subject, rules.length * names.names.length);
  const leaves = rules.map(() => new Set<number>());
  const isMet = new Uint8Array(rules.length);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    let rule = last;
    let leaf = -1;
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
        const slot = at(names.slots, line);
        if (leaf < 0) leaf = slot;
        rule = Math.min(rule, at(ruleOfName, slot));
      }
    }
    isMet[rule] = 1;
    sums.add(rule, sample);
    sums.add(rules.length, sample);
    if (leaf < 0) continue;
    leafSums.add(rule * names.names.length + leaf, sample);
    leaves[rule]?.add(leaf);
  }
  const rows = rules.flatMap(({ id, name }, rule): Row<Cell>[] => isMet[rule] === 0 ? [] : [{
    id, name, flat: sums.cell(rule),
    functions: [...(leaves[rule] ?? [])]
      .map((slot) => ({ function: names.names[slot] ?? '', flat: leafSums.cell(rule * names.names.length + slot) }))
      .sort((a, b) => subject.weight(b.flat) - subject.weight(a.flat) || compareNames(a.function, b.function))
      .slice(0, SHOWN_FUNCTIONS),
  }]);
  return {
    sum: sums.cell(rules.length),
    rows: rows.sort((a, b) => subject.weight(b.flat) - subject.weight(a.flat) || compareNames(a.name, b.name)),
  };
}

/** The first rule that matches each function name; else the last one, which has no expressions. */
function rulesOfNames(names: FrameNames, rules: Subsystem[]): Uint8Array {
  return Uint8Array.from(names.names, (name) => {
    const found = rules.findIndex(({ matchers }) => matchers.some((matcher) => matcher.test(name)));
    return found < 0 ? rules.length - 1 : found;
  });
}
