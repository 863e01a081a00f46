/**
 * Rules for failures of the write-ahead log, one finding each: codes `wal-write-failed`, `wal-truncation-failed`,
 * `checkpoint-failed`, `checkpoint-deletion-failed`, `wal-not-falling`; see docs/reference/compaction.md.
 */
import type { Action, PanelByName, Part, Severity, WalFailure } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, bytes, count, parts } from '../../../../core/text/parts.ts';
import { readTruncationErrors, readWriteErrors, removeOldCheckpoints } from '../../advice/steps.ts';
import type { Rule } from './consequences.ts';

interface FailureRule {
  what: WalFailure;
  code: string;
  severity: Severity;
  noun: string;
  costs: Part[];
  action: Action;
}

const FAILURES: readonly FailureRule[] = [
  {
    what: 'writes', code: 'wal-write-failed', severity: 'critical', noun: 'write to the WAL', action: readWriteErrors,
    costs: parts`Samples of a write that fails are dropped at once: queries lack them as well.`,
  },
  {
    what: 'truncations', code: 'wal-truncation-failed', severity: 'warning', noun: 'WAL truncation',
    action: readTruncationErrors, costs: parts`The WAL keeps segments that no start needs, and a start reads them.`,
  },
  {
    what: 'checkpoints', code: 'checkpoint-failed', severity: 'warning', noun: 'WAL checkpoint',
    action: readTruncationErrors, costs: parts`Segments are dropped only after a checkpoint succeeds.`,
  },
  {
    what: 'checkpoint-deletions', code: 'checkpoint-deletion-failed', severity: 'warning',
    noun: 'deletion of an old checkpoint', action: removeOldCheckpoints,
    costs: parts`Old checkpoints use disk until they are gone.`,
  },
];
const NOUNS: Partial<Record<string, string>> = {
  'deletion of an old checkpoint': 'deletions of old checkpoints', 'write to the WAL': 'writes to the WAL',
};

/** Code of the panel's finding that already reports it. */
const SAID = 'wal-not-truncated';

const byFailure = FAILURES.map(({ what, code, severity, noun, costs, action }): Rule => ({ compaction }) => {
  const failed = compaction.wal?.failures.find((one) => one.what === what);
  const isSaid = compaction.finding.code === SAID && (what === 'truncations' || what === 'checkpoints');
  if (failed === undefined || isSaid) return null;
  return {
    ...finding({
      code, severity, moment: failed.lastTime, confidence: 'sure',
      claim: parts`${count(failed.count, noun, NOUNS[noun])} failed, the last at ${at(failed.lastTime)}.`,
      evidence: [costs], actions: [action],
    }),
    panel: 'compaction', restsOn: ['compaction'], figures: { failedCount: failed.count },
  };
});

/** Reports a head that is truncated again and again while the WAL only grows. */
function notFalling({ compaction: { wal, finding: own, range } }: PanelByName): ReturnType<Rule> {
  if (wal?.size === null || wal?.size === undefined || wal.size.falls || own.code === SAID) return null;
  const { headTruncations, fromBytes, toBytes } = wal.size;
  return {
    ...finding({
      code: 'wal-not-falling', severity: 'warning', moment: range.end, confidence: 'likely',
      claim: parts`The WAL grew from ${bytes(fromBytes)} to ${bytes(toBytes)} over ${
        count(headTruncations, 'head truncation')}.`,
      evidence: [
        parts`Each truncation of the head should drop the older segments.`,
        parts`A start reads all of it, and it fills the disk.`,
      ],
      actions: [readTruncationErrors],
    }),
    panel: 'compaction', restsOn: ['compaction'],
    figures: { walBytes: toBytes, walGrowthBytes: toBytes - fromBytes, headTruncationsCount: headTruncations },
  };
}

export const WAL_RULES: readonly Rule[] = [...byFailure, notFalling];
