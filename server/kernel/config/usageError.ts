/** A mistake of the person who starts the program: one sentence, exit code 2, no stack trace. */
export class UsageError extends Error {}

/** Something the system refuses (port in use, folder not writable): one sentence, exit code 1, no stack trace. */
export class StartError extends Error {}

/** A file that can be read but is not what a command works on: one sentence, exit code 1. */
export class InputError extends StartError {}
