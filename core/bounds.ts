/** Size limits that several inputs share, so that what one of them accepts the others accept too. */

/** Largest answer of a target (expanded), upload, and profile of a bundle. */
export const MAX_BODY_BYTES = 64 * 2 ** 20;
/** Largest metrics or status page as a file of a bundle. */
export const MAX_TEXT_BYTES = 32 * 2 ** 20;
/** Largest output of a benchmark that is stored; 40 benchmarks with 10 runs each take about 40 KB. */
export const MAX_OUTPUT_BYTES = 4 * 2 ** 20;
