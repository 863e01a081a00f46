/** Tests that a log says once what its finding and its lines both tell. */
import { expect, it } from 'vitest';
import { finding } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { parts } from '../../../../core/text/parts.ts';
import { openedLog, type LogDeps } from './openedLogs.ts';

const FULL = 'preallocate: no space left on device, in group 0@13 of the bucket';
const halted = finding({
  code: 'compactor-halted', severity: 'critical', claim: parts`The Thanos compactor has halted: the disk is full.`,
  evidence: [parts`It said: compact blocks: ${FULL}.`],
});

async function factsBeside(facts: string): Promise<string | null> {
  const none = { ok: false, error: { errorType: 'bad_data', message: 'none' } };
  const deps = {
    logs: { get: () => ok({ name: '', timeMs: 0, sizeBytes: 1, what: {}, facts, remedy: null, target: null }),
      bytes: async () => Promise.resolve(ok(new Uint8Array())) },
    data: {
      replayLog: async () => Promise.resolve(none), queryLog: async () => Promise.resolve(none),
      compactionLog: async () => Promise.resolve(ok({ finding: halted, blocks: [] })),
    },
  } as unknown as LogDeps;
  return (await openedLog(deps, 'a')).facts;
}

it('the line that only says that a compaction failed, with the cause that the finding quotes', async () => {
  expect(await factsBeside(`It logged the error "critical error detected; halting" at 2026-01-02T03:04:05Z. The cause `
    + `given is "compaction: ${FULL}".`)).toBeNull();
  expect(await factsBeside('The error "compaction failed" occurs 2 times from 03:04:05 to 03:04:07.')).toBeNull();
});

it('another error, and another cause of such a line, are told', async () => {
  const other = 'It logged the error "shipping failed" at 2026-01-02T03:04:05Z.';
  expect(await factsBeside(other)).toBe(other);
  const cause = 'It logged the error "retriable error" at 2026-01-02T03:04:05Z. The cause given is "another one".';
  expect(await factsBeside(cause)).toBe(cause);
});
