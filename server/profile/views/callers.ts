/**
 * Returns callers and callees of a function, like `go tool pprof -peek`: the edges of
 * https://github.com/google/pprof/blob/main/internal/graph/graph.go, newGraph; and both directions as trees.
 */
import type { CallersTable, DiffCallersTable } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { compareNames, type Question } from '../query/question.ts';
import { callTrees, diffNode, oneNode, type Sandwich } from './sandwich.ts';
import { cellSums, isCounted, pairSubjectOf, subjectOf, type Subject } from './subject.ts';

interface Row<Cell> { function: string; file: string; value: Cell; inline: boolean }

interface Peek<Cell> {
  function: string;
  file: string;
  flat: Cell;
  cum: Cell;
  callers: Row<Cell>[];
  callees: Row<Cell>[];
}

/**
 * `name` is a printed name, as a row of `top` with the same query. The value of an edge is the sum over the samples
 * with it, each once; a recursive call is no edge. Callers of a function without recursion add up to its cum minus its
 * value as a root, its callees to cum - flat. Rows: largest magnitude first, then by name. Errors like `top`,
 * `not_found` for a name without a sample, `too_large`.
 */
export function callers(profile: Profile, name: string, question: Question): Result<CallersTable> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const table = peek(subject.value, name);
  if (!table.ok) return table;
  const trees = callTrees(subject.value, name, question.minRatio ?? 0, oneNode);
  return trees.ok ? ok({ ...subject.value.head, ...table.value, ...trees.value }) : trees;
}

/** The same for both sides; rows with the largest absolute delta first. Widths of the trees as in `diffFlameGraph`. */
export function diffCallers(pair: Pair, name: string, question: Question): Result<DiffCallersTable> {
  const subject = pairSubjectOf(pair, question);
  if (!subject.ok) return subject;
  const table = peek(subject.value, name);
  if (!table.ok) return table;
  const trees: Result<Sandwich<DiffCallersTable['callerTree']['root']>> =
    callTrees(subject.value, name, question.minRatio ?? 0, diffNode);
  return trees.ok ? ok({ ...subject.value.head, ...table.value, ...trees.value }) : trees;
}

const FLAT = 0;
const CUM = 1;

function peek<Head, Cell>(subject: Subject<Head, Cell>, name: string): Result<Peek<Cell>> {
  const { profile, view, names } = subject;
  const target = names.names.indexOf(name);
  if (target < 0) return unknownFunction(name);
  const own = cellSums(subject, 2);
  const callersOf = new Edges(subject);
  const calleesOf = new Edges(subject);
  let found = false;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    let parent = -1;
    let seen = false;
    for (let frame = at(view.to, sample) - 1; frame >= at(view.from, sample); frame--) {
      const location = at(profile.frames, frame);
      const outermost = at(names.start, location + 1) - 1;
      for (let line = outermost; line >= at(names.start, location); line--) {
        const slot = at(names.slots, line);
        if (slot === target && !seen) {
          seen = true;
          own.add(CUM, sample);
        }
        if (parent >= 0 && parent !== slot) {
          if (slot === target) callersOf.add(parent, sample, line !== outermost);
          else if (parent === target) calleesOf.add(slot, sample, line !== outermost);
        }
        parent = slot;
      }
    }
    if (parent === target) own.add(FLAT, sample);
    found ||= seen;
  }
  if (!found) return unknownFunction(name);
  return ok({
    function: name, file: names.files[target] ?? '', flat: own.cell(FLAT), cum: own.cell(CUM),
    callers: callersOf.rows(), callees: calleesOf.rows(),
  });
}

export function unknownFunction(name: string): ReturnType<typeof fail> {
  return fail(
    'not_found',
    `No sample has a function named ${JSON.stringify(name.slice(0, 200))}; `
      + 'take a name from the table of functions, with the same filters.'
  );
}

class Edges<Head, Cell> {
  private readonly sums;
  private readonly lastSample: Int32Array;
  /** True for an edge whose callee was inlined each time, as in the reference. */
  private readonly inline: Uint8Array;

  constructor(private readonly subject: Subject<Head, Cell>) {
    const slots = subject.names.names.length;
    this.sums = cellSums(subject, slots);
    this.lastSample = new Int32Array(slots).fill(-1);
    this.inline = new Uint8Array(slots).fill(1);
  }

  add(slot: number, sample: number, inline: boolean): void {
    if (this.lastSample[slot] === sample) return;
    this.lastSample[slot] = sample;
    this.sums.add(slot, sample);
    if (!inline) this.inline[slot] = 0;
  }

  rows(): Row<Cell>[] {
    const { names, weight } = this.subject;
    const rows: Row<Cell>[] = [];
    this.lastSample.forEach((sample, slot) => {
      if (sample < 0) return;
      rows.push({
        function: names.names[slot] ?? '', file: names.files[slot] ?? '', value: this.sums.cell(slot),
        inline: this.inline[slot] === 1,
      });
    });
    return rows.sort((a, b) => weight(b.value) - weight(a.value) || compareNames(a.function, b.function));
  }
}
