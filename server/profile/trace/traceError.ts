/** Damage of a trace: what is wrong and where, with no full stop. `readTrace` turns it into a Result. */
export class TraceError extends Error {}
