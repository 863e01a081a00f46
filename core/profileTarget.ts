import type { ProfileInfo } from './contract/contract.ts';

/** The target that a profile is of: captured from it, or opened with it; null where that is not known. */
export function profileTarget({ source }: Pick<ProfileInfo, 'source'>): string | null {
  return source.target ?? null;
}
