/** Counts of things as text. Pure. */

/** Returns `1 cycle`, `1,204 cycles`; `plural` if adding an s is wrong. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;

/** Returns `once`, `12 times`. */
export const timesText = (count: number): string => (count === 1 ? 'once' : counted(count, 'time'));
