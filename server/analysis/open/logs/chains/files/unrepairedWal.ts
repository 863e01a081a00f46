/** Says where the WAL is damaged that a start could not repair, by the warning before the error. Pure; bounded. */
import { joined } from '../../../look/factTools.ts';

const FAILED = /\brepair corrupted W[AB]L: (?!cannot handle error: open WAL segment)/;
const DAMAGE = new RegExp(/\bcorruption in segment (?:([^\s"]{0,300})\/)?(\d{1,12}) at (\d{1,15})/.source
  + /(?:: ([^"\n]{1,160}))?/.source);
const TRIES = /attempting repair/i;
/** Reasons that prevent a repair and are not the damage itself. */
const OBSTACLE = /permission denied|no space left on device|read-only file system|input\/output error/;
const MAX_LINE = 4000;

/** A repair that seeks in the WAL what is damaged in the log of samples that came out of order. */
const NO_RENAME = / ?The repair found a damaged segment, and then not the file to rename: [^.]{1,200}\./;

interface Damage { folder: string; segment: string; byte: string; reason: string }

/** Returns the damaged segment and what to do about it; null unless a repair failed and a line before says where. */
export function unrepairedWal(whole: readonly string[]): string | null {
  const lines = whole.map((line) => line.slice(0, MAX_LINE));
  const failed = lines.find((line) => FAILED.test(line));
  if (failed === undefined) return null;
  const found = lines.filter((line) => TRIES.test(line)).flatMap((line): Damage[] => {
    const [, folder = '', segment, byte = '', reason = ''] = DAMAGE.exec(line) ?? [];
    return segment === undefined ? [] : [{ folder, segment, byte, reason: reason.trim() }];
  });
  const [first] = found;
  if (first === undefined) return null;
  const isSame = found.every(({ segment, byte }) => segment === first.segment && byte === first.byte);
  const again = found.length === 1 || !isSame ? '' : `, the same ${found.length} times`;
  const isOutOfOrder = /(?:^|\/)wbl$/.test(first.folder);
  const log = isOutOfOrder ? 'WBL (the log of samples that came out of order)' : 'WAL';
  const at = `The damage is in segment ${first.segment} of its ${log}, at byte ${first.byte}${
    first.reason === '' ? '' : ` (${first.reason})`}${again}`;
  const misses = isOutOfOrder && /repair corrupted WAL: rename \S{1,300}\/wal\//.test(failed);
  const later = `${first.segment} and all later segments`;
  const obstacle = OBSTACLE.exec(failed)?.[0];
  if (obstacle !== undefined && !misses) return `${at}, and its repair failed (${obstacle}): remedy that first, and `
    + 'the next start repairs it by deleting what comes after the damage.';
  return joined([
    misses ? `${at}. The repair seeks that number in wal, where it is not: an error of the program, which no restart `
      + 'heals.' : `${at}, and its repair failed.`,
    isOutOfOrder ? `Save ${first.folder}, move ${later} out of it, and start again: only the out-of-order samples in `
      + 'them are lost. Look for a newer version.'
      : `Save the folder wal, move ${later} out of it, and start again: samples that were only there are lost, and the `
        + 'blocks are not concerned. Look for a newer version, whose repair may handle it, and at the errors of that '
        + 'disk (dmesg).',
  ]);
}

/** Drops the guess at the damaged file where that is reported. */
export const withoutGuess = (facts: string | null, damage: string | null): string | null =>
  (facts === null || damage === null ? facts : facts.replace(NO_RENAME, '').trim() || null);
