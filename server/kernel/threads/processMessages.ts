/** What goes between a process and the one that started it. */

/** To the process: a call, the wish for the next piece of a stream, an end of interest, the answer to its question. */
export type ToProcess =
  | { id: number; method: string; args: unknown[] }
  | { pull: number }
  | { abort: number }
  | { answerTo: number; value?: unknown; thrown?: unknown };

/** From it: an answer, or that it is a stream, whose pieces follow as they are wished for; a question of its own. */
export type FromProcess =
  | { id: number; value: unknown }
  | { id: number; json: Uint8Array }
  | { id: number; thrown: unknown }
  | { id: number; stream: true }
  | { id: number; piece: Uint8Array | null }
  | { ask: number; method: string; args: unknown[] };
