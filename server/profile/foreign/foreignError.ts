/** Thrown if a file of a recognized format cannot be read; the message fits in the middle of a sentence. */
export class ForeignError extends Error {}

/** Thrown if the file is only a beginning. */
export class CutError extends Error {}
