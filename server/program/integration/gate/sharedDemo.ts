import { afterAll, inject } from 'vitest';
import type { ProfileInfo } from '../../../../core/contract/contract.ts';
import { connectTo, type Client } from '../lab/tsdbscopeProcess.ts';

/**
 * The demo of the lane. A file that uses it removes what it adds, and counts only what it added: others use it too.
 */
export const demo: Client = connectTo(inject('demoUrl'));
afterAll(() => { demo.checkClaims(); });

/** The ids of the demo's profiles before and after the patch of the WAL. */
export async function walPair(): Promise<{ before: string; after: string }> {
  const profiles = await demo.get<ProfileInfo[]>('/profiles');
  const idOf = (side: string): string =>
    profiles.find(({ pair }) => pair?.side === side && pair.label.includes('WAL'))?.id ?? '';
  return { before: idOf('before'), after: idOf('after') };
}
