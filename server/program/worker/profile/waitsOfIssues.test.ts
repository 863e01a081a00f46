/** Waits of known issues that servers of both versions were asked for: named on the side that has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PanelFinding } from '../../../../core/contract/contract.ts';
import { render } from '../../../../core/text/parts.ts';
import { knownIssueFindings } from '../../../analysis/knownIssues/knownIssueFindings.ts';
import { functionsOfSymptoms } from '../../../analysis/knownIssues/matchKnownIssues.ts';
import { goroutineFindings } from '../../../analysis/panels/overview/goroutineFindings.ts';
import { completeReading, HeadWaits, type HeadWait } from '../../../analysis/signals/compaction/headWaits.ts';
import { withCountedWaits } from '../../../analysis/signals/goroutines/countedWaits.ts';
import { goroutineEvidence } from '../../../analysis/signals/goroutines/goroutineEvidence.ts';
import { parseExposition } from '../../../data/metrics/parseExposition.ts';
import { roleValues } from '../../../data/metrics/roles.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { goroutineView } from './goroutineViews.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'knownIssues', 'waits');
const BLOCK_RANGE_MS = 10_000;
const NOW_MS = 1_800_000_000_000;
const AGE_MS = 49_000;
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** By the counters of one scrape, whose last block was counted 49 s before. */
function waitOf(metrics: string): HeadWait | null {
  const { samples } = parseExposition(metrics);
  const values = roleValues(
    ['compactions', 'compactionsFailed', 'headTruncations', 'headMinTimeMs', 'headMaxTimeMs'], 'prometheus', samples, 0
  );
  const reading = completeReading(NOW_MS, (name) => values[name]);
  if (reading === null) throw new Error('The metrics lack some.');
  const heads = new HeadWaits();
  heads.see({ ...reading, timeMs: NOW_MS - AGE_MS - 1000, compactions: reading.compactions - 1 }, BLOCK_RANGE_MS);
  heads.see({ ...reading, timeMs: NOW_MS - AGE_MS }, BLOCK_RANGE_MS);
  return heads.see(reading, BLOCK_RANGE_MS);
}

async function findingsOf(recorded: string, version = recorded): Promise<PanelFinding[]> {
  const { profile } = unwrap(await decodeAny(Buffer.from(read(`19013-${recorded}.dump.txt`))));
  const view = unwrap(goroutineView(profile, { search: functionsOfSymptoms() }));
  const wait = waitOf(read(`19013-${recorded}.metrics.txt`));
  const { goroutines, stacks } = withCountedWaits(
    goroutineEvidence([{ timeMs: NOW_MS, view }]), wait === null ? [] : [wait]
  );
  const waits = goroutineFindings(goroutines, []);
  return [...knownIssueFindings({ kind: 'prometheus', version, outOfOrder: true, stacks }, waits), ...waits];
}

describe('prometheus 19013, recorded', () => {
  it('is named on 3.13.2, with the age of the wait', async () => {
    const found = await findingsOf('3.13.2');
    expect(found.map(({ code, panel, claim }) => `${code} ${panel}: ${render(claim)}`)).toEqual([
      'known-issue compaction: This is probably prometheus 19013 (queries block out-of-order compaction); '
        + 'fixed in 3.13.3, you run 3.13.2.',
      'head-compaction-waits compaction: Head compaction has waited 49 s for queries to end.',
    ]);
    expect(found[0]?.evidence.map((one) => render(one))).toContain('The wait has lasted 49 s.');
  });

  it('is not on 3.13.3, which does not wait under the same load', async () => {
    expect(await findingsOf('3.13.3')).toEqual([]);
    // Nor is it the version alone.
    expect(await findingsOf('3.13.3', '3.13.2')).toEqual([]);
  });

  it('is not where a version with the fix waits for one long query', async () => {
    expect((await findingsOf('3.13.2', '3.13.3')).map(({ code }) => code)).toEqual(['head-compaction-waits']);
  });
});
