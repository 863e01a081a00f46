/** Tells that VictoriaMetrics ended because a folder of its own data was gone. Pure. */

const MISSING = new RegExp(String.raw`((?:\/[^\s"/:]{1,100}){1,12}?)\/(?:data\/)?(?:small|big|indexdb)\/`
  + String.raw`[^\s"]{0,300}"?: no such file or directory`);

/** Returns what the messages have in common with which it ended; null unless each names such a folder. */
export function missingFolders(messages: readonly string[]): string | null {
  const paths = messages.map((message) => MISSING.exec(message.slice(-2000))?.[1]);
  const [path] = paths;
  if (path === undefined || paths.some((one) => one !== path)) return null;
  return `${messages.length === 1 ? 'A folder' : 'Each time a folder'} below its data path (${path}) was gone, which `
    + 'it does not remove while it uses it: look for a clean-up job, a second process, or a mount that was lost.';
}
