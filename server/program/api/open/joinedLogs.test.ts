/** Tests that the page of a log says what the answer says of it and the files that were opened with it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { finding, statements } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { parts } from '../../../../core/text/parts.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { LogStore } from '../../../features/logs/logStore.ts';
import { sentencesTogether } from '../../../features/logs/together/filesTogether.ts';
import type { ApiDeps } from '../http/deps.ts';
import { keepJoined } from './joinedLogs.ts';
import { openSent, type OpenDeps } from './openFile.ts';
import { openedLog, type LogDeps } from './openedLogs.ts';
import { withComparison } from './openedSides.ts';

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
  const data = {} as ApiDeps['data'];
  const together = ALONE.map((file) => (file.log !== 'b' ? file
    : { ...file, sentence: `The volume /loki is full, as df.txt shows. ${file.sentence}` }));
  expect(await keepJoined({ logs, data }, ALONE, together)).toBe('/log?log=b');
  expect([...kept]).toEqual([['b', 'The volume /loki is full, as df.txt shows. The error "flush" occurs twice.']]);
  expect(await keepJoined({ logs, data }, ALONE, ALONE)).toBeNull();
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

const TEXTS: Readonly<Record<string, string>> = {
  'df.txt': 'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sdc 1048576 1048576 0 100% /loki\n',
  'loki.log': Array.from({ length: 4 }, (_, i) => `level=error ts=2026-03-04T10:0${i}:00.000Z caller=flush.go:1 `
    + 'msg="failed to flush user" err="write /loki/wal/0001: no space left on device"\n').join(''),
};

it('a log opened together with df: the answer and the page say the same, until it is opened alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'joined-'));
  try {
    const logs = await LogStore.open(folder, () => undefined);
    const none = { ok: false, error: { errorType: 'bad_data', message: 'none' } };
    const unread = async (): Promise<unknown> => Promise.resolve(none);
    const deps = {
      logs, now: () => 0, together: async (files: Parameters<OpenDeps['together']>[0]) =>
        ok(await sentencesTogether(files)),
      recognize: async (_: string, name: string) =>
        Promise.resolve(ok(recognize(new TextEncoder().encode(TEXTS[name] ?? ''), name))),
      data: { replayLog: unread, compactionLog: unread, queryLog: unread },
    } as unknown as OpenDeps & LogDeps;
    const sent = await Promise.all(Object.entries(TEXTS).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const alone = (await Promise.all(sent.map(async (one) => openSent(deps, one, () => undefined)))).flat();
    const together = await withComparison(deps, sent, alone);
    const [, answer] = together;
    expect(await keepJoined(deps, alone, together)).toBe(answer?.address);
    const page = await openedLog(deps, answer?.log ?? '');
    const shownThere = statements(page.finding).join(' ');
    expect(shownThere).toMatch(
      /^The volume \/loki is full, as df\.txt shows\. .{1,80} The error "failed to flush user"/
    );
    expect(answer?.sentence.replace(/ A log with [^.]{1,40}\./, '')).toBe(shownThere);
    await openSent(deps, sent[1] ?? sent[0] ?? { name: '', file: '', sizeBytes: 0 }, () => undefined);
    expect(statements((await openedLog(deps, answer?.log ?? '')).finding).join(' ')).not.toContain('df.txt');
    await logs.settled();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('compared scrapes keep what that shows with their targets, the claim first; the later one is the page', async () => {
  const put: unknown[] = [];
  const data = {
    putTarget: (target: unknown) => {
      put.push(target);
      return Promise.resolve(ok(target));
    },
  } as unknown as ApiDeps['data'];
  const scrape = (target: string, sentence: string): OpenedFile => ({
    ...opened(`${target}.prom`, null, sentence), target, address: `/?target=${target}`,
    what: { format: 'metrics', name: 'a scrape', program: null, version: null, confidence: 'certain', envelope: null },
  });
  const alone = [scrape('then', 'A scrape.'), scrape('now', 'A scrape. Its values are in the new target now.')];
  const together = [
    scrape('then', 'The earlier scrape; now.prom is compared with it. A scrape.'),
    scrape('now', 'now.prom is 60 s later than then.prom, of the same process. Remote write (far) sent nothing. '
      + 'A scrape. Its values are in the new target now; one scrape has no rates.'),
  ];
  expect(await keepJoined({ logs: {} as ApiDeps['logs'], data }, alone, together)).toBe('/?target=now');
  const of = (name: string, sentences: string[]) =>
    ({ name, url: null, recording: true, labels: {}, said: { severity: 'info', sentences } });
  expect(put).toEqual([
    of('then', ['The earlier scrape; now.prom is compared with it.']),
    of('now', ['Remote write (far) sent nothing.', 'now.prom is 60 s later than then.prom, of the same process.']),
  ]);
});
