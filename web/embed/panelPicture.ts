/** From a panel's answer to what its embed draws; pure. */
import type { CompactionPanel, GcCpuPanel, MemoryPanel, PanelBase, PanelName, ScrapesPanel, WalReplayPanel } from '../../core/contract/contract.ts';
import type { ChartModel } from '../../core/views/charts/chartModel.ts';
import { formatBytes, formatRatio, formatValue } from '../../core/text/format.ts';
import { alignmentText, compactionView, countdownText, foldChart } from '../../core/views/compaction/compactionView.ts';
import { gcCpuView } from '../../core/views/gc-cpu/gcCpuView.ts';
import { memoryView, partLooks, type BarPart } from '../../core/views/memory/memoryView.ts';
import { scrapesView } from '../../core/views/scrapes/scrapesView.ts';
import { progressText, walReplayView } from '../../core/views/wal-replay/walReplayView.ts';

export interface PicturePart { key: string; title: string; model: ChartModel }

/** A strip cut into shares, each with its words. */
export interface PictureBar { label: string; slices: { key: string; share: number; look: string; words: string }[] }

export interface PanelPicture {
  title: string;
  /** Over what time and how many scrapes. */
  context: string;
  /** The one that matters most first: a small frame shows only that. */
  charts: PicturePart[];
  /** 0 to 1 with its words, while something is under way. */
  progress: { ratio: number | null; text: string } | null;
  bar: PictureBar | null;
  /** Short sentences below the charts. */
  notes: string[];
}

const panelTitles: Record<PanelName, string> = {
  'gc-cpu': 'GC & CPU', compaction: 'Compaction', 'wal-replay': 'WAL replay', memory: 'Memory & capacity', scrapes: 'Scrapes',
};

const nothingMore = { progress: null, bar: null, notes: [] };

function parts(...charts: [key: string, title: string, model: ChartModel | null][]): PicturePart[] {
  return charts.flatMap(([key, title, model]) => (model === null ? [] : [{ key, title, model }]));
}

function gcPicture(panel: GcCpuPanel): Omit<PanelPicture, 'title'> {
  const view = gcCpuView(panel, 'local', panel.range.end);
  return { ...nothingMore, context: view.context, charts: parts(['cpu', 'CPU', view.cpu], ['heap', 'Heap', view.heap]) };
}

function compactionPicture(panel: CompactionPanel): Omit<PanelPicture, 'title'> {
  const view = compactionView(panel, 'local', panel.range.end);
  const next = panel.next === null ? [] : [`Next compaction ${countdownText(panel.next, panel.range.end)}.`];
  return {
    ...nothingMore, context: view.context, notes: [...(panel.merges === null ? [alignmentText(panel)] : []), ...next],
    charts: parts(['fold', 'CPU over one block range', panel.merges === null ? foldChart(panel, 1) : null], ['cpu', 'CPU', view.timeline], ['merges', 'Merges', view.merges]),
  };
}

function replayPicture(panel: WalReplayPanel): Omit<PanelPicture, 'title'> {
  const view = walReplayView(panel, 'local', panel.range.end);
  const phases = view.phases.map(({ name, word, shareRatio, durationText, isRunning }, i) => ({ key: `${i}`, share: shareRatio, look: `phase-${name}`, words: `${word} ${durationText}${isRunning ? ' so far' : ''}` }));
  return {
    context: view.context,
    charts: panel.state === 'none' ? [] : parts(['segments', 'Segments loaded', view.segments], ['memory', 'Resident memory', view.memory]),
    progress: panel.state === 'replaying' ? { ratio: panel.progressRatio, text: `${progressText(panel)} · ${view.eta}` } : null,
    bar: phases.length === 0 ? null : { label: 'Phases of the replay', slices: phases },
    notes: panel.state === 'none' ? ['No replay in this window. When the target starts and reads its write-ahead log, how far it is and how long it still takes stand here.']
      : [`${panel.state === 'done' ? 'Took' : 'So far'} ${view.soFar}; memory: ${view.memoryRisk}.`],
  };
}

function memoryBar(bar: BarPart[] | null): PictureBar | null {
  if (bar === null) return null;
  return { label: 'Parts of the resident memory', slices: bar.map(({ part, share }) => ({ key: part.key, share, look: partLooks[part.key] ?? 'none', words: `${part.label} ${formatBytes(part.bytes ?? 0)} (${formatRatio(share)})` })) };
}

function memoryPicture(panel: MemoryPanel): Omit<PanelPicture, 'title'> {
  const view = memoryView(panel, 'local', panel.range.end);
  return { ...nothingMore, context: view.context, charts: parts(['memory', 'Resident memory', view.memory], ['perSeries', 'Memory per series', view.perSeries]), bar: memoryBar(view.bar) };
}

function scrapesPicture(panel: ScrapesPanel): Omit<PanelPicture, 'title'> {
  const view = scrapesView(panel, 'local', panel.range.end);
  const { p50, p99, max } = panel.durationSeconds;
  const figures = `Median ${formatValue(p50, 'seconds')}, 99 % within ${formatValue(p99, 'seconds')}, longest ${formatValue(max, 'seconds')}.`;
  return { ...nothingMore, context: view.context, charts: parts(['duration', 'Scrape duration', view.duration]), notes: [figures, ...(view.timeoutNote === null ? [] : [view.timeoutNote])] };
}

/** `answer` is that panel's, as the contract has it. */
export function panelPicture(panel: PanelName, answer: PanelBase): PanelPicture {
  const title = panelTitles[panel];
  switch (panel) {
    case 'gc-cpu': return { title, ...gcPicture(answer as GcCpuPanel) };
    case 'compaction': return { title, ...compactionPicture(answer as CompactionPanel) };
    case 'wal-replay': return { title, ...replayPicture(answer as WalReplayPanel) };
    case 'memory': return { title, ...memoryPicture(answer as MemoryPanel) };
    case 'scrapes': return { title, ...scrapesPicture(answer as ScrapesPanel) };
  }
}
