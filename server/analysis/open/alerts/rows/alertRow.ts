/** Types of the table of known alerts. */

/**
 * The name of the alert, what its expression shows when it fires, and a first look; `means` and `next` have no full
 * stop. `next` is null if there is nothing to do.
 */
export type AlertRow = readonly [name: string, means: string, next: string | null];

/**
 * The program that the alerts are about, `''` if they are about any, and its alerts. `needs`: a pattern that the text
 * must have, if the names are so common that other rules have them, too.
 */
export interface AlertsOfProgram { program: string; needs?: RegExp; rows: readonly AlertRow[] }
