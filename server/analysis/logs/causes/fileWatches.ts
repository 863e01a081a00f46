/**
 * Recognizes errors of a watch of files (inotify). The kernel refuses one with the words of a full disk if the user has
 * as many watches as it may, and with those of too many open files if it has as many instances. Pure; bounded.
 */

const NO_SPACE = '(?:no space left on device|ENOSPC)';
/** Operations on a file, whose errors are about the disk; the path stands between them and the error. */
const ON_FILE = String.raw`(?<!\b(?:writ|open|creat|mkdir|renam|clos|f?sync|f?allocat|preallocat|truncat|cop[iy])`
  + String.raw`\w{0,10} ["'\x60]?[^\s"'\x60]{1,300}["'\x60]?: ${NO_SPACE})`;
/** The message of the error may be a line of its own before its cause. */
const BETWEEN = /[^\n]{0,200}?(?:\n[^\n]{0,200}?)??/.source;
const WATCHES = /(?:\binotify|\bfsnotify|file target manager|(?<!\bWAL )\bwatch(?:er|ers|es|ing)?\b)/.source;
const WATCHERS = [
  /\binotify|\bfsnotify|\bfile[ -]?watch(?:er)?\b|file target manager|\badd(?:ing)? (?:a )?(?:file )?watch\b/,
  /\b(?:creat(?:e|ing)|new|start(?:ing)?) (?:a )?(?:[a-z]{2,12} )?watcher\b/,
  /\bwatch(?:ing)? (?:[\w-]{1,20} ){0,2}(?:director(?:y|ies)|folders?|files?|paths?)\b/,
].map(({ source }) => source).join('|');

/** A watch that the kernel refused because the user has as many as it may. */
export const WATCH_REFUSED = new RegExp(`${WATCHES}${BETWEEN}${NO_SPACE}${ON_FILE}`
  + '|ENOSPC: system limit for number of file watchers', 'i');

/** An instance of inotify, or a file, that the kernel refused because there are as many as there may be. */
export const WATCHER_REFUSED = new RegExp(`(?:${WATCHERS})${BETWEEN}too many open files`, 'i');

/** Whether an error that has the words of a full disk is of a watch. */
export const isOfWatch = (text: string): boolean => WATCH_REFUSED.test(text);
