/** Bounds of bytes that several doors share: what one of them lets in, the others take too. */

/** An answer of a target (expanded), an upload, a profile of a bundle. */
export const MAX_BODY_BYTES = 64 * 2 ** 20;
/** Metrics or a status page as a file of a bundle. */
export const MAX_TEXT_BYTES = 32 * 2 ** 20;
