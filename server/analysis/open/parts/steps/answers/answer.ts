/** Types of the table of advice that the text itself answers. */

/**
 * Returns what stands in the place of an advice; null if the text does not answer it. `text`: the beginning of the
 * text. `facts`: all that is said of it.
 */
export type Instead = (text: string, facts: string) => string | null;

/** An advice in facts and its answer; one that `leads` comes before all facts, and the advice is removed. */
export type Answer = readonly [step: RegExp, instead: Instead, leads?: 'leads'];
