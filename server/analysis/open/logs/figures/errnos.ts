/** Numbers of the errors of Linux. */

/** The errors by their numbers, with their names and words. */
export const ERRNOS: ReadonlyMap<number, readonly [name: string, words: string]> = new Map([
  [1, ['EPERM', 'operation not permitted']], [2, ['ENOENT', 'no such file or directory']],
  [5, ['EIO', 'input/output error']], [11, ['EAGAIN', 'resource temporarily unavailable']],
  [12, ['ENOMEM', 'cannot allocate memory']], [13, ['EACCES', 'permission denied']],
  [16, ['EBUSY', 'device or resource busy']], [17, ['EEXIST', 'file exists']], [22, ['EINVAL', 'invalid argument']],
  [23, ['ENFILE', 'too many open files in system']], [24, ['EMFILE', 'too many open files']],
  [27, ['EFBIG', 'file too large']], [28, ['ENOSPC', 'no space left on device']],
  [30, ['EROFS', 'read-only file system']], [36, ['ENAMETOOLONG', 'file name too long']],
  [98, ['EADDRINUSE', 'address already in use']], [104, ['ECONNRESET', 'connection reset by peer']],
  [110, ['ETIMEDOUT', 'connection timed out']], [111, ['ECONNREFUSED', 'connection refused']],
  [113, ['EHOSTUNREACH', 'no route to host']], [116, ['ESTALE', 'stale file handle']],
  [117, ['EUCLEAN', 'structure needs cleaning']], [122, ['EDQUOT', 'disk quota exceeded']],
]);

/** Returns the words of an error; null for a number that is not in the table. */
export const errnoWords = (code: number): string | null => ERRNOS.get(code)?.[1] ?? null;
