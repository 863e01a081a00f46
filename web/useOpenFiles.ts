import { useCallback, useState } from 'react';
import type { ProfileInfo } from '../server/api/contract.ts';
import { useTargets, useUploadProfile, useUploadRecording } from './api/queries.ts';
import { guessSides } from './panels/profiles/beforeAfter.ts';
import { recordingName, sortDropped } from './api/recordingFiles.ts';
import { useUrlState } from './useUrlState.ts';

export interface OpeningFile { key: number; name: string; sizeBytes: number; state: 'sending' | 'failed'; message: string | null }

const mostBytes = 64 * 1024 * 1024;
const nothing = { sampleType: null, filters: {}, search: '' };
let lastKey = 0;

/**
 * Opens recordings and profiles from any page: a recording becomes a target and is shown, one profile is opened, two are
 * compared. Files go one after the other; the list says what is under way and why one was refused.
 */
export function useOpenFiles(): { files: OpeningFile[]; open: (files: readonly File[], take?: 'all' | 'recordings') => void; clear: () => void } {
  const [files, setFiles] = useState<OpeningFile[]>([]);
  const { set } = useUrlState();
  const targets = useTargets();
  const { mutateAsync: sendRecording } = useUploadRecording();
  const { mutateAsync: sendProfile } = useUploadProfile();

  const tracked = async <T>(file: File, send: () => Promise<T>): Promise<T | null> => {
    const key = (lastKey += 1);
    const entry: OpeningFile = { key, name: file.name, sizeBytes: file.size, state: 'sending', message: null };
    setFiles((old) => [...old, entry]);
    try {
      if (file.size === 0) throw new Error('The file is empty.');
      if (file.size > mostBytes) throw new Error('The file has more than the 64 MiB that are taken; gzip it, or export a shorter window.');
      const answer = await send();
      setFiles((old) => old.filter((one) => one.key !== key));
      return answer;
    } catch (error) {
      setFiles((old) => old.map((one) => (one.key === key ? { ...one, state: 'failed', message: error instanceof Error ? error.message : String(error) } : one)));
      return null;
    }
  };

  const openAll = async (dropped: readonly File[], take: 'all' | 'recordings'): Promise<void> => {
    const { recordings, profiles } = sortDropped(dropped);
    setFiles((old) => old.filter((one) => one.state === 'sending'));
    const names = (targets.data ?? []).map(({ name }) => name);
    for (const file of recordings) {
      const name = recordingName(file.name, names);
      names.push(name);
      const opened = await tracked(file, () => sendRecording({ file, name }));
      if (opened !== null) set({ page: 'overview', target: opened.target.name, range: null });
    }
    if (take === 'recordings' || profiles.length === 0) return;
    const taken: ProfileInfo[] = [];
    for (const file of profiles) taken.push(...(await tracked(file, () => sendProfile(file)) ?? []));
    const [first, second] = taken;
    if (first === undefined) return;
    if (second !== undefined && taken.length === 2 && first.id !== second.id) {
      const { before, after } = guessSides(first, second);
      set({ ...nothing, page: 'diff', before: [before.id], after: [after.id], normalize: 'none' });
    } else set({ ...nothing, page: 'profiles', profile: taken.length === 1 ? first.id : null });
  };

  return { files, open: (dropped, take = 'all') => void openAll(dropped, take), clear: useCallback(() => setFiles([]), []) };
}
