/** Spikes as areas of a chart, one kind per cause. Pure. */
import type { QuantitySpike, QuantitySpikes, SpikeCause } from '../../contract/contract.ts';
import { formatSeconds, formatValue } from '../../text/format.ts';
import { namedWords } from '../../text/queryWords.ts';
import { SPIKE_CAUSE_NAMES, SPIKE_NOUNS } from '../../text/spikeCauses.ts';
import { costsLine, trainName, trainNames } from '../../text/trainWords.ts';
import type { ChartFill, ColourName } from './chartModel.ts';

/**
 * Looks of causes, in the hue of their subsystem in flame graphs and in CPU by subsystem; neighbours in the list also
 * differ in pattern, for color-blind readers.
 */
export const SPIKE_LOOKS: Readonly<Record<SpikeCause, { colour: ColourName; pattern: ChartFill['pattern'] }>> = {
  compaction: { colour: 'compaction', pattern: 'solid' },
  gc: { colour: 'gc', pattern: 'hatch' },
  query: { colour: 'query', pattern: 'back-hatch' },
  replay: { colour: 'replay', pattern: 'solid' },
  restart: { colour: 'failure', pattern: 'hatch' },
  freeze: { colour: 'replay', pattern: 'back-hatch' },
  host: { colour: 'failure', pattern: 'solid' },
  'rule-group': { colour: 'query', pattern: 'hatch' },
  'scrape-job': { colour: 'cpu', pattern: 'back-hatch' },
  unexplained: { colour: 'other', pattern: 'back-hatch' },
};

/** Swatch of a fill, 18 x 12: its outline, and the lines of its hatch, whose direction is seen at this size. */
export const FILL_OUTLINE = 'M1 11.5V1.5H17V11.5Z';
export const FILL_HATCHES: Readonly<Record<ChartFill['pattern'], string | null>> = {
  solid: null, hatch: 'M3 11.5 9 1.5M9 11.5 15 1.5', 'back-hatch': 'M15 11.5 9 1.5M9 11.5 3 1.5',
};

/** Maximum number of makers of a spike whose costs are on its card. */
const MAX_COSTS = 2;

/**
 * Returns the area of each spike between the quiet level and `top`, a value per entry of `times`. The points next to a
 * spike belong to its outline, where the line returns to the quiet level. Empty for an answer stored before it included
 * spikes.
 */
export function spikeFills(
  attribution: QuantitySpikes | undefined, times: readonly number[], top: readonly (number | null)[],
): ChartFill[] {
  return (attribution?.causes ?? []).map(({ cause, count }): ChartFill => {
    const low = new Array<number | null>(times.length).fill(null);
    const high = new Array<number | null>(times.length).fill(null);
    const own = attribution?.spikes.filter((spike) => spike.cause === cause) ?? [];
    for (const { start, end, quiet } of own) {
      // A scrape's point is at its start; elsewhere a point is the end of its interval, or the start of a step.
      const isFirst = attribution?.quantity === 'scrape-duration' ? (time: number): boolean => time >= start
        : (time: number): boolean => time > start;
      const first = times.findIndex(isFirst);
      if (first < 0) continue;
      // The spike ends at the first point after it.
      for (let k = Math.max(0, first - 1); k < times.length; k++) {
        const value = top[k] ?? null;
        if (value !== null) {
          high[k] = value;
          low[k] = Math.min(quiet, value);
        }
        if ((times[k] ?? 0) > end) break;
      }
    }
    return {
      key: `spikes-${cause}`, ...SPIKE_LOOKS[cause], low, high,
      label: `${makersOf(attribution, cause)}, ${count} ${count === 1 ? 'spike' : 'spikes'}`,
      events: own.map((spike) => {
        const details = costLines(attribution, spike);
        return {
          start: spike.start, end: spike.end, text: spikeText(attribution, spike),
          ...(details.length === 0 ? {} : { details }),
        };
      }),
    };
  });
}

/** Returns what one pulse of each of its makers costs, largest first. */
function costLines(attribution: QuantitySpikes | undefined, { trains = [] }: QuantitySpike): string[] {
  return trains.slice(0, MAX_COSTS).flatMap((place) => {
    const train = attribution?.trains?.[place];
    return train === undefined ? [] : costsLine(train) ?? [];
  });
}

/** Returns a cause in words, by name if it has one: `rule group node`. */
function makersOf(attribution: QuantitySpikes | undefined, cause: SpikeCause): string {
  const named = attribution?.trains?.filter(({ kind, spikes }) => kind === cause && spikes > 0) ?? [];
  return named.length === 0 ? SPIKE_CAUSE_NAMES[cause] : trainNames(named);
}

/**
 * Returns `CPU spike 6 s, compaction, 9.3 core-s above quiet`; `CPU spike 1 s, rule group node, 0.9 core-s above
 * quiet`.
 */
function spikeText(attribution: QuantitySpikes | undefined, spike: QuantitySpike): string {
  if (attribution === undefined) return '';
  const { start, end, cause, area, queries, trains = [] } = spike;
  const makers = trains.flatMap((place) => attribution.trains?.[place] ?? []);
  const { one } = SPIKE_NOUNS[attribution.quantity];
  const from = makers.length === 0 ? SPIKE_CAUSE_NAMES[cause] : makers.map(trainName).join(' and ');
  return `${one} ${formatSeconds(end - start)}, ${from}, ${
    formatValue(area, attribution.areaUnit)} above quiet${queries === undefined ? '' : `: ${namedWords(queries)}`}`;
}
