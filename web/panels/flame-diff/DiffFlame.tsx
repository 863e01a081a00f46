import { useCallback, useMemo } from 'react';
import type { DiffFlameGraph } from '../../../server/api/contract.ts';
import { fromTo } from '../../charts/flameChange.ts';
import { diffShade } from '../../charts/flameColours.ts';
import type { ColourBy } from '../../charts/flameColours.ts';
import type { FlamePainter } from '../../charts/flameChart.ts';
import { FlameGraph } from '../../charts/FlameGraph.tsx';
import type { FlameFrames, Frame } from '../../charts/flameGraphData.ts';
import { DiffLegend } from '../../charts/FlameLegend.tsx';
import { frameLabel, middleCut } from '../../charts/flameNames.ts';
import { GONE_PATTERN, NEW_PATTERN } from '../../charts/FlamePatterns.tsx';
import type { Search } from '../../charts/flameSearch.ts';
import type { FlameZoomUrl } from '../../charts/useFlameZoomUrl.ts';
import { diffFacts, diffSpoken, frameChange } from './diffView.ts';

interface DiffFlameProps {
  answer: DiffFlameGraph;
  flame: FlameFrames;
  colourBy: ColourBy;
  search: Search;
  selectedName: string | null;
  zoom: FlameZoomUrl;
  culledNodes: number | null;
  problem: string;
}

/** The flame graph of a diff: blue less, orange more, hatched gone and new. */
export function DiffFlame({ answer, flame, colourBy, search, selectedName, zoom, culledNodes, problem }: DiffFlameProps) {
  const { totals, unit, sampleType } = answer;
  const painter = useMemo<FlamePainter>(() => ({
    fill: (frame) => {
      const shade = diffShade(frame, totals, colourBy);
      return shade === 'gone' ? `url(#${GONE_PATTERN})` : shade === 'new' ? `url(#${NEW_PATTERN})` : `var(--flame-${shade})`;
    },
    label: (frame, maxChars) => (frame.depth === 0
      ? middleCut(`all ${fromTo(totals.before, totals.after, unit)}`, maxChars)
      : frameLabel(frame.name, frameChange(frame, totals, colourBy), maxChars)),
  }), [totals, unit, colourBy]);
  const facts = useCallback((frame: Frame) => diffFacts(frame, totals, unit), [totals, unit]);
  const spoken = useCallback((frame: Frame) => diffSpoken(frame, totals, unit), [totals, unit]);
  return (
    <FlameGraph
      flame={flame} culledNodes={culledNodes} problem={problem} painter={painter} facts={facts} spoken={spoken} found={search.state === 'found' ? search.keys : null}
      selectedName={selectedName} zoomPath={zoom.path} grow={zoom.grow} onZoom={zoom.zoomTo} onBack={zoom.back}
      label={`Flame graph of the change in ${sampleType}, ${zoom.grow === 'down' ? 'callers above callees' : 'callees above callers'}`}
      legend={<DiffLegend of={colourBy === 'share' ? 'share of the total' : sampleType} />}
    />
  );
}
