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
import { parseExposition } from '../../../data/metrics/exposition/parseExposition.ts';
import { roleValues } from '../../../data/metrics/roles.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { goroutineView } from './goroutineViews.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'knownIssues', 'waits');
const BLOCK_RANGE_MS = 10_000;
const NOW_MS = 1_800_000_000_000;
const AGE_MS = 49_000;
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

const IS_QUERY = /web\/api\/v1\.\(\*API\)\.query/;

/** The dump with the first of its queries alone. */
function withOneQuery(dump: string): string {
  const goroutines = dump.split('\n\n');
  const first = goroutines.find((one) => IS_QUERY.test(one));
  return goroutines.filter((one) => one === first || !IS_QUERY.test(one)).join('\n\n');
}

/** Returns the head wait from the counters of one scrape; its last block was counted `ageMs` before. */
function waitOf(metrics: string, ageMs: number): HeadWait | null {
  const { samples } = parseExposition(metrics);
  const values = roleValues(
    ['compactions', 'compactionsFailed', 'headTruncations', 'headMinTimeMs', 'headMaxTimeMs'], 'prometheus', samples, 0
  );
  const reading = completeReading(NOW_MS, (name) => values[name]);
  if (reading === null) throw new Error('The metrics lack some.');
  const heads = new HeadWaits();
  heads.see({ ...reading, timeMs: NOW_MS - ageMs - 1000, compactions: reading.compactions - 1 }, BLOCK_RANGE_MS);
  heads.see({ ...reading, timeMs: NOW_MS - ageMs }, BLOCK_RANGE_MS);
  return heads.see(reading, BLOCK_RANGE_MS);
}

interface Asked { version?: string; dump?: string; flags?: Record<string, string>; ageMs?: number }

async function findingsOf(
  recorded: string,
  { version = recorded, dump = read(`19013-${recorded}.dump.txt`), flags, ageMs = AGE_MS }: Asked = {}
): Promise<PanelFinding[]> {
  const { profile } = unwrap(await decodeAny(Buffer.from(dump)));
  const view = unwrap(goroutineView(profile, { search: functionsOfSymptoms() }));
  const wait = waitOf(read(`19013-${recorded}.metrics.txt`), ageMs);
  const { goroutines, stacks } = withCountedWaits(
    goroutineEvidence([{ timeMs: NOW_MS, view }]), wait === null ? [] : [wait]
  );
  const waits = goroutineFindings(goroutines, []);
  const evidence = { version, outOfOrder: true, stacks, ...(flags === undefined ? {} : { flags }) };
  return [...knownIssueFindings({ ...evidence, kind: 'prometheus' }, waits), ...waits];
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
    expect(await findingsOf('3.13.3', { version: '3.13.2' })).toEqual([]);
  });

  it('is not where a version with the fix waits for one long query', async () => {
    const found = await findingsOf('3.13.2', { version: '3.13.3' });
    expect(found.map(({ code }) => code)).toEqual(['head-compaction-waits']);
  });

  it.each([
    // The default: no query lasts longer.
    ['2m', 49_000, 'probably', '49 s'], ['2m', 180_000, 'surely', '3m'],
    // A query may run for an hour, so that it alone may be what is waited for.
    ['1h', 49_000, 'probably', '49 s'], ['1h', 1_500_000, 'probably', '25m'], ['1h', 3_700_000, 'surely', '1h 2m'],
  ])('with one long query and a timeout of %s, after %i ms: %s, with its age', async (timeout, ageMs, how, age) => {
    const dump = withOneQuery(read('19013-3.13.2.dump.txt'));
    expect(dump.match(new RegExp(IS_QUERY, 'g'))?.length).toBeGreaterThan(0);
    const found = await findingsOf('3.13.2', { dump, ageMs, flags: { 'query.timeout': timeout } });
    const claims = found.map(({ claim }) => render(claim));
    expect(claims).toHaveLength(2);
    expect(claims[0]).toContain(how === 'surely' ? 'This is prometheus 19013' : 'This is probably prometheus 19013');
    expect(claims[1]).toBe(`Head compaction has waited ${age} for queries to end.`);
    expect(found[0]?.evidence.map((one) => render(one))).toContain(`The wait has lasted ${age}.`);
  });
});
