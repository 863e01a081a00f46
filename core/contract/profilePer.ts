/** What values of a profile are divided by. Part of contract.ts, which says the units; import from there. */

/** `second`: CPU time per second of the profile, in cores. `sample`: per sample that the target ingested meanwhile. */
export type Per = 'second' | 'sample';

/** `amount`: seconds, or ingested samples; null: values cannot be divided by it, and `reason` says why. */
export interface PerFigure { amount: number | null; reason: string }

/** Of one profile and one of its sample types. */
export interface ProfilePer { sampleType: string; second: PerFigure; sample: PerFigure }
