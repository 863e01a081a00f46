/**
 * Returns every stack with its value and labels, like `go tool pprof -traces`: internal/report/report.go, printTraces.
 */
import type { DiffTracesTable, Trace, TracesTable } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { cellSums, pairSubjectOf, subjectOf, type Subject } from './subject.ts';
import { shownLabels, type ShownLabels } from './sampleLabels.ts';

/** Limit of frames in one answer. */
const MAX_FRAMES = 500_000;

/**
 * Returns stacks, innermost frame first. One row for each stack and set of labels, their samples added up; largest
 * magnitude first, then as in the profile. Skips samples without a remaining frame. `tagshow`/`taghide` select labels.
 * Errors like `top`, and `bad_data` for an invalid tagshow or taghide.
 */
export function traces(profile: Profile, question: Question): Result<TracesTable> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const rows = rowsOf(subject.value, question);
  return rows.ok ? ok({ ...subject.value.head, ...rows.value }) : rows;
}

/** The same for both sides: a stack of one side only is 0 on the other. Largest absolute delta first. */
export function diffTraces(pair: Pair, question: Question): Result<DiffTracesTable> {
  const subject = pairSubjectOf(pair, question);
  if (!subject.ok) return subject;
  const rows = rowsOf(subject.value, question);
  return rows.ok ? ok({ ...subject.value.head, ...rows.value }) : rows;
}

function rowsOf<Head, Cell>(
  subject: Subject<Head, Cell>, question: Question
): Result<{ rows: Trace<Cell>[]; rowsLeftOut: number }> {
  const labels = shownLabels(subject.profile, question);
  if (!labels.ok) return labels;
  const { view } = subject;
  const rowOf = new Map<string, number>();
  const firstSample: number[] = [];
  const row = new Int32Array(subject.profile.sampleCount).fill(-1);
  for (let sample = 0; sample < row.length; sample++) {
    if (view.kept[sample] === 0) continue;
    const stack = stackKey(subject, sample);
    if (stack === '') continue;
    const key = `${stack} ${JSON.stringify(labels.value.of(sample))}`;
    let known = rowOf.get(key);
    if (known === undefined) rowOf.set(key, known = firstSample.push(sample) - 1);
    row[sample] = known;
  }
  const sums = cellSums(subject, firstSample.length);
  row.forEach((own, sample) => { if (own >= 0) sums.add(own, sample); });
  const order = firstSample.map((_, own) => ({ own, weight: subject.weight(sums.cell(own)) }))
    .sort((a, b) => b.weight - a.weight || a.own - b.own);
  const most = question.limit === undefined || question.limit === 0 ? order.length : question.limit;
  const rows: Trace<Cell>[] = [];
  let frames = 0;
  for (const { own } of order) {
    if (rows.length >= most || frames > MAX_FRAMES) break;
    const trace = described(subject, labels.value, at(firstSample, own), sums.cell(own));
    rows.push(trace);
    frames += trace.frames.length;
  }
  return ok({ rows, rowsLeftOut: order.length - rows.length });
}

function stackKey<Head, Cell>({ profile, view, names }: Subject<Head, Cell>, sample: number): string {
  const slots: number[] = [];
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(profile.frames, frame);
    for (let line = at(names.start, location); line < at(names.start, location + 1); line++)
      slots.push(at(names.slots, line));
  }
  return slots.join(',');
}

function described<Head, Cell>(
  subject: Subject<Head, Cell>, labels: ShownLabels, sample: number, value: Cell
): Trace<Cell> {
  return { value, labels: labels.of(sample), frames: framesOf(subject, sample) };
}

/** Returns frames, innermost first. `inline`: a frame of a location that is not its outermost. */
export function framesOf<Head, Cell>(
  { profile, view, names }: Subject<Head, Cell>, sample: number
): { function: string; inline: boolean }[] {
  const frames: { function: string; inline: boolean }[] = [];
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(profile.frames, frame);
    const end = at(names.start, location + 1);
    for (let line = at(names.start, location); line < end; line++)
      frames.push({ function: names.names[at(names.slots, line)] ?? '', inline: line < end - 1 });
  }
  return frames;
}
