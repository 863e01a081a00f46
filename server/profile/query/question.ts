/** Query parameters shared by single profiles and pairs of profiles. */
import type { Per, ProfileFilters, SideFilters } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { applyFilters } from './filters.ts';
import { nameFrames, type FrameNames } from './frameNames.ts';
import type { Profile } from '../decode/profile.ts';
import { pruneFrom, prunedProfile } from './prune.ts';
import { builtInSubsystems, keepSubsystem, type Subsystem } from './subsystems.ts';
import type { StackView } from '../decode/stackView.ts';

export interface Question extends ProfileFilters, SideFilters {
  sampleType?: string;
  /** Rows of the table of subsystems; undefined = the built-in ones. */
  rules?: Subsystem[];
  /** For a diff: omits rows that decreased. The finding still considers all. */
  drop_negative?: boolean;
  /**
   * For a diff: base of shares, as the reference's -base (what differs) and -diff_base (the before side); undefined =
   * diff_base.
   */
  base?: 'base' | 'diff_base';
  /** Maximum of table rows; 0 or undefined = all. */
  limit?: number;
  /** Divisor of values in the answer; undefined = values unchanged. */
  scale?: { per: Per; amount: number };
  /** Share of the root's value below which a flame graph's node is culled; undefined = 0. */
  minRatio?: number;
  /** Flame graph: names from the root to the frame that becomes its root; undefined = the whole tree. */
  zoom?: string[];
}

export interface Filtered { view: StackView; names: FrameNames }

/** The last result for each profile: table, flame graph and every zoom of a page have the same filters. */
const lastFiltered = new WeakMap<Profile, { key: string; filtered: Filtered }>();

/** Prunes, filters, and names the rest, in the reference's order. Callers must not modify the result. */
export function filtered(profile: Profile, question: Question): Result<Filtered> {
  const { focus, ignore, hide, show, show_from, tagfocus, tagignore } = question;
  const { prune_from, granularity, noinlines, trim_path, source_path, subsystem } = question;
  const key = JSON.stringify([
    focus, ignore, hide, show, show_from, tagfocus, tagignore, prune_from, granularity ?? 'functions',
    noinlines ?? false, trim_path, source_path, subsystem ?? '',
  ]);
  const last = lastFiltered.get(profile);
  if (last?.key === key) return ok(last.filtered);
  const result = applyAll(profile, question);
  if (result.ok) lastFiltered.set(profile, { key, filtered: result.value });
  return result;
}

function applyAll(profile: Profile, question: Question): Result<Filtered> {
  const view = applyFilters(profile, prunedProfile(profile), question);
  if (!view.ok) return view;
  if (question.subsystem !== undefined && question.subsystem !== '') {
    const names = nameFrames(profile, view.value, 'functions', { noInlines: false });
    const kept = keepSubsystem(profile, { view: view.value, names }, rulesOf(question), question.subsystem);
    if (!kept.ok) return kept;
  }
  const pruned = pruneFrom(profile, view.value, question.prune_from);
  if (!pruned.ok) return pruned;
  return ok({
    view: view.value,
    names: nameFrames(
      profile, view.value, question.granularity ?? 'functions',
      { noInlines: question.noinlines ?? false, paths: question }
    ),
  });
}

/** Returns the query by function, with inlined ones, as the expressions of subsystems expect. */
export function byFunction(question: Question): Question {
  return { ...question, granularity: 'functions', noinlines: false };
}

export function rulesOf({ rules }: Question): Subsystem[] {
  return rules ?? builtInSubsystems();
}

/** Returns the first `limit` rows and how many are omitted. */
export function limited<T>(rows: T[], limit: number | undefined): { rows: T[]; rowsLeftOut: number } {
  if (limit === undefined || limit <= 0 || rows.length <= limit) return { rows, rowsLeftOut: 0 };
  return { rows: rows.slice(0, limit), rowsLeftOut: rows.length - limit };
}

export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
