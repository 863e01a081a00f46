import { endOfLine } from './processEnds.ts';

/** Matches what a process, its supervisor or the kernel writes outside the log when a server ends. */
const OF_PROCESS = /^(?:panic: |fatal error: |runtime[:/]|\[signal SIG|unexpected fault address|SIG[A-Z]{3,6}: )/;
const OF_SHELL =
  /^(?:signal: |goroutine \d|Killed|Aborted|Terminated|Segmentation fault|exit status \d|command terminated)/;
const OF_OTHERS = new RegExp(
  /\b(?:Kill(?:ed)? process \d|oom-kill|oom_reaper|out of memory|SystemOOM|TaskOOM|OOMKilled|CrashLoopBackOff)/.source
    + /|\b(?:Back-off|Evicted|probe failed|liveness probe|startup probe|exited with code|Exit Code:|terminated by SIG)/
      .source
    + /|\b(?:Main process exited|Failed with result|Scheduled restart job|Start request repeated|entered FATAL state)/
      .source, 'i'
);
/** Matches a crash message after any prefix. */
const AFTER_PREFIX = /(?:^|[\s\]|>:])((?:panic|fatal error): \S.*)/;
const HEAD = 400;

export function isLastWords(text: string): boolean {
  const head = text.slice(0, HEAD);
  return OF_PROCESS.test(head) || OF_SHELL.test(head) || OF_OTHERS.test(head);
}

/** Returns the text about an end, without an unknown prefix; null for other text. */
export function lastWords(text: string): string | null {
  return AFTER_PREFIX.exec(text)?.[1] 
    ?? (isLastWords(text) || endOfLine(text, false) !== null ? text : null);
}
