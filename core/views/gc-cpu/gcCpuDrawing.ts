/** GC & CPU in pictures and embeds; pure. */
import type { GcCpuPanel } from '../../contract/contract.ts';
import { embedded, named, NO_DAY, type EmbedDrawing, type PictureDrawing } from '../charts/panelDrawing.ts';
import { gcCpuView } from './gcCpuView.ts';

export function gcCpuPicture(panel: GcCpuPanel): PictureDrawing {
  const { context, cpu, heap, lag } = gcCpuView(panel, 'utc', NO_DAY);
  const more = [...named('Heap', heap), ...named('GC cycles against CPU', lag, 'correlation r')];
  return { context, bar: null, main: named('CPU used', cpu), more };
}

export function gcCpuEmbed(panel: GcCpuPanel): EmbedDrawing {
  const { context, cpu, heap } = gcCpuView(panel, 'local', panel.range.end);
  return { ...embedded, context, charts: [...named('CPU', cpu), ...named('Heap', heap)] };
}
