import { useState } from 'react';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { takenSides } from '../../api/profileKinds.ts';
import { useUploadProfile } from '../../api/queries.ts';
import { useUrlState } from '../../url/useUrlState.ts';

/** Uploads profiles dropped with the outputs as the pair of the runs. `problem`: why one failed; null if none did. */
export function useRunProfiles(): { add: (files: readonly File[]) => Promise<void>; problem: string | null } {
  const { state, set } = useUrlState();
  const { mutateAsync: send } = useUploadProfile();
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (files: readonly File[]): Promise<void> => {
    setProblem(null);
    const taken: ProfileInfo[] = [];
    for (const file of files) {
      try {
        taken.push(...await send(file));
      } catch (error) {
        setProblem(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const sides = takenSides(taken, state);
    if (sides !== null) set(sides);
  };
  return { add, problem };
}
