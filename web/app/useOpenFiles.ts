import { useCallback, useState } from 'react';
import { MAX_BODY_BYTES } from '../../core/bounds.ts';
import type { OpenedArchive, OpenedFile } from '../../core/contract/contract.ts';
import { readTexts, sortBenchmarks } from '../api/files/benchmarkFiles.ts';
import { mostFolderFiles, type DroppedFolder } from '../api/files/droppedFiles.ts';
import { openedWords, useOpenArchive, type ArchiveToOpen } from '../api/incidentQueries.ts';
import { useOpenFile, useOpenTogether } from '../api/open/openQueries.ts';
import { useTargets, useUploadRecording } from '../api/queries.ts';
import { mostSignificant, normalizeOfSides, openedComparisons, takenSides } from '../api/profileKinds.ts';
import { recordingName, sortDropped } from '../api/files/recordingFiles.ts';
import { draftWith } from '../panels/benchmarks/benchmarkDraft.ts';
import { openedDiff, openedProfile } from '../url/otherProfile.ts';
import { NO_CHOICES } from '../../core/url/panelChoices.ts';
import { parseUrl } from '../../core/url/urlState.ts';
import { areTogether } from '../ui/drop/togetherFiles.ts';
import { useUrlState, type UrlPatch } from '../url/useUrlState.ts';

/** Dropped files that are opened here; the page handles the others. Always includes recordings and archives. */
export type Take = 'all' | 'not-profiles' | 'recordings';

export interface OpeningFile {
  key: number; name: string; sizeBytes: number; state: 'sending' | 'opened' | 'failed'; message: string | null
}

const NO_SIDES = { before: [], after: [] };
const mostArchiveBytes = 512 * 1024 * 1024;
let lastKey = 0;

/** Returns the diff at an address that shows what several profiles do; null for another page. */
function diffAt(address: string | null): UrlPatch | null {
  const [path = '', query = ''] = (address ?? '').split('?');
  const { page, before, after, normalize } = parseUrl(path, query);
  return address === null || page !== 'diff' ? null : openedDiff(before, after, normalize);
}

interface OpenedGroup { opened: OpenedFile[]; address: string | null }

/** Returns the page of a file that is neither a profile nor a benchmark output. */
function pageOf({ log, target }: OpenedFile): UrlPatch {
  return log !== null ? { page: 'log', log } : { page: 'overview', target, range: null };
}

/**
 * Opens files from any page: a recording becomes a target and is shown, one profile is opened, two are compared,
 * benchmark outputs open on their page, a log on a page of its own. Files are opened one by one, except a log and a few
 * others, which may explain it; the list shows progress and why one was refused.
 */
export function useOpenFiles(): {
  files: OpeningFile[]; open: (files: readonly File[], take?: Take) => void;
  openFolders: (folders: readonly DroppedFolder[]) => void; clear: () => void
} {
  const [files, setFiles] = useState<OpeningFile[]>([]);
  const { set } = useUrlState();
  const targets = useTargets();
  const { mutateAsync: sendRecording } = useUploadRecording();
  const { mutateAsync: openOne } = useOpenFile();
  const { mutateAsync: openTogether } = useOpenTogether();

  const { mutateAsync: sendArchive } = useOpenArchive();

  /** Opens a file and tracks it. `say`: returns a message on an opened file, which then stays in the list. */
  const tracked = async <T>(
    file: { name: string; size: number }, send: () => Promise<T>, most = MAX_BODY_BYTES,
    say: (answer: T) => string | null = () => null
  ): Promise<T | null> => {
    const key = (lastKey += 1);
    const entry: OpeningFile = { key, name: file.name, sizeBytes: file.size, state: 'sending', message: null };
    setFiles((old) => [...old, entry]);
    try {
      if (file.size === 0 && !file.name.endsWith('/')) throw new Error('The file is empty.');
      if (file.size > most) throw new Error(
        `It has more than the ${most / 1024 / 1024} MiB that are taken; gzip it, or export a shorter window.`
      );
      const answer = await send();
      const message = say(answer);
      setFiles((old) => (message === null ? old.filter((one) => one.key !== key)
        : old.map((one) => (one.key === key ? { ...one, state: 'opened', message } : one))));
      return answer;
    } catch (error) {
      setFiles((old) => old.map((one) => (one.key === key
        ? { ...one, state: 'failed', message: error instanceof Error ? error.message : String(error) } : one)));
      return null;
    }
  };

  const openArchive = async (sent: ArchiveToOpen, shown: { name: string; size: number }): Promise<void> => {
    const say = (answer: OpenedArchive): string | null => {
      const said = openedWords(answer);
      if (!('folder' in sent) || !sent.folder.cut) return said;
      const limit = mostFolderFiles.toLocaleString('en-US');
      return `Only its first ${limit} files were opened; drop the rest as folders of their own.`
        + (said === null ? '' : ` ${said}`);
    };
    const send = (): Promise<OpenedArchive> => {
      if ('folder' in sent && sent.folder.problem !== null) throw new Error(sent.folder.problem);
      return sendArchive(sent);
    };
    const opened = await tracked(shown, send, mostArchiveBytes, say);
    if (opened !== null) show(opened);
  };

  const show = ({ target, profiles }: OpenedArchive): void => {
    const [only, second] = profiles;
    if (target !== null) set({ page: 'overview', target: target.name, range: null });
    else set(openedProfile(only !== undefined && second === undefined ? only.id : null));
  };

  const openAllFolders = async (folders: readonly DroppedFolder[]): Promise<void> => {
    setFiles((old) => old.filter((one) => one.state === 'sending'));
    for (const folder of folders) await openArchive(
      { folder }, { name: `${folder.name}/`, size: folder.files.reduce((sum, { file }) => sum + file.size, 0) }
    );
  };

  /** Opens files one by one; returns those that could be opened. */
  const openEach = async (plain: readonly File[]): Promise<OpenedFile[]> => {
    const all: OpenedFile[] = [];
    for (const file of plain) {
      // For several files, reports those that are not shown.
      const say = ({ profiles: own, sentence }: OpenedFile): string | null =>
        (plain.length > 1 && own.length === 0 ? sentence : null);
      const opened = await tracked(file, () => openOne(file), MAX_BODY_BYTES, say);
      if (opened !== null) all.push(opened);
    }
    return all;
  };

  /**
   * Opens files in one request; returns those that could be opened, last the one whose page answers for all, and the
   * address of what all of them show.
   */
  const openGroup = async (group: readonly File[]): Promise<OpenedGroup> => {
    const entries = group.map(({ name, size }): OpeningFile => {
      lastKey += 1;
      return { key: lastKey, name, sizeBytes: size, state: 'sending', message: null };
    });
    /** Replaces the entries by what became of their files; null removes one. */
    const end = (ended: (entry: OpeningFile) => OpeningFile | null): void => setFiles((old) => old.flatMap((one) =>
      (entries.some(({ key }) => key === one.key) ? ended(one) ?? [] : [one])));
    setFiles((old) => [...old, ...entries]);
    try {
      const answer = await openTogether(group);
      end((entry) => {
        const own = answer.files.find(({ name }) => name === entry.name);
        if (own?.outcome !== 'opened')
          return { ...entry, state: 'failed', message: own?.sentence ?? 'The file did not arrive; send it again.' };
        return own.profiles.length > 0 ? null : { ...entry, state: 'opened', message: own.sentence };
      });
      const opened = answer.files.filter(({ outcome }) => outcome === 'opened');
      return {
        address: answer.address,
        opened: opened.toSorted((a, b) => Number(a.address === answer.address) - Number(b.address === answer.address)),
      };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      end((entry) => ({ ...entry, state: 'failed', message }));
      return { opened: [], address: null };
    }
  };

  const openAll = async (dropped: readonly File[], take: Take): Promise<void> => {
    const sorted = sortDropped(dropped);
    const { recordings, archives } = sorted;
    const { benchmarks, others: profiles } = take !== 'recordings' ? await sortBenchmarks(sorted.profiles)
      : { benchmarks: [], others: sorted.profiles };
    setFiles((old) => old.filter((one) => one.state === 'sending'));
    const names = (targets.data ?? []).map(({ name }) => name);
    for (const file of recordings) {
      const name = recordingName(file.name, names);
      names.push(name);
      const opened = await tracked(file, () => sendRecording({ file, name }));
      if (opened !== null) set({ page: 'overview', target: opened.target.name, range: null });
    }
    for (const file of archives) await openArchive({ file }, file);
    if (benchmarks.length > 0) {
      draftWith(window.sessionStorage, await readTexts(benchmarks));
      set({ page: 'benchmarks' });
    }
    if (take !== 'all' || profiles.length === 0) return;
    const { opened, address } = areTogether(profiles) ? await openGroup(profiles)
      : { opened: await openEach(profiles), address: null };
    const taken = opened.flatMap(({ profiles: own }) => own);
    const outputs = opened.flatMap(({ output }) => output ?? []);
    const other = opened.findLast(({ profiles: own }) => own.length === 0);
    const [first] = taken;
    if (benchmarks.length > 0) {
      // Profiles of their runs, next to the comparison.
      const sides = takenSides(taken, NO_SIDES);
      if (sides !== null) set({ page: 'benchmarks', ...NO_SIDES, ...sides });
      return;
    }
    if (first === undefined) {
      if (outputs.length > 0)
        set({ page: 'benchmarks', compared: { ...NO_CHOICES.compared, outputs: outputs.slice(0, 8) } });
      else if (other !== undefined) set(pageOf(other));
      return;
    }
    const together = diffAt(address);
    if (together !== null) {
      set(together);
      return;
    }
    const comparison = await mostSignificant(openedComparisons(taken));
    if (comparison === undefined) set(openedProfile(taken.length === 1 ? first.id : null));
    else set(openedDiff(
      comparison.before.map(({ id }) => id), comparison.after.map(({ id }) => id), normalizeOfSides(comparison)
    ));
  };

  return {
    files, open: (dropped, take = 'all') => void openAll(dropped, take),
    openFolders: (folders) => void openAllFolders(folders), clear: useCallback(() => setFiles([]), []),
  };
}
