/** Explains a lock that a file system does not have, which no other process holds. Pure. */

const NOT_THERE = new RegExp(/\block(?:ed|ing)?\b[^\n]{0,300}?/.source
  + /\b(?:function not implemented|operation not supported|not supported by device)\b/.source, 'i');

const NO_LOCKS = 'The file system of that folder has no locks, as a folder shared from Windows or macOS and some '
  + 'mounts of a network: put the data on a local file system or a block device.';

/** Returns what such an error means; null for other texts. */
export const unlockable = (text: string): string | null => (NOT_THERE.test(text) ? NO_LOCKS : null);

/** Whether a sentence is that meaning. */
export const isUnlockable = (sentence: string): boolean => sentence === NO_LOCKS;
