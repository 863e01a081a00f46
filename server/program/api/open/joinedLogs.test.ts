/** Tests that the page of a log says what the answer says of it and the files that were opened with it. */
import { expect, it } from 'vitest';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { finding, statements } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { parts } from '../../../../core/text/parts.ts';
import type { ApiDeps } from '../http/deps.ts';
import { openedLog, type LogDeps } from './openedLogs.ts';
import { keepJoined } from './joinedLogs.ts';

const opened = (name: string, log: string | null, sentence: string): OpenedFile => ({
  name, sizeBytes: 9, outcome: 'opened', sentence, profiles: [], target: null, log, output: null,
  address: log === null ? null : `/log?log=${log}`,
  what: {
    format: 'loki-log', name: 'a log of Loki', program: 'Loki', version: null, confidence: 'likely', envelope: null,
  },
});

const ALONE = [
  opened('df.txt', null, 'The output of df.'),
  opened('loki.log', 'b', 'A log of Loki. The error "flush" occurs twice.'),
  opened('other.log', 'c', 'A log of Loki. Quiet.'),
];

it('stores what another file adds to a log, without the name of its form, and returns its page', async () => {
  const kept = new Map<string, string>();
  const logs = {
    keepTogether: (id: string, said: string) => {
      kept.set(id, said);
      return Promise.resolve(ok(null));
    },
  } as unknown as ApiDeps['logs'];
  const together = ALONE.map((file) => (file.log !== 'b' ? file
    : { ...file, sentence: `df.txt shows that volume: /loki is full. ${file.sentence}` }));
  expect(await keepJoined({ logs }, ALONE, together)).toBe('/log?log=b');
  expect([...kept]).toEqual([['b', 'df.txt shows that volume: /loki is full. The error "flush" occurs twice.']]);
  expect(await keepJoined({ logs }, ALONE, ALONE)).toBeNull();
});

const read = finding({
  code: 'log-without-compactions', severity: 'info', claim: parts`The start took ${{ quantity: 2, unit: 'seconds' }}.`,
});

async function shown(together: string | undefined): Promise<{ said: string; severity: string; facts: string | null }> {
  const none = ok({ replays: [], blocks: [], finding: read });
  const deps = {
    logs: {
      get: () => ok({
        name: 'a', timeMs: 0, sizeBytes: 1, what: {}, facts: 'It logged the error "flush".', remedy: null,
        target: null, ...together === undefined ? {} : { together },
      }),
      bytes: () => Promise.resolve(ok(new Uint8Array())),
    },
    data: {
      replayLog: () => Promise.resolve(none), compactionLog: () => Promise.resolve(none),
      queryLog: () => Promise.resolve(ok(null)),
    },
  } as unknown as LogDeps;
  const { finding: claim, facts } = await openedLog(deps, 'a');
  return { said: statements(claim).join(' '), severity: claim.severity, facts };
}

it('the page leads with the joined claim and repeats no fact; a log that was opened alone keeps its own', async () => {
  const said = 'pod.txt says how the run in a.log ended: it exceeded its memory limit of 8Gi (OOMKilled). It was busy.';
  expect(await shown(said)).toEqual({ said, severity: 'critical', facts: null });
  expect((await shown(undefined)).said).toBe('It logged the error "flush".');
});
