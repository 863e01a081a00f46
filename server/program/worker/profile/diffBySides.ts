/**
 * Computes the table of a diff of two large profiles: the thread that has a side decoded computes it, both in parallel.
 * Neither decodes the other's, and only tables of names are passed between them.
 */
import type { DiffTopTable, ProfileInfo } from '../../../../core/contract/contract.ts';
import type { Question } from '../../../profile/query/question.ts';
import { canBeApart } from '../../../profile/diff/sideTable.ts';
import type { Result } from '../../../../core/result.ts';
import { keyOf, type DiffTask, type ProfileMethods } from './profileMethods.ts';

/** Below this many samples on both sides together the messages cost more than they save. */
const LARGE_SAMPLES = 20_000;

interface BySides {
  /** Returns the methods of the thread that has those profiles decoded. */
  calls: (ids: string[]) => ProfileMethods;
  infoOf: (id: string) => ProfileInfo | undefined;
  /** Called when a step begins or makes progress. */
  atStep: (step: 'functions' | 'significance', partDone: number) => void;
}

export async function diffTopBySides(
  task: DiffTask, { calls, infoOf, atStep }: BySides
): Promise<Result<DiffTopTable>> {
  atStep('functions', 0);
  const [before, after] = [task.before[0]?.id ?? '', task.after[0]?.id ?? ''];
  const both = calls([...task.after, ...task.before].map(({ id }) => keyOf(id)));
  if (typeof before !== 'string' || typeof after !== 'string') return both.diffTop(task);
  const question = questionOfSides(task, infoOf(before), infoOf(after));
  if (question === null) return both.diffTop(task);
  let done = 0;
  const counted = async <T>(side: Promise<T>): Promise<T> => {
    const table = await side;
    atStep('functions', ++done / 2);
    return table;
  };
  const [beforeTable, afterTable] = await Promise.all([
    counted(calls([before]).sideTable({ which: 'before', id: before, question, keep: false })),
    counted(calls([after]).sideTable({ which: 'after', id: after, question, keep: true })),
  ]);
  if (!beforeTable.ok) return beforeTable;
  if (!afterTable.ok) return afterTable;
  if (beforeTable.value === null) return both.diffTop(task);
  atStep('significance', 0);
  return calls([after]).diffTop({ ...task, question }, beforeTable.value);
}

/** Returns the query with the sample type for comparing the pair; null if the sides must be processed together. */
function questionOfSides(
  { before, after, normalize, question }: DiffTask, beforeInfo?: ProfileInfo, afterInfo?: ProfileInfo
): Question | null {
  if (beforeInfo === undefined || afterInfo === undefined || before.length > 1 || after.length > 1) return null;
  if (normalize !== 'none' || !canBeApart(question)) return null;
  if (beforeInfo.samples + afterInfo.samples < LARGE_SAMPLES || beforeInfo.kind !== 'cpu' || afterInfo.kind !== 'cpu')
    return null;
  const types = afterInfo.sampleTypes.map(({ type }) => type);
  const isOneKind = JSON.stringify(beforeInfo.sampleTypes) === JSON.stringify(afterInfo.sampleTypes)
    && beforeInfo.defaultSampleType === afterInfo.defaultSampleType && new Set(types).size === types.length;
  return isOneKind ? { ...question, sampleType: question.sampleType ?? afterInfo.defaultSampleType } : null;
}
