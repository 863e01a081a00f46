/** The product states another figure than the oracle: no full machine explains that. */
export class OracleMismatch extends Error {
  override readonly name = 'OracleMismatch';
}

/** Runs the comparison with an oracle. */
export function againstOracle(what: string, compare: () => void): void {
  try {
    compare();
  } catch (error) {
    throw new OracleMismatch(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
