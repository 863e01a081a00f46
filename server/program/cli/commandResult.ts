/** Result of a command that exits. */
export interface CommandResult {
  /** Standard output, including the final line break. */
  output: string;
  exitCode: number;
}

/** Exit code for a significant regression, or a failed start. */
export const REGRESSION_EXIT = 3;
