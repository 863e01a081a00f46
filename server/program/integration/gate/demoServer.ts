/** One `--demo` program for all files of the lane that leave its state as it was: vitest starts it once. */
import type { TestProject } from 'vitest/node';
import { demoOpened, newDataDir, startTsdbscope } from '../lab/tsdbscopeProcess.ts';

declare module 'vitest' {
  interface ProvidedContext { demoUrl: string }
}

export default async function startDemo(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, remove } = newDataDir();
  const scope = await startTsdbscope(['--demo'], dataDir);
  await demoOpened(scope);
  project.provide('demoUrl', scope.url);
  return async () => {
    const exitCode = scope.exitCode();
    await scope.stop();
    remove();
    if (exitCode !== null) throw new Error(`The demo ended with ${exitCode} during the tests:\n${scope.output()}`);
  };
}
