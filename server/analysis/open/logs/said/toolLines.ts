/** Finds lines in which a shell tool says that it failed, as start scripts of containers print them. Pure; bounded. */
import { ends, joined } from '../../look/factTools.ts';
import { notStartedMeaning } from './meanings.ts';

const TOOLS = new RegExp(String.raw`^(?:[\w./-]{0,120}\/)?(?:e?grep|sed|awk|cat|cp|mv|ln|rm|mkdir|touch|chmod|chown`
  + String.raw`|chgrp|find|ls|tee|tar|install|head|tail|stat|su-exec|gosu|exec|sh|ash|bash|dash|[\w.-]{1,60}\.sh)`
  + String.raw`(?:: line \d{1,6}|: \d{1,6})?: |^exec \/`);
const REASON = new RegExp(String.raw`: (?:[Nn]o such file or directory|[Pp]ermission denied|Read-only file system`
  + String.raw`|Operation not permitted|No space left on device|Is a directory|Not a directory|(?:command )?not found`
  + String.raw`|Input\/output error|Device or resource busy|[Ee]xec format error)[.)]{0,2}$`);
const MAX_LINE = 500;
const MAX_TOLD = 2;

/** Whether a shell tool says in a line that it failed. */
export function isToolFailure(line: string): boolean {
  const own = line.trim();
  return own.length <= MAX_LINE && TOOLS.test(own) && REASON.test(own);
}

/** Returns what such lines say; null without any. */
export function toolFailures(lines: readonly string[]): string | null {
  const all = [...new Set(lines.filter(isToolFailure).map((line) => line.trim()))];
  const told = all.slice(0, MAX_TOLD).map((line) => `"${ends(line)}"`).join(' and ');
  const more = all.length - MAX_TOLD;
  const what = all.length === 1 ? 'A command failed' : `${all.length} commands failed`;
  return all.length === 0 ? null
    : joined([`${what}: ${told}${more > 0 ? ` and ${more} more` : ''}.`, notStartedMeaning(all.join('\n'))]);
}
