import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether Go is installed. */
export async function hasGo(): Promise<boolean> {
  try {
    await promisify(execFile)('go', ['version']);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
