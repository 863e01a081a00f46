import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_INPUTS } from '../../../core/panels.ts';
import { loadRecording } from '../../../testdata/loadRecording.ts';
import { roleWindow } from '../../data/metrics/roles.ts';
import { analysePanels } from '../panels/analyses.ts';
import { findFindings } from '../panels/overview/findings.ts';
import { findHeadWaits } from '../signals/compaction/headWaits.ts';
import { lastValue } from '../signals/lastValue.ts';
import { knownIssueFindings } from './knownIssueFindings.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const files = ['testdata/recordings', 'public/demo'].flatMap((folder) => (
  readdirSync(join(ROOT, folder)).filter((name) => /^prom-.*\.ndjson\.gz$/.test(name))
    .map((name) => ({ name, file: join(ROOT, folder, name) }))));
/** Minimum wait of a head before a dump is taken. */
const WAIT_MS = 20_000;

describe('recordings of servers that have no known issue', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThan(9);
  });

  it.each(files)('$name names none, whatever its version, and no wait of a head compaction', ({ file }) => {
    const window = roleWindow(loadRecording(file), 'prometheus', '2.42.0');
    const answers = analysePanels(window, {
      stepMs: null, nowMs: window.endMs, facts: {}, inputs: NO_INPUTS, intervalSeconds: 1, timeoutSeconds: 1,
    });
    const found = findFindings(answers, window);
    for (const version of ['2.10.0', '2.19.0', '2.38.0', '2.51.0', '3.0.0', '3.7.1', '3.12.0', '3.13.2']) {
      const issues = knownIssueFindings({
        kind: 'prometheus', version, outOfOrder: true,
        negative: (lastValue(window.role('headChunks')) ?? 0) < 0 ? ['headChunks'] : [],
      }, found);
      expect(issues).toEqual([]);
    }
    const { blockRangeSeconds } = answers.compaction;
    const waits = findHeadWaits(window, blockRangeSeconds === null ? null : 1000 * blockRangeSeconds);
    expect(waits.filter(({ sinceMs, untilMs }) => untilMs - sinceMs >= WAIT_MS)).toEqual([]);
  });
});
