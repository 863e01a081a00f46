/** Explains a denial at a relative path, which is below the working directory of the process. Pure; bounded. */

const OPERATIONS = 'open\\w{0,3}|mkdir\\w{0,3}|create|stat|unlink\\w{0,3}|rename|write|chmod|lock|creating directory';
/** A path that begins with neither a slash, a drive, a home nor a variable. */
const RELATIVE = new RegExp(String.raw`\b(?:${OPERATIONS}) ["'\x60]?`
  + String.raw`((?:\.{1,2}\/)?\w[\w.-]{0,60}(?:\/[\w.-]{0,60}){0,8})["'\x60]?: `
  + '(?:permission denied|read-only file system)', 'i');
/** Flags that name the folder, by the words around the error. */
const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/memory series storage/i, '-storage.local.path'],
  [/opening storage failed|lock DB directory|query ?log|active ?query|queries\.active/i, '--storage.tsdb.path'],
  [/unable to create data directory/i, '--storage.path'],
];
const BEGINS = 'The path ';
const IS_RELATIVE = ' is relative, so it is below the working directory of the process';

/** Returns what a denial in a line means if its path is relative; null for other lines. `around`: names the setting. */
export function relativePathMeaning(line: string, around = line): string | null {
  const path = RELATIVE.exec(line)?.[1];
  if (path === undefined || path.startsWith('/')) return null;
  const flag = FLAGS.find(([words]) => words.test(around))?.[1];
  return `${BEGINS}${path}${IS_RELATIVE}, where its user may not write: set an absolute path${
    flag === undefined ? '' : ` with ${flag}`}, to a folder that this user owns, or another working directory `
    + '(WorkingDirectory= of a unit, which is / without it; WORKDIR of an image).';
}

/** Whether a sentence is such a meaning. */
export const isRelativePathMeaning = (sentence: string): boolean =>
  sentence.startsWith(BEGINS) && sentence.includes(IS_RELATIVE);
