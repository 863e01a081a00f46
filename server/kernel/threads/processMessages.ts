/** Messages between a process and its starter. */

/** Messages to the process: a call, a request for the next piece of a stream, an abort, the answer to its question. */
export type ToProcess =
  | { id: number; method: string; args: unknown[] }
  | { pull: number }
  | { abort: number }
  | { answerTo: number; value?: unknown; thrown?: unknown };

/**
 * Messages from the process: an answer, or that the answer is a stream, whose pieces follow on request; its own
 * question.
 */
export type FromProcess =
  | { id: number; value: unknown }
  | { id: number; json: Uint8Array }
  | { id: number; thrown: unknown }
  | { id: number; stream: true }
  | { id: number; piece: Uint8Array | null }
  | { ask: number; method: string; args: unknown[] };
