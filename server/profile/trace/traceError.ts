/** Damage of a trace: what is wrong and where, without a full stop. `readTrace` converts it to a Result. */
export class TraceError extends Error {}
