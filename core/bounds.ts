/** Size limits that several inputs share, so that what one of them accepts the others accept too. */

/** Largest answer of a target (expanded), upload, and profile of a bundle. */
export const MAX_BODY_BYTES = 64 * 2 ** 20;
/** Largest metrics or status page as a file of a bundle. */
export const MAX_TEXT_BYTES = 32 * 2 ** 20;
