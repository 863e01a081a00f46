/** Names one of several programs that share code by a folder in its lines or by the file's name. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';

/** Several programs, as `Loki, Mimir or Cortex`. */
const SEVERAL = /^(?:\w{2,20}, ){0,3}\w{2,20} or \w{2,20}$/;
const MAX_CHARS = 64 * 1024;

/** Whether an absolute path has a folder of that name; the path of an address is none. */
const hasFolder = (text: string, name: string): boolean => new RegExp(
  String.raw`(?:^|[\s"'=(\[:])/(?!loki/api/)(?:[\w.@-]{1,60}/){0,6}${name.toLowerCase()}/`, 'm'
).test(text);

/** Whether the name of a file has that of a program as a word, as loki-distributor.log has. */
const isNamed = (file: string, name: string): boolean =>
  new RegExp(String.raw`(?:^|[\W_])${name}(?:[\W_]|$)`, 'i').test(file);

/** Returns `whole` with the only one of its possible programs that has such a folder, or that the file is named by. */
export function ofFolder(whole: Recognized, text: string, file: string): Recognized {
  const { program, name, interest } = whole;
  if (program === null || !SEVERAL.test(program)) return whole;
  const head = text.slice(0, MAX_CHARS);
  const names = program.split(/, | or /);
  const inPaths = names.filter((one) => hasFolder(head, one));
  const [only, second] = inPaths.length > 0 ? inPaths : names.filter((one) => isNamed(file, one));
  return only === undefined || second !== undefined ? whole : {
    ...whole, program: only, name: name.replace(program, () => only),
    interest: interest?.replaceAll(program, () => only) ?? null,
  };
}
