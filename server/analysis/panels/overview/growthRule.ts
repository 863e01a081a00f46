/** Rule for one metric that makes the series grow: code `series-growth`; see docs/reference/memory.md. */
import type { PanelByName, PanelFinding } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, bytes, count, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';
import { fewerSeries } from '../../advice/steps.ts';

/** Growth, as a share of all series, below which nothing is reported. */
const MIN_SHARE = 0.01;
const MIN_SERIES = 100;
/** Doubling time of the series up to which growth is a warning, unless a start creates them anew. */
const DOUBLES_SECONDS = 6 * 3600;
const MAX_NAME = 80;

/** Returns null without two readings, if no metric has half of the growth, and if little grew. */
export function seriesGrowing({ memory }: PanelByName): PanelFinding | null {
  const { growth } = memory;
  if (growth === null || growth.largest === null || growth.spanSeconds === null || growth.before === null) return null;
  const { series, largest, spanSeconds } = growth;
  const rise = series.growth ?? 0;
  if (rise < MIN_SERIES || rise < MIN_SHARE * series.count || series.perHour === null) return null;
  const doublesSeconds = 3600 * series.count / series.perHour;
  const perSeries = memory.ratios.residentBytesPerSeries.value;
  return {
    ...finding({
      code: 'series-growth', moment: growth.time, confidence: 'sure',
      severity: doublesSeconds < DOUBLES_SECONDS && memory.restarts.length === 0 ? 'warning' : 'info',
      claim: parts`${cut(largest.name)} makes ${largest.isAtLeast ? 'at least ' : null}${
        percent(largest.shareRatio)} of the series growth: ${
        quantity(largest.growth, 'count')} in ${seconds(spanSeconds)}.`,
      evidence: [
        parts`All series grew by ${quantity(rise, 'count')} to ${quantity(series.count, 'count')} since ${
          at(growth.before)}.`,
        parts`At this pace they double in ${seconds(Math.round(doublesSeconds))}.`,
        perSeries === null ? []
          : parts`At ${bytes(perSeries)} each, ${count(rise, 'more series', 'more series')} take ${
            bytes(rise * perSeries)}.`,
      ],
      actions: [fewerSeries],
    }),
    panel: 'memory', restsOn: ['memory'],
    figures: {
      seriesGrowthCount: rise, seriesCount: series.count, largestMetricGrowthCount: largest.growth,
      largestMetricShareRatio: largest.shareRatio, spanSeconds, doublesSeconds,
    },
  };
}

/** Shortens a name of the target; most are shorter. */
function cut(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`;
}
