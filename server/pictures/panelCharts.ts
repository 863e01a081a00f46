/** From a panel's answer to the head and the blocks of its picture, by the page's own view models. */
import type { CompactionPanel, GcCpuPanel, MemoryPanel, PanelBase, PanelName, ScrapesPanel, WalReplayPanel } from '../../core/contract/contract.ts';
import { withMoment, type ChartModel } from '../../core/views/charts/chartModel.ts';
import { compactionView, foldChart } from '../../core/views/compaction/compactionView.ts';
import { gcCpuView } from '../../core/views/gc-cpu/gcCpuView.ts';
import { memoryView } from '../../core/views/memory/memoryView.ts';
import { scrapesView } from '../../core/views/scrapes/scrapesView.ts';
import { walReplayView } from '../../core/views/wal-replay/walReplayView.ts';
import { memoryBar, phaseStrip } from './bars.ts';
import { chart, type ChartPart } from './chart.ts';
import { innerWidth } from './pictureFrame.ts';
import { placed, type Block, type Sheet } from './sheet.ts';

export const PANEL_TITLES: Record<PanelName, string> = {
  'gc-cpu': 'GC & CPU', compaction: 'Compaction', 'wal-replay': 'WAL replay', memory: 'Memory & capacity', scrapes: 'Scrapes',
};

type NamedChart = Omit<ChartPart, 'plotHeight'>;

interface PanelPicture {
  /** Window and counts, times in UTC. */
  context: string;
  /** Bars above the charts. */
  bars: Block[];
  /** The one that proves the finding. */
  main: NamedChart[];
  /** More, most telling first; as many as there is room for. */
  more: NamedChart[];
}

/** Dates are always written: nobody knows when a picture will be looked at. */
const NO_DAY = 0;
const MAIN_HEIGHT = 190;
const MORE_HEIGHT = 120;
const NARROW_MAIN_HEIGHT = 130;
const NARROW_MORE_HEIGHT = 96;
/** From here on two charts stand side by side. */
const PAIR_WIDTH = 1000;
const PAIR_GAP = 28;

export function panelPicture(sheet: Sheet, panel: PanelName, answer: PanelBase): { context: string; blocks: Block[] } {
  const { context, bars, main, more } = chartsOf(sheet, panel, answer);
  const at = answer.finding.time;
  const width = innerWidth(sheet);
  const draw = (part: NamedChart, widthPx: number, plotHeight: number): Block => chart(sheet, widthPx, { ...part, model: withMoment(part.model, at), plotHeight });
  const [mainHeight, moreHeight] = sheet.isNarrow ? [NARROW_MAIN_HEIGHT, NARROW_MORE_HEIGHT] : [MAIN_HEIGHT, MORE_HEIGHT];
  const wide = main.map((part) => draw(part, width, mainHeight));
  const [first, second] = more;
  const rest = first === undefined ? []
    : width < PAIR_WIDTH || second === undefined ? [draw(first, width, moreHeight)]
    : [pair(draw(first, (width - PAIR_GAP) / 2, moreHeight), draw(second, (width - PAIR_GAP) / 2, moreHeight), (width + PAIR_GAP) / 2)];
  // Most panels name the zone with their window.
  return { context: / UTC\b/.test(context) ? context : `${context} · times in UTC`, blocks: [...bars, ...wide, ...rest] };
}

function pair(left: Block, right: Block, at: number): Block {
  return { height: Math.max(left.height, right.height), svg: left.svg + placed(right.svg, at, 0) };
}

function named(name: string, model: ChartModel | null, countWord?: string): NamedChart[] {
  return model === null ? [] : [{ name, model, ...(countWord === undefined ? {} : { countWord }) }];
}

/** `answer` is that of `panel`, as the contract pairs them. */
function chartsOf(sheet: Sheet, panel: PanelName, answer: PanelBase): PanelPicture {
  switch (panel) {
    case 'gc-cpu': {
      const view = gcCpuView(answer as GcCpuPanel, 'utc', NO_DAY);
      return { context: view.context, bars: [], main: named('CPU used', view.cpu), more: [...named('Heap', view.heap), ...named('GC cycles against CPU', view.lag, 'correlation r')] };
    }
    case 'compaction': {
      const compaction = answer as CompactionPanel;
      const view = compactionView(compaction, 'utc', NO_DAY);
      const fold = named('CPU, block ranges laid over each other', foldChart(compaction, 1));
      return { context: view.context, bars: [], main: named('CPU used', view.timeline), more: [...named('Merges', view.merges), ...fold, ...named('Resident memory', view.memory), ...named('Disk writes', view.disk)] };
    }
    case 'wal-replay': {
      const view = walReplayView(answer as WalReplayPanel, 'utc', NO_DAY);
      const charts = [...named('Segments read', view.segments, 'segments'), ...named('Resident memory', view.memory), ...named('CPU used', view.cpu)];
      return { context: view.context, bars: [phaseStrip(sheet, innerWidth(sheet), view.phases)], main: charts.slice(0, 1), more: charts.slice(1) };
    }
    case 'memory': {
      const view = memoryView(answer as MemoryPanel, 'utc', NO_DAY);
      return {
        context: view.context, bars: view.bar === null ? [] : [memoryBar(sheet, innerWidth(sheet), view.bar)], main: named('Memory', view.memory),
        more: [...named('Memory for each series', view.perSeries), ...named('CPU for each sample', view.perSample)],
      };
    }
    case 'scrapes': {
      const view = scrapesView(answer as ScrapesPanel, 'utc', NO_DAY);
      return { context: view.timeoutNote === null ? view.context : `${view.context} · ${view.timeoutNote.replace(/\.$/, '')}`, bars: [], main: named('Scrape duration', view.duration), more: [] };
    }
  }
}
