/** Memory & capacity in pictures and embeds; pure. */
import type { MemoryPanel } from '../../contract/contract.ts';
import { formatBytes, formatRatio } from '../../text/format.ts';
import {
  embedded, named, NO_DAY, type EmbedDrawing, type PictureDrawing, type ShareBar,
} from '../charts/panelDrawing.ts';
import { memoryView, partLooks, type BarPart } from './memoryView.ts';

function partsBar(parts: readonly BarPart[] | null): ShareBar | null {
  const seen = parts?.filter(({ share }) => share > 0) ?? [];
  if (seen.length === 0) return null;
  return {
    label: 'Parts of the resident memory',
    slices: seen.map(({ part: { key, label, bytes }, share }) => ({
      key, share, look: partLooks[key] ?? 'none', words: label,
      value: `${formatBytes(bytes ?? 0)}, ${formatRatio(share)}`,
    })),
  };
}

export function memoryPicture(panel: MemoryPanel): PictureDrawing {
  const { context, bar, memory, perSeries, perSample } = memoryView(panel, 'utc', NO_DAY);
  return {
    context, bar: partsBar(bar), main: named('Memory', memory),
    more: [...named('Memory for each series', perSeries), ...named('CPU for each sample', perSample)],
  };
}

export function memoryEmbed(panel: MemoryPanel): EmbedDrawing {
  const { context, bar, memory, perSeries } = memoryView(panel, 'local', panel.range.end);
  const charts = [...named('Resident memory', memory), ...named('Memory per series', perSeries)];
  return { ...embedded, context, charts, bar: partsBar(bar) };
}
