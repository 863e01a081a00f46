/** Tells what the listing of a folder shows of a file or folder that a log fails on. Pure; bounded. */
import { joined } from '../../look/factTools.ts';
import {
  emptyCheckpoint, emptyFolders, OF_EMPTY_CHECKPOINT, READS_CHECKPOINT,
} from '../../outputs/blocks/emptyFolders.ts';
import { networkMount } from '../../parts/evidence/mounts.ts';
import type { BesideState, StateFile } from './stateFile.ts';

/** The step of a known fault, which the one for an empty checkpoint makes more exact. */
const UNTIL = / Until the update: Copy its data folder [^.\n]{1,120}\.(?= |$)/;
const PATH = /\/[\w.@+-]{1,100}(?:\/[\w.@+:-]{1,100}){1,20}/g;
const MAX_PATHS = 10;
const MAX_CHARS = 256 * 1024;
const TIME = String.raw`(?:[A-Z][a-z]{2} {1,3}\d{1,2}|\d{4}-\d\d-\d\d) {1,3}(?:\d\d:\d\d\S{0,20}|\d{4})(?: [+-]\d{4})?`;
/** Files that have no byte in a healthy folder: the newest segment of a WAL, and locks. */
const MAY_BE_EMPTY = /^\d{8}$|^lock$|\.(?:lock|pid)$/i;
const FAILED = /\berrors?\b|fail|crash|panic|corrupt|invalid/i;

/** Returns the names of the files that the facts of a log name and the listing shows without a byte. */
function emptyFiles(facts: string, text: string): string[] {
  const names = new Set([...facts.matchAll(PATH)].slice(0, MAX_PATHS)
    .map(([path]) => path.replace(/[.:]$/, '').split('/').at(-1) ?? ''));
  const empty = new RegExp(String.raw`^-[-rwxsStT]{9}[.+@]? {1,4}\d{1,6} {1,20}\S{1,60} {1,20}\S{1,60} {1,20}0 {1,4}${
    TIME} {1,4}(\S{1,200})$`, 'gm');
  return [...text.slice(0, MAX_CHARS).matchAll(empty)].map(([, path = '']) => path.split('/').at(-1) ?? '')
    .filter((name) => names.has(name) && !MAY_BE_EMPTY.test(name));
}

/** Returns what the listing shows; null if it has nothing of what the log fails on. */
export function folderState(log: StateFile, state: StateFile): BesideState | null {
  const checkpoint = FAILED.test(log.sentence) && READS_CHECKPOINT.test(log.text) ? emptyCheckpoint(state.text) : null;
  const mount = networkMount('corrupt', state.text, 'Prometheus')
    ?.replace(/^In the text, /, () => `By ${state.name}, `) ?? null;
  if (checkpoint !== null) return {
    said: joined([
      `${state.name} shows the cause: ${checkpoint} is empty, so the replay of the WAL finds no segment in it. ${
        OF_EMPTY_CHECKPOINT}`, mount,
    ]) ?? '', without: [UNTIL],
  };
  if (!FAILED.test(log.sentence)) return null;
  const [file] = emptyFiles(log.sentence, state.text);
  const folder = emptyFolders(state.text).find((path) => path.startsWith('/') && log.sentence.includes(path));
  return file === undefined && folder === undefined ? null : {
    said: `${state.name} shows that ${file ?? folder ?? ''} of that error is empty: what was to be in it was never `
      + 'written, as after a loss of power or on a full disk, or was removed.', without: [],
  };
}
