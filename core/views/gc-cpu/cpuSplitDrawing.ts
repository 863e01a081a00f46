/** CPU by subsystem in pictures and embeds; pure. */
import type { CpuBySubsystem } from '../../contract/contract.ts';
import { formatValue } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';
import {
  embedded, named, NO_DAY, type EmbedDrawing, type NamedChart, type PictureDrawing,
} from '../charts/panelDrawing.ts';
import { contextLine } from '../charts/panelParts.ts';
import { cpuSplitView } from './cpuSplitView.ts';

export function cpuSplitPicture(answer: CpuBySubsystem): PictureDrawing {
  return { context: contextOf(answer, 'utc', NO_DAY), bar: null, main: chartOf(answer), more: [] };
}

export function cpuSplitEmbed(answer: CpuBySubsystem): EmbedDrawing {
  const { end } = answer.range;
  return {
    ...embedded, context: contextOf(answer, 'local', end), charts: chartOf(answer),
    notes: answer.profiles === 0 ? [] : [answer.gcAgreement.sentence],
  };
}

/**
 * Returns the chart; its legend replaces the page's table of layers, and has each layer's share of the profiled CPU.
 */
function chartOf(answer: CpuBySubsystem): NamedChart[] {
  const view = cpuSplitView(answer);
  if (view === null) return [];
  const shares = new Map(view.layers.map(({ id, share }) => [id, formatValue(Math.round(100 * share) / 100, 'ratio')]));
  const fills = view.chart.fills?.toReversed().map(
    ({ silent: _, ...fill }) => ({ ...fill, label: `${fill.label} ${shares.get(fill.key) ?? ''}` })
  );
  return named('CPU by subsystem', { ...view.chart, ...(fills === undefined ? {} : { fills }) });
}

function contextOf(answer: CpuBySubsystem, zone: Zone, now: number): string {
  const { profiles, coverageRatio } = answer;
  const covered = profiles === 0 ? null
    : `${profiles} CPU ${profiles === 1 ? 'profile' : 'profiles'}, ${formatValue(coverageRatio, 'ratio')} covered`;
  return contextLine(answer, zone, now, [covered]);
}
