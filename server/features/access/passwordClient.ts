/**
 * Compares passwords with bcrypt hashes in a thread that starts at the first call; uses a second thread while one
 * address occupies the first and another one waits.
 */
import type { CheckPassword } from './passwords.ts';
import { WorkerPool } from '../../kernel/threads/workerPool.ts';
import type { PasswordMethods } from './passwordWorker.ts';

export function passwordChecker(workerUrl: URL): { check: CheckPassword; close(): Promise<void> } {
  const pool = new WorkerPool<PasswordMethods>({
    workerUrl, timeLimitMs: 20_000, threads: 1, hasSpare: true, heapMb: 32, maxWaiting: 20,
    says: {
      busy: 'Too many passwords are being checked; try again in a moment.',
      late: (seconds) => `The password was not checked in ${seconds} s of work.`,
      waited: (seconds) => `The password waited ${seconds} s for its turn; try again in a moment.`,
      starved: (seconds) => `The password was not checked in ${seconds} s: this machine is busy.`,
      outOfMemory: 'Checking the password needs more memory than its limit.',
      stopping: 'The server is stopping; try again when it runs.',
    },
  });
  return { check: (password, hash) => pool.calls({}).check(password, hash), close: () => pool.close() };
}
