import type { ProfileInfo } from './contract/contract.ts';

/** Returns the target of a profile: captured from it, or opened with it; null if not known. */
export function profileTarget({ source }: Pick<ProfileInfo, 'source'>): string | null {
  return source.target ?? null;
}
