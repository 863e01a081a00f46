/** What to do about compactions that fail, fall behind or come together. Sources: docs/reference/overview.md. */
import type { Action } from '../../../core/contract/contract.ts';

export const readCompactionErrors: Action = {
  step: 'Read its log for “compaction failed”, and check the free space of its disk.',
  why: 'A full disk or a corrupt block stops every later compaction.',
  risk: 'Inspecting is safe. Do not delete blocks while it runs.',
};

export const readTruncationErrors: Action = {
  step: 'Read its log for “WAL truncation” and “checkpoint”, and check the free space of its disk.',
  why: 'A corrupt or unreadable segment stops every later checkpoint, so the WAL only grows.',
  risk: 'Inspecting is safe. Do not delete WAL segments while it runs.',
};

export const findWhatHoldsTheHead: Action = {
  step: 'Check whether compactions are disabled, stuck or slow.',
  why: 'Memory and the WAL grow until the head is cut.',
  risk: 'None.',
};

export const spreadCompactions: Action = {
  step: 'Delay compactions by a random time (--enable-feature=delayed-compaction, Prometheus 2.55 and later).',
  why: 'Replicas with the same block range compact at the same time; spread out, they use disks and cores in turn.',
  risk: 'The head keeps its samples up to a tenth of a block range longer, and takes that much more memory; '
    + 'needs a restart.',
};

export const restartCompactor: Action = {
  step: 'Read its log for the error, fix the cause, then restart it.',
  why: 'A halted compactor does nothing until it is restarted.',
  risk: 'It halts again while the cause is there.',
};
