/** Says in one sentence that a change trades time for memory, or memory for time. Pure. */

/** The change of a unit, relative to the old value: of one benchmark, or the geometric mean of several. */
export interface UnitChange { unit: string; change: number }

/** Least change of time and of memory from which one is traded for the other. */
const MIN_TIME = 0.02;
const MIN_MEMORY = 0.05;
const TIME = /^(?:(?:sec|time|ns|\u00b5s|us|ms)\/(?:op|iter)|sec)$/;
const MEMORY = /^(?:B|bytes|alloc|allocs)\/op$/;

/** Returns null unless time changes one way and memory the other. `isMean`: whether the changes are of several rows. */
export function tradeWords(
  changes: readonly UnitChange[], percent: (change: number) => string, isMean: boolean
): string | null {
  const time = changes.find(({ unit }) => TIME.test(unit));
  const memory = changes.filter(({ unit }) => MEMORY.test(unit));
  if (time === undefined || Math.abs(time.change) < MIN_TIME) return null;
  const against = memory.filter(({ change }) => Math.abs(change) >= MIN_MEMORY
    && Math.sign(change) !== Math.sign(time.change));
  const along = memory.some(({ change }) => Math.abs(change) >= MIN_MEMORY
    && Math.sign(change) === Math.sign(time.change));
  if (against.length === 0 || along) return null;
  const [given, won] = time.change < 0 ? ['memory', 'time'] : ['time', 'memory'];
  return `It trades ${given} for ${won}: ${[time, ...against].map(({ unit, change }) => `${unit} ${percent(change)}`)
    .join(', ')}${isMean ? ' in geometric mean' : ''}. Weigh that by whether CPU or memory is short.`;
}
