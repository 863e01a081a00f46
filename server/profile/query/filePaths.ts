/** Shortens paths of source files: trimPath of https://github.com/google/pprof/blob/main/internal/report/source.go */
import type { ProfileFilters } from '../../../core/contract/contract.ts';

export type FilePaths = Pick<ProfileFilters, 'trim_path' | 'source_path'>;

/** Prefixes that builds leave in paths, always removed. */
const WORKING_FOLDERS = ['/proc/self/cwd/./', '/proc/self/cwd/'];

/**
 * `trim_path`: removes the first of its prefixes that a path begins with; prefixes are whole folders, an empty one is
 * `/`. Without it, uses the base names of `source_path`: for `/home/me/prometheus` a path keeps what follows its first
 * `/prometheus/`.
 */
export function pathTrimmer({ trim_path: trimPath = '', source_path: sourcePath = '' }: FilePaths):
(path: string) => string {
  const folders = trimPath === '' ? pathsOf(sourcePath).map((path) => `/${baseName(path)}/`) : [];
  const prefixes = [...pathsOf(trimPath), ...WORKING_FOLDERS]
    .map((prefix) => (prefix.endsWith('/') ? prefix : `${prefix}/`));
  return (path) => {
    for (const folder of folders) {
      const found = path.indexOf(folder);
      if (found >= 0) return path.slice(found + folder.length);
    }
    const prefix = prefixes.find((each) => path.startsWith(each));
    return prefix === undefined ? path : path.slice(prefix.length);
  };
}

/** Go's filepath.SplitList. */
function pathsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** Go's filepath.Base. */
export function baseName(path: string): string {
  if (path === '') return '.';
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return '/';
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}
