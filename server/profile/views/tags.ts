/**
 * Returns labels of samples and the cost of each value, like `go tool pprof -tags`: internal/report/report.go,
 * printTags.
 */
import type { DiffTagsTable, TagsTable } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { compareNames, limited, type Question } from '../query/question.ts';
import { shownKeys } from './sampleLabels.ts';
import { shareOf, sidesShare } from './share.ts';
import { cellSums, isCounted, pairSubjectOf, subjectOf, type Subject } from './subject.ts';
import { numericUnits } from '../query/tagFilter.ts';
import { scaledLabel } from '../query/units.ts';

export interface TagsQuestion extends Question {
  /** Restricts to this tag key. */
  by?: string;
}

/**
 * Returns keys by name; rows by magnitude, then by value. Numeric values are printed as pprof prints them (`1.12kB`),
 * and those that print the same are one row. Samples without labels are in `without` of each key. There are no keys for
 * a profile without labels or a `by` that no sample has, and no row for a value that the filters exclude. Errors like
 * `top`, and `bad_data` for an invalid tagshow or taghide.
 */
export function tags(profile: Profile, question: TagsQuestion): Result<TagsTable> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const { head } = subject.value;
  const keys = keysOf(subject.value, question);
  if (!keys.ok) return keys;
  return ok({
    ...head,
    keys: keys.value.map((key) => ({
      ...key, ...limited(key.rows.map((row) => ({ ...row, share: shareOf(row.flat, head.total) })), question.limit),
    })),
  });
}

/** Returns both sides: a value that only one side has is 0 on the other. Rows with the largest absolute delta first. */
export function diffTags(pair: Pair, question: TagsQuestion): Result<DiffTagsTable> {
  const subject = pairSubjectOf(pair, question);
  if (!subject.ok) return subject;
  const { head } = subject.value;
  const keys = keysOf(subject.value, question);
  if (!keys.ok) return keys;
  return ok({
    ...head,
    keys: keys.value.map((key) => ({
      ...key, ...limited(key.rows.map((row) => ({ ...row, share: sidesShare(row.flat, head.totals) })), question.limit),
    })),
  });
}

interface Key<Cell> { key: string; numeric: boolean; flat: Cell; without: Cell; rows: { value: string; flat: Cell }[] }

function keysOf<Head, Cell>(subject: Subject<Head, Cell>, question: TagsQuestion): Result<Key<Cell>[]> {
  const isShown = shownKeys(question);
  if (!isShown.ok) return isShown;
  const { by } = question;
  const labels = new LabelSlots(subject.profile);
  const { start } = subject.profile.labels;
  const rowSums = cellSums(subject, labels.rows.length);
  const keySums = cellSums(subject, labels.keys.length);
  const withoutSums = cellSums(subject, labels.keys.length);
  const lastSample = new Int32Array(labels.keys.length).fill(-1);
  const isSeen = new Uint8Array(labels.rows.length);
  for (let sample = 0; sample < subject.profile.sampleCount; sample++) {
    if (subject.view.kept[sample] === 0) continue;
    // A sample of zeros has its labels too.
    for (let label = at(start, sample); label < at(start, sample + 1); label++) isSeen[at(labels.rowOf, label)] = 1;
    if (!isCounted(subject, sample)) continue;
    for (let label = at(start, sample); label < at(start, sample + 1); label++) {
      const row = at(labels.rowOf, label);
      const key = labels.rows[row]?.key ?? 0;
      rowSums.add(row, sample);
      keySums.add(key, sample);
      lastSample[key] = sample;
    }
    lastSample.forEach((last, key) => { if (last !== sample) withoutSums.add(key, sample); });
  }
  const keys = labels.keys.map(({ name, numeric }, key): Key<Cell> => (
    { key: name, numeric, flat: keySums.cell(key), without: withoutSums.cell(key), rows: [] }
  ));
  labels.rows.forEach(({ key, value }, row) => {
    if (isSeen[row] === 1) keys[key]?.rows.push({ value, flat: rowSums.cell(row) });
  });
  for (const { rows } of keys)
    rows.sort((a, b) => subject.weight(b.flat) - subject.weight(a.flat) || compareNames(a.value, b.value));
  return ok(
    keys.filter(({ key, rows }) => rows.length > 0 && (by === undefined || key === by) && isShown.value(key))
      .sort((a, b) => compareNames(a.key, b.key))
  );
}

/** Numbers every key and every printed value under it. */
class LabelSlots {
  readonly keys: { name: string; numeric: boolean }[] = [];
  readonly rows: { key: number; value: string }[] = [];
  /** Row of each label of the profile. */
  readonly rowOf: Uint32Array;
  private readonly keyRows = new Map<string, number>();
  private readonly valueRows = new Map<string, number>();

  constructor(profile: Profile) {
    const { key, text, number, strings } = profile.labels;
    const units = numericUnits(profile);
    this.rowOf = new Uint32Array(key.length);
    for (let label = 0; label < key.length; label++) {
      const name = strings[at(key, label)] ?? '';
      const numeric = at(text, label) < 0;
      const value = numeric ? scaledLabel(Number(number[label] ?? 0n), units.get(name) ?? '')
        : (strings[at(text, label)] ?? '');
      this.rowOf[label] = this.row(this.key(name, numeric), value);
    }
  }

  private key(name: string, numeric: boolean): number {
    const known = this.keyRows.get(name);
    if (known !== undefined) return known;
    this.keyRows.set(name, this.keys.length);
    return this.keys.push({ name, numeric }) - 1;
  }

  private row(key: number, value: string): number {
    const id = `${key} ${value}`;
    const known = this.valueRows.get(id);
    if (known !== undefined) return known;
    this.valueRows.set(id, this.rows.length);
    return this.rows.push({ key, value }) - 1;
  }
}
