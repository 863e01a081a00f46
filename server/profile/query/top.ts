import type { TopRow, TopTable } from '../../../core/contract/contract.ts';
import { isOfMemory } from '../../../core/profile/allocators.ts';
import { ok, type Result } from '../../../core/result.ts';
import { accumulate } from './accumulate.ts';
import { caveatsOf } from './caveats.ts';
import { blameKind } from './claims/blame.ts';
import type { Profile } from '../decode/profile.ts';
import { stackFacts } from './stackFacts.ts';
import { compareNames, filtered, limited, type Question } from './question.ts';
import { typeIndex } from '../decode/sampleType.ts';
import { columnOf, totalOf } from '../decode/values.ts';

/**
 * Returns where the profile's values were spent: the numbers of `go tool pprof -top`, in the profile's own unit, as
 * integers (exact up to 2^53, beyond that the nearest double).
 *
 * Rows: one for each printed name, largest absolute flat first, then by name; rows of zeros are dropped. `total` is the
 * base of shares: all samples before any filter, by magnitude (for a saved difference: those of its base). Empty
 * profile: no rows, total 0. Errors `bad_data`: an unknown sample type, an invalid filter.
 */
export function top(profile: Profile, question: Question): Result<TopTable> {
  const type = typeIndex(profile, question.sampleType);
  if (!type.ok) return type;
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const column = columnOf(profile, type.value);
  const [sums] = accumulate(profile, view, names, [column]);
  const rows: TopRow[] = [];
  names.names.forEach((name, slot) => {
    const flat = sums?.flat.value(slot) ?? 0;
    const cum = sums?.cum.value(slot) ?? 0;
    if (flat !== 0 || cum !== 0) rows.push({ function: name, file: names.files[slot] ?? '', flat, cum });
  });
  rows.sort((a, b) => Math.abs(b.flat) - Math.abs(a.flat) || compareNames(a.function, b.function));
  const valueType = profile.sampleTypes[type.value];
  const total = totalOf(profile, column);
  const caveats = caveatsOf(profile, { view, names, column, type: type.value, total, rows });
  // Of files, lines and addresses, nobody asks for callers and own code.
  const stacks = (question.granularity ?? 'functions') !== 'functions' ? null
    : stackFacts(profile, {
      view, names, column,
      blame: valueType === undefined ? null : blameKind(valueType.type, isOfMemory(valueType, rows)),
      isInUse: /^inuse_/.test(valueType?.type ?? ''),
    });
  return ok({
    unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '', total, ...limited(rows, question.limit),
    ...(caveats.length === 0 ? {} : { caveats }), ...(stacks === null ? {} : { stacks }),
  });
}
