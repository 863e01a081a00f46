/** Judges the meta.json of one block. Pure; bounded. */
import { formatDateTime, formatSeconds } from '../../../../../core/text/format.ts';
import { isObject, objectsIn } from '../../look/jsonObjects.ts';
import { NO_FAULT, type Judge } from './verdict.ts';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);
const whole = (value: number): string => value.toLocaleString('en-US');
const REPAIR = 'see the log of that compaction for why';

/** Says what a block holds, and whether its compaction failed; null for several blocks in one text. */
export const metaVerdict: Judge = (text, facts) => {
  const [block] = facts === '' ? objectsIn(text) : [];
  const [stats, compaction] = [block?.['stats'], block?.['compaction']];
  if (block === undefined || !isObject(stats) || !isObject(compaction)) return null;
  const [from, to] = [numberOf(block['minTime']) / 1000, numberOf(block['maxTime']) / 1000];
  const [series, samples] = [numberOf(stats['numSeries']), numberOf(stats['numSamples'])];
  if (!(to > from) || !(series >= 0) || !(samples >= 0)) return null;
  const held = `The block holds ${formatSeconds(to - from)} from ${formatDateTime(from, 'utc')} UTC on: ${
    whole(samples)} samples of ${whole(series)} series`;
  if (compaction['failed'] === true) return {
    said: `${held}. Its compaction failed, so it is left out of further ones: ${REPAIR}.`, next: null,
  };
  return samples === 0 ? { said: `${held}, so it is empty.`, next: null } : {
    said: `${held}. ${NO_FAULT}; whether its chunks and index are whole is not in it (promtool tsdb analyze reads `
      + 'them).', next: null,
  };
};
