/** Tests that what is said of a file without a page has no sentence that holds for any file of its form. */
import { expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { openSent, type OpenDeps } from './openFile.ts';

async function said(...lines: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const deps = { recognize: async () => Promise.resolve(ok(recognize(bytes))) } as unknown as OpenDeps;
  const [file] = await openSent(deps, { name: '', file: '/nowhere', sizeBytes: bytes.length }, () => undefined);
  expect(file?.outcome).toBe('refused');
  return file?.sentence ?? '';
}

it('with a step of its own: only that', async () => {
  const sentence = await said('We see this:', '', 'backup: query failed: ERROR:  out of shared memory',
    'HINT:  You might need to increase max_locks_per_transaction.', 'backup: query was: LOCK TABLE a');
  expect(sentence).toMatch(/^This is a text with known messages \(PostgreSQL\)\. It has the error "/);
  expect(sentence).toMatch(/raise max_locks_per_transaction, which needs a restart\.$/);
});

it('without one: what was found and what to open, or that the form is not read', async () => {
  const sentence = await said('panic: it broke');
  expect(sentence).toMatch(/^This is [^.]*\. It crashed with .* Open the log with/);
  expect(await said('nothing in particular')).toContain('tsdbscope does not read this form');
});
