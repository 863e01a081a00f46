/** A file that is of the format and cannot be read: what is wrong, in the middle of a sentence. */
export class ForeignError extends Error {}
