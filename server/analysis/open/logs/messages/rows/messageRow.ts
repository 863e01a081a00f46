/** Types of the table of known messages. */

/** Worst first: it ended or does not start; data are damaged; a resource is full; it waits for ever. */
export type MessageKind = 'end' | 'damage' | 'full' | 'hang' | 'error' | 'slow' | 'state';

/** The message in lower case, its kind, what it means, and the next step; null if there is none. */
export type MessageRow = readonly [message: string, kind: MessageKind, means: string, next: string | null];

/** A program as a sentence names it, `''` for messages that any program may write; and its messages. */
export type MessagesOfProgram = readonly [program: string, rows: readonly MessageRow[]];

/** The next step of a message whose own words, which are quoted with it, say why. */
export const WORDS_AFTER = 'the words after the message say why';

/**
 * Begins the next step of a message that only says what failed: what to do depends on the error behind it, which
 * replaces this step where it is known.
 */
export const SEE_CAUSE = 'the error behind it says why';

/** Returns a row for each of several messages of one meaning. */
export const rowsOf = (
  messages: readonly string[], kind: MessageKind, means: string, next: string | null
): MessageRow[] => messages.map((message) => [message, kind, means, next]);
