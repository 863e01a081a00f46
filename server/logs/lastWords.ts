import { endOfLine } from './processEnds.ts';

/** What a process, its supervisor or the kernel writes outside the log when a server ends. */
export const LAST_WORDS = new RegExp(
  /^(?:panic: |fatal error: |runtime: |\[signal SIG|unexpected fault address|SIG[A-Z]{3,6}: |signal: )/.source
    + /|^goroutine \d/.source
    + /|^(?:Killed|Aborted|Terminated|Segmentation fault|exit status \d|OOMKilled|command terminated)/.source
    + /|^.{0,60}(?:Out of memory: Kill|oom-kill|oom_reaper|Memory cgroup out of memory|probe failed)/.source
);
/** After whatever prefix. */
const AFTER_PREFIX = /(?:^|[\s\]|>:])((?:panic|fatal error): \S.*)/;

/** The words, without a prefix of no known kind; null for text that holds none. */
export function lastWords(text: string): string | null {
  const isEnd = LAST_WORDS.test(text.slice(0, 300)) || endOfLine(text, false) !== null;
  return AFTER_PREFIX.exec(text)?.[1] ?? (isEnd ? text : null);
}
