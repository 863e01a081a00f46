/** Reports that VictoriaMetrics ended because a folder of its own data, or a file in one, was gone. Pure. */

const MISSING = new RegExp(String.raw`((?:\/[^\s"/:]{1,100}){1,12}?)\/(?:data\/)?(?:small|big|indexdb)\/`
  + String.raw`[^\s"]{0,300}"?: no such file or directory`);
/** A file in the folder of a part, which the index has too: below a table whose name is a number. */
const FILE_OF_PART = new RegExp(String.raw`\bopen \S{0,300}?\/((?:small|big)\/\d{4}_\d\d|indexdb\/[0-9A-F]{8,16})\/`
  + String.raw`([0-9A-F][\w.]{6,160})\/([a-z_]{3,30}\.(?:bin|json)): no such file or directory`);
/** Rows, blocks and the time of the samples in the name of a part, as older versions name it. */
const NAMED = /^(\d{1,15})_\d{1,15}_(\d{14})\.\d{3}_(\d{14})\.\d{3}_[0-9A-F]{8,16}$/;
const OPENS = /\bopened part \\?"|\bopening (?:storage|table|indexdb|partition)\b|\bbuild version: victoria-/;
const RUNS = /\bstarted Victoria(?:Metrics|Logs) in \d|\bsuccessfully opened storage /;
/** Maximum number of lines before the end of a process that are read. */
const MAX_LINES = 2000;

const dated = (digits: string): string =>
  digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');

/** Returns what the name of a part says of its samples; null for a name that is only a number. */
function heldBy(part: string): string | null {
  const [, rows, from = '', to = ''] = NAMED.exec(part) ?? [];
  return rows === undefined ? null : `By its name, that part holds ${Number(rows).toLocaleString('en-US')} rows, from ${
    dated(from)} to ${dated(to)}.`;
}

/** Returns what it means that a start finds a part without one of its files; null for other messages. */
function partWithout(messages: readonly string[], lines: readonly string[]): string | null {
  const last = lines.slice(-MAX_LINES);
  if (!last.some((line) => OPENS.test(line)) || last.some((line) => RUNS.test(line))) return null;
  const found = messages.map((message) => FILE_OF_PART.exec(message.slice(-2000)));
  const [, folder, part, file] = found[0] ?? [];
  if (folder === undefined || part === undefined || file === undefined) return null;
  if (found.some((one) => one?.[2] !== part)) return null;
  const held = heldBy(part);
  return `It does not start, because the part ${part} in ${folder} lacks its file ${file}, as after a power loss or a `
    + 'kill, or on a file system such as NFS that lost a write: copy the folder of that part, move it out of the data '
    + 'folder, take it out of parts.json if there is one, and start again; what it holds is lost, unless a backup has '
    + `it.${held === null ? '' : ` ${held}`}`;
}

/**
 * Returns what the messages have in common with which it ended; null unless each names such a folder. `lines`: the
 * lines of the log, which show whether it was starting.
 */
export function missingFolders(messages: readonly string[], lines: readonly string[] = []): string | null {
  const paths = messages.map((message) => MISSING.exec(message.slice(-2000))?.[1]);
  const [path] = paths;
  if (path === undefined || paths.some((one) => one !== path)) return null;
  const atStart = partWithout(messages, lines);
  if (atStart !== null) return atStart;
  const isFile = messages.every((message) => FILE_OF_PART.test(message.slice(-2000)));
  const what = isFile ? 'file' : 'folder';
  return `${messages.length === 1 ? `A ${what}` : `Each time a ${what}`} below its data path (${path}) was gone, which `
    + 'it does not remove while it uses it: look for a clean-up job, a second process, or a mount that was lost.';
}
