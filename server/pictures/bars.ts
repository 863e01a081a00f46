/** Bars cut into shares: the phases of a replay, the parts of the resident memory. */
import { formatBytes, formatRatio } from '../../core/text/format.ts';
import { partLooks, type BarPart } from '../../core/views/memory/memoryView.ts';
import type { PhaseBar } from '../../core/views/wal-replay/walReplayView.ts';
import { colourSwatch, legendRows } from './chartLegend.ts';
import { stacked, type Block, type Sheet } from './sheet.ts';

interface Slice { share: number; paint: string; words: string; value: string }

const BAR_HEIGHT = 22;
const LEAST_SLICE_PX = 3;
const SLICE_GAP = 1;

/** Widths are shares of the whole; even the least is seen. What each is stands below. */
function bar(sheet: Sheet, widthPx: number, slices: readonly Slice[]): Block {
  if (slices.length === 0) return { height: 0, svg: '' };
  const total = slices.reduce((sum, { share }) => sum + share, 0) || 1;
  const room = widthPx - (slices.length - 1) * SLICE_GAP - slices.length * LEAST_SLICE_PX;
  let x = 0;
  const drawn = slices.map(({ share, paint }) => {
    const width = LEAST_SLICE_PX + (Math.max(0, room) * share) / total;
    const svg = sheet.rect(x, 0, width, BAR_HEIGHT, paint);
    x += width + SLICE_GAP;
    return svg;
  });
  const words = legendRows(sheet, widthPx, slices.map(({ paint, words: what, value }) => ({ swatch: colourSwatch(sheet, paint), words: what, value })));
  return stacked([{ height: BAR_HEIGHT, svg: drawn.join('') }, words], 8);
}

const READING = new Set(['segments', 'wbl']);

export function phaseStrip(sheet: Sheet, widthPx: number, phases: readonly PhaseBar[]): Block {
  return bar(sheet, widthPx, phases.map(({ name, word, shareRatio, durationText, isRunning }) => ({
    share: shareRatio, words: word, value: `${durationText}${isRunning ? ' so far' : ''}`,
    paint: READING.has(name) ? sheet.fill('mark-replay')
      : name === 'checkpoint' || name === 'snapshot' ? sheet.hatch('fill-replay', 'mark-replay')
      : name === 'unreachable' ? sheet.hatch('fill-gap', 'mark-gap')
      : name === 'warm-up' ? sheet.fill('mark-compaction') : sheet.fill('mark-other'),
  })));
}

export function memoryBar(sheet: Sheet, widthPx: number, parts: readonly BarPart[]): Block {
  const paints = {
    heap: sheet.fill('mark-memory'), kept: sheet.hatch('fill-memory', 'mark-memory'),
    runtime: sheet.fill('mark-other'), mapped: sheet.hatch('fill-compaction', 'mark-compaction', -1),
  };
  return bar(sheet, widthPx, parts.filter(({ share }) => share > 0).map(({ part, share }) => ({
    share, paint: paints[partLooks[part.key] ?? 'runtime'], words: part.label, value: `${formatBytes(part.bytes ?? 0)}, ${formatRatio(share)}`,
  })));
}
