import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readLog } from '../../../logs/readLog.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLogs } from './compactionServers.ts';

const raw = gunzipSync(readFileSync(new URL('../../../../../public/demo/prom-2.42-load.log.gz', import.meta.url)))
  .toString('utf8').trimEnd().split('\n');
const analyse = (lines: readonly string[], target: string | null) =>
  analyseCompactionLogs(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), target);
const alone = analyse(raw, 'prom');

it('two pods of one paste are two servers: each has the answer of its own log, and none joins the target', () => {
  // The other pod compacts at the same times, as replicas do; half of its log is missing.
  const both = raw.flatMap((line, i) => [
    `prom-1 prometheus ${line}`, ...(i < raw.length / 2 ? [`prom-0 prometheus ${line}`] : []),
  ]);
  const log = analyse(both, 'prom');
  expect(log?.answer).toMatchObject({
    source: 'prom-1/prometheus', compactions: alone?.answer.compactions, blocks: alone?.answer.blocks, target: null,
  });
  expect(log?.answer.others).toMatchObject([{ source: 'prom-0/prometheus' }]);
  expect(log?.answer.others[0]?.compactions.length).toBeLessThan(alone?.answer.compactions.length ?? 0);
  expect(log?.answer.notes[0]?.sentence).toBe(
    'The log holds lines of 2 servers: prom-1/prometheus, prom-0/prometheus. Open the log of one to join it with the '
      + 'target.'
  );
  expect(log?.facts).toEqual({});
});

it('one server with a name joins its target, whatever else is among the lines', () => {
  const log = analyse(raw.flatMap((line) => [
    `prometheus-1  | ${line}`, 'grafana-1  | t=2026-11-20T16:30:50Z level=info msg="HTTP Server Listen"',
  ]), 'prom');
  expect(log?.answer).toMatchObject({ source: 'prometheus-1', target: 'prom', others: [] });
  expect(log?.answer.compactions).toEqual(alone?.answer.compactions);
  expect(log?.facts).toEqual(alone?.facts);
});
