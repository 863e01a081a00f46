import { fail, firstLine, ok, writeErrorType, type Result } from '../../../core/result.ts';

/** Changes the data folder; fails with the reason and a remedy if it cannot be written. */
export async function change(work: () => Promise<void>): Promise<Result<null>> {
  try {
    await work();
    return ok(null);
  } catch (error) {
    return fail(
      writeErrorType(error), `The data folder cannot be written (${firstLine(error)}); free space or make it writable.`
    );
  }
}
