/** A user's mistake in starting the program: one sentence, exit code 2, no stack trace. */
export class UsageError extends Error {}

/** A refusal of the system (port in use, folder not writable): one sentence, exit code 1, no stack trace. */
export class StartError extends Error {}

/** A readable file of the wrong kind for a command: one sentence, exit code 1. */
export class InputError extends StartError {}
