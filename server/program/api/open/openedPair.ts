/** Says of two profiles that were opened together what only both say: the finding of their diff, with its address. */
import type { OpenedFile, ProfileInfo } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import { guessSides, takenOf } from '../../../../core/profile/beforeAfter.ts';
import { firstNormalize } from '../../../../core/profile/pairPace.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { againstNamesWords } from '../../../../core/profile/nameOrder.ts';
import type { ApiDeps } from '../http/deps.ts';
import { addressOf } from './openFile.ts';

interface OpenedPair { files: readonly OpenedFile[]; address: string }

/** Two profiles of one load are seldom taken further apart. */
const FAR_APART_SECONDS = 86_400;

/** Returns the profile of a file that has one and nothing else. */
export function onlyProfile(file: OpenedFile): ProfileInfo | null {
  const [profile, another] = file.profiles;
  const isOther = file.outcome !== 'opened' || file.target !== null || file.log !== null || file.output !== null;
  return profile === undefined || another !== undefined || isOther || profile.kind === 'trace' ? null : profile;
}

/** Returns null if the files are not two different profiles of one kind. */
export async function withProfilePair(
  { profiles }: Pick<ApiDeps, 'profiles'>, files: readonly OpenedFile[]
): Promise<OpenedPair | null> {
  const [one, other, another] = files;
  if (one === undefined || other === undefined || another !== undefined) return null;
  const [first, second] = [onlyProfile(one), onlyProfile(other)];
  if (first === null || second === null || first.id === second.id || first.kind !== second.kind) return null;
  const { before, after } = guessSides(first, second);
  const normalize = firstNormalize(before, after);
  const sides = { before: [before.id], after: [after.id], normalize };
  const table = await profiles.diffTop({ ...sides, limit: 1 });
  if (!table.ok) return null;
  const [old, current] = before === first ? [one, other] : [other, one];
  const said = [...statements(table.value.finding), ...apartWords(before, after)].join(' ');
  const order = againstNamesWords(takenOf(before), takenOf(after));
  const name = `${other.what.name.slice(0, 1).toUpperCase()}${other.what.name.slice(1)}`;
  return {
    address: addressOf({ page: 'diff', ...sides }),
    files: [
      { ...one, sentence: `${order === null ? '' : `${order} `}${current.name} against ${old.name}: ${said}` },
      { ...other, sentence: `${name}, compared with ${one.name}.` },
    ],
  };
}

/** Returns that the load may differ, if CPU profiles are of different days. */
function apartWords({ kind, time }: ProfileInfo, after: ProfileInfo): string[] {
  if (kind !== 'cpu' || time === null || after.time === null) return [];
  const apart = Math.abs(after.time - time);
  return apart < FAR_APART_SECONDS ? []
    : [`They were taken ${formatSeconds(apart)} apart: whether the load was the same is not in them. See what was `
      + 'served per second then.'];
}
