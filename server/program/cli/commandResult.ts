/** What a command that ends leaves behind. */
export interface CommandResult {
  /** For the standard output, with its last line end. */
  output: string;
  exitCode: number;
}

/** A regression that is significant, or a start that failed. */
export const REGRESSION_EXIT = 3;
