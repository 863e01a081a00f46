/** Reports the chain from a damaged checkpoint of the WAL to a repair that misses a segment. Pure; bounded. */
import type { Look } from '../../../look/look.ts';

const DAMAGED = /\bcorruption in segment \S{1,300}\/(checkpoint\.\d{1,9})\/\d{1,9} at \d{1,15}: ([^"\n]{1,120})/;
const MISSING = /\bcannot handle error: open WAL segment: \d{1,9}: open \S{1,300}: no such file/;
const REMOVED = /\b(?:removed|deleted|moved|removing|deleting)\b|\brm -/i;
const UNREAL = /\b(?:if|should|can|could|not|never)\b/i;
const LOGGED = /\b(?:err|msg|level)=/;
const MAX_LINES = 1000;
const MAX_LINE = 600;

/** Returns what was damaged first, and what its removal led to; null without both errors. */
export function removedCheckpointFact({ text }: Look): string | null {
  const damaged = DAMAGED.exec(text);
  const [, checkpoint = '', reason = ''] = damaged ?? [];
  if (damaged === null || text.slice(damaged.index).search(MISSING) < 0) return null;
  const isRemoved = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE))
    .some((line) => line.includes(checkpoint) && REMOVED.test(line) && !LOGGED.test(line) && !UNREAL.test(line));
  return `The first fault is the damaged ${checkpoint} (${reason.trim()}): since then the WAL was not truncated.${
    isRemoved ? ' It was removed, as the text says, and without a checkpoint the repair looks for a segment that an '
      + 'earlier truncation had deleted: the second error follows from that.' : ''}`;
}
