/** Computes each subsystem's values on both sides of a diff, for its claim. */
import { ok, type Result } from '../../../core/result.ts';
import type { Area } from '../../../core/views/profile/diffClaim.ts';
import { at } from '../decode/profile.ts';
import type { Pair } from '../query/pair.ts';
import { byFunction, filtered, rulesOf, type Question } from '../query/question.ts';
import { placeSamples, subsystemNames, type Place, type Program } from '../query/subsystems.ts';
import { pairSides } from '../tree/beforeAfter.ts';

/** Sums by place, so that tables of two profiles can be combined before rows are named. */
export interface PlacedSums { program: Program; places: Place[]; before: number[]; after: number[] }

/** Sums both sides by place. Errors like `filtered`. */
export function placedSums(pair: Pair, question: Question): Result<PlacedSums> {
  const what = filtered(pair.combined, byFunction(question));
  if (!what.ok) return what;
  const { program, places, ofSample } = placeSamples(pair.combined, what.value, rulesOf(question));
  const before = places.map(() => 0);
  const after = places.map(() => 0);
  ofSample.forEach((place, sample) => {
    if (place < 0) return;
    before[place] = (before[place] ?? 0) + at(pair.before.numbers, sample);
    after[place] = (after[place] ?? 0) + at(pair.after.numbers, sample);
  });
  return ok({ program, places, before, after });
}

/** Returns the rows of all sums together, named as in the table of subsystems. */
export function areasOf(pair: Pair, sums: readonly PlacedSums[], question: Question): Area[] {
  const program: Program = {
    isServer: sums.some((each) => each.program.isServer),
    packages: [...new Set(sums.flatMap((each) => each.program.packages))],
  };
  const nameOf = subsystemNames(program, rulesOf(question), question.subsystem);
  const rows = new Map<string, { id: string; name: string; before: number; after: number }>();
  for (const { places, before, after } of sums) {
    places.forEach((place, index) => {
      const { id, name } = nameOf(place);
      const row = rows.get(id) ?? { id, name, before: 0, after: 0 };
      row.before += before[index] ?? 0;
      row.after += after[index] ?? 0;
      rows.set(id, row);
    });
  }
  return [...rows.values()].map(({ id, name, before, after }) => ({ id, name, flat: pairSides(pair, before, after) }));
}
