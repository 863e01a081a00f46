import { describe, expect, it } from 'vitest';
import type { CompactionLogs } from '../../../../../core/contract/contract.ts';
import { render } from '../../../../../core/text/parts.ts';
import { HOUR_MS, MINUTE_MS, ulidAt } from '../../../../../testdata/compactionLogs.ts';
import { readLog } from '../../../logs/readLog.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLogs } from './compactionServers.ts';

const FROM_MS = Date.UTC(2026, 0, 2, 10);

const line = (ms: number, rest: string): string => `ts=${new Date(ms).toISOString()} caller=a.go:5 level=info ${rest}`;
/** Lines of heads of 2 h, each written an hour after its end, the first `delayMs` later. */
function heads(count: number, of: string, delayMs = 0): string[] {
  return Array.from({ length: count }, (_, i) => {
    const minMs = FROM_MS + 2 * i * HOUR_MS;
    const atMs = minMs + 3 * HOUR_MS + (i === 0 ? delayMs : 0);
    return [
      line(atMs + 300, `${of} msg="write block" mint=${minMs} maxt=${minMs + 2 * HOUR_MS} ulid=${
        ulidAt(atMs)} duration=300ms`),
      line(atMs + 320, `${of} msg="Head GC completed" duration=20ms`),
    ];
  }).flat();
}

function analyse(lines: readonly string[]): CompactionLogs {
  const read = analyseCompactionLogs(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), null);
  if (read === null) throw new Error('no line could be read');
  return read.answer;
}

const OWN = 'component=tsdb';
const RECEIVE = 'component=receive component=multi-tsdb tenant=';
const STARTED = line(FROM_MS, 'component=receive msg="Starting TSDB"');

describe('the compactions of a Prometheus and of the receiver that it writes to', () => {
  it('are not added up, though they are of the same times', () => {
    const answer = analyse([...heads(4, OWN), ...heads(3, `${RECEIVE}team-a`)]);
    expect(answer).toMatchObject({ source: '', others: [{ source: 'receive, tenant team-a' }] });
    expect(answer.compactions).toHaveLength(4);
    expect(answer.finding.sentence).toMatch(/^4 compaction episodes in the log, /);
    expect(answer.others[0]?.compactions).toHaveLength(3);
  });

  it('nor are those of its tenants; a line of the receiver counts for each', () => {
    const answer = analyse([STARTED, ...heads(4, `${RECEIVE}a`), ...heads(3, `${RECEIVE}b`)]);
    expect([answer.source, answer.others.map(({ source }) => source)])
      .toEqual(['receive, tenant a', ['receive, tenant b']]);
  });

  it('stay one answer where one of them wrote no block', () => {
    expect(analyse([STARTED, ...heads(3, OWN)])).toMatchObject({ source: '', others: [] });
  });
});

it('heads that were written at other times after the boundary have the range of these times', () => {
  const { finding } = analyse(heads(3, OWN, 7 * MINUTE_MS));
  expect(finding.evidence.map((one) => render(one)))
    .toContain('3 of 3 head compactions start 1h to 1h 7m after the block boundary.');
});

it('names the tenant whose compactions fail, before one with more lines that has no failure', () => {
  const failed = (minute: number): string => line(FROM_MS + minute * MINUTE_MS, 'msg="TSDB blocks compaction for user '
    + 'has failed" user=a err="compact ooo head: populate block: chunk iter: invalid head chunk: not found"');
  const answer = analyse([failed(0), failed(15), failed(30), ...heads(4, 'component=ingester user=b')]);
  expect(answer.source).toBe('tenant a');
  expect(answer.finding.evidence.map((one) => render(one)).join(' '))
    .toContain('That is of tenant a. The lines of tenant b show no failed compaction.');
});
