/** Types of the table of known messages. */

/** Worst first: it ended or does not start; data are damaged; a resource is full; it waits for ever. */
export type MessageKind = 'end' | 'damage' | 'full' | 'hang' | 'error' | 'slow' | 'state';

/** The message in lower case, its kind, what it means, and the next step; null if there is none. */
export type MessageRow = readonly [message: string, kind: MessageKind, means: string, next: string | null];

/** The next step where the meaning depends on what follows the message. */
export const WORDS_AFTER = 'the words after the message say why';
