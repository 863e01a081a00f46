import { useCallback, useMemo } from 'react';
import type { DiffFlameGraph } from '../../../core/contract/contract.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import { FlameGraph } from '../../charts/flame/FlameGraph.tsx';
import type { FlameFrames, Frame, WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import { DiffLegend } from '../../charts/flame/FlameLegend.tsx';
import { diffPaint } from '../../../core/views/profile/framePaint.ts';
import type { Search } from '../../../core/views/flame/flameSearch.ts';
import type { MenuPlace } from '../profile-views/FrameMenu.tsx';
import type { FlameZoomUrl } from '../../charts/flame/useFlameZoomUrl.ts';
import { diffFacts, diffSpoken } from '../../../core/views/profile/diffView.ts';

interface DiffFlameProps {
  answer: DiffFlameGraph;
  flame: FlameFrames;
  colourBy: ColourBy;
  widthBy: WidthBy;
  search: Search;
  selectedName: string | null;
  zoom: FlameZoomUrl;
  culledNodes: number | null;
  problem: string;
  /** Search total as text. */
  status: string;
  onMenu: (place: MenuPlace) => void;
}

/** The flame graph of a diff: blue = less, orange = more, hatched = gone or new. */
export function DiffFlame(
  { answer, flame, colourBy, widthBy, search, selectedName, zoom, culledNodes, problem, status, onMenu }: DiffFlameProps
) {
  const { totals, unit, sampleType } = answer;
  const painter = useMemo(
    () => diffPaint({ totals, unit }, { by: colourBy, widthBy }), [totals, unit, colourBy, widthBy]
  );
  const facts = useCallback((frame: Frame) => diffFacts(frame, totals, unit), [totals, unit]);
  const spoken = useCallback((frame: Frame) => diffSpoken(frame, { totals, unit }, colourBy), [totals, unit, colourBy]);
  const order = zoom.grow === 'down' ? 'callers above callees' : 'callees above callers';
  return (
    <FlameGraph
      flame={flame} culledNodes={culledNodes} problem={problem} status={status} onMenu={onMenu}
      painter={painter} facts={facts} spoken={spoken}
        found={search.state === 'found' ? search.keys : null}
      selectedName={selectedName ?? zoom.path.at(-1) ?? null} zoomPath={zoom.path} grow={zoom.grow}
      onZoom={zoom.zoomTo} onBack={zoom.back}
      label={`Flame graph of the change in ${sampleType}, ${order}`}
      legend={<DiffLegend of={sampleType} totals={totals} unit={unit} by={colourBy} />}
    />
  );
}
