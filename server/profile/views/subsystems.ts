/** Sums cost by subsystem, by the rows of query/subsystems.ts: each sample belongs to exactly one. */
import type { DiffSubsystemTable, SubsystemTable } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { byFunction, compareNames, rulesOf, type Question } from '../query/question.ts';
import { placeSamples, subsystemNames, type SubsystemName } from '../query/subsystems.ts';
import { shareOf, sidesShare } from './share.ts';
import { cellSums, isCounted, pairSubjectOf, subjectOf, type Subject } from './subject.ts';

/**
 * Returns rows, largest magnitude first, without rows without a sample. They add up to `sum`, which is the total if
 * nothing is filtered or negative. Filters apply first; frames they remove do not count. Errors like `top`.
 */
export function subsystems(profile: Profile, question: Question): Result<SubsystemTable> {
  const subject = subjectOf(profile, byFunction(question));
  if (!subject.ok) return subject;
  const { head } = subject.value;
  const { sum, rows } = rollUp(subject.value, question);
  return ok({ ...head, sum, rows: rows.map((row) => ({ ...row, share: shareOf(row.flat, head.total) })) });
}

/** Returns both sides' own values by subsystem; rows with the largest absolute delta first. */
export function diffSubsystems(pair: Pair, question: Question): Result<DiffSubsystemTable> {
  const subject = pairSubjectOf(pair, byFunction(question));
  if (!subject.ok) return subject;
  const { head } = subject.value;
  const { sum, rows } = rollUp(subject.value, question);
  return ok({ ...head, sum, rows: rows.map((row) => ({ ...row, share: sidesShare(row.flat, head.totals) })) });
}

const SHOWN_FUNCTIONS = 5;

interface Row<Cell> extends SubsystemName { flat: Cell; functions: { function: string; flat: Cell }[] }

function rollUp<Head, Cell>(subject: Subject<Head, Cell>, question: Question): { sum: Cell; rows: Row<Cell>[] } {
  const { profile, names } = subject;
  const rules = rulesOf(question);
  const { program, places, ofSample } = placeSamples(profile, subject, rules);
  const nameOf = subsystemNames(program, rules, question.subsystem);
  const named = new Map<string, { row: number; name: SubsystemName }>();
  const rowOfPlace = places.map((place) => {
    const name = nameOf(place);
    const { row } = named.get(name.id) ?? { row: named.size };
    named.set(name.id, { row, name });
    return row;
  });
  // Slots of sums: rows, all of them together, then each row's innermost functions in order of appearance.
  const slots = new Map<number, number>();
  const leaves = [...named].map(() => new Set<number>());
  const leafSlotOf = new Int32Array(profile.sampleCount).fill(-1);
  const isMet = new Uint8Array(named.size);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    const row = rowOfPlace[ofSample[sample] ?? 0] ?? 0;
    isMet[row] = 1;
    const leaf = leafOf(subject, sample);
    if (leaf < 0) continue;
    const key = row * names.names.length + leaf;
    const slot = slots.get(key) ?? named.size + 1 + slots.size;
    slots.set(key, slot);
    leafSlotOf[sample] = slot;
    leaves[row]?.add(leaf);
  }
  const sums = cellSums(subject, named.size + 1 + slots.size);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    sums.add(rowOfPlace[ofSample[sample] ?? 0] ?? 0, sample);
    sums.add(named.size, sample);
    const slot = leafSlotOf[sample] ?? -1;
    if (slot >= 0) sums.add(slot, sample);
  }
  const rows = [...named.values()].flatMap(({ row, name }): Row<Cell>[] => isMet[row] === 0 ? [] : [{
    ...name, flat: sums.cell(row),
    functions: [...(leaves[row] ?? [])]
      .map((leaf) => ({
        function: names.names[leaf] ?? '', flat: sums.cell(slots.get(row * names.names.length + leaf) ?? 0),
      }))
      .sort((a, b) => subject.weight(b.flat) - subject.weight(a.flat) || compareNames(a.function, b.function))
      .slice(0, SHOWN_FUNCTIONS),
  }]);
  return {
    sum: sums.cell(named.size),
    rows: rows.sort((a, b) => subject.weight(b.flat) - subject.weight(a.flat) || compareNames(a.name, b.name)),
  };
}

/** Returns the innermost name of a stack; -1 for one without a frame. */
function leafOf<Head, Cell>({ profile, view, names }: Subject<Head, Cell>, sample: number): number {
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(profile.frames, frame);
    const line = at(names.start, location);
    if (line < at(names.start, location + 1)) return at(names.slots, line);
  }
  return -1;
}
