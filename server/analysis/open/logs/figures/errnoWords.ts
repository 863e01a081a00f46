/** Numbers of errors of Linux, and their words. */
export const ERRNO_WORDS: Readonly<Record<string, string>> = {
  5: 'input/output error', 12: 'cannot allocate memory', 13: 'permission denied', 24: 'too many open files',
  28: 'no space left on device', 30: 'read-only file system',
};
