/** Shortens names of functions for a finding. Pure. */

const MAX_PATH = 1000;
/** Matches `/src/runtime/mgc.go`, `tsdb/head.go:12`; not the import path of a function. */
const SOURCE_FILE =
  /^(?:\/|[A-Za-z]:[\\/]).*\.\w{1,8}(?::\d{1,9})?$|[/\\].*\.(?:go|s|c|cc|cpp|h|rs|js|mjs|ts|py|java)(?::\d{1,9})?$/;

/**
 * Shortens the path of a source file, which finer granularities print after or instead of the name, to the file name,
 * as tables do.
 */
export function shownName(name: string): string {
  const path = name.slice(name.lastIndexOf(' ') + 1);
  if (path.length > MAX_PATH || !SOURCE_FILE.test(path)) return name;
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return `${name.slice(0, name.length - path.length)}${file}`;
}
