import { useCallback, useMemo } from 'react';
import type { DiffFlameGraph } from '../../../core/contract/contract.ts';
import { fromTo } from '../../../core/text/change.ts';
import { diffShade } from '../../../core/views/flame/flameColours.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import type { FlamePainter } from '../../charts/flame/flameChart.ts';
import { FlameGraph } from '../../charts/flame/FlameGraph.tsx';
import type { FlameFrames, Frame } from '../../../core/views/flame/flameGraphData.ts';
import { DiffLegend } from '../../charts/flame/FlameLegend.tsx';
import { frameLabel, middleCut } from '../../../core/views/flame/flameNames.ts';
import { GONE_PATTERN, NEW_PATTERN } from '../../charts/flame/FlamePatterns.tsx';
import type { Search } from '../../../core/views/flame/flameSearch.ts';
import type { FlameZoomUrl } from '../../charts/flame/useFlameZoomUrl.ts';
import { diffFacts, diffSpoken, frameChange } from '../../../core/views/profile/diffView.ts';

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

/** The flame graph of a diff: blue = less, orange = more, hatched = gone or new. */
export function DiffFlame(
  { answer, flame, colourBy, search, selectedName, zoom, culledNodes, problem }: DiffFlameProps
) {
  const { totals, unit, sampleType } = answer;
  const painter = useMemo<FlamePainter>(() => ({
    fill: (frame) => {
      const shade = diffShade(frame, totals, colourBy);
      return shade === 'gone' ? `url(#${GONE_PATTERN})` : shade === 'new'
        ? `url(#${NEW_PATTERN})` : `var(--flame-${shade})`;
    },
    label: (frame, maxChars) => (frame.depth === 0
      ? middleCut(`all ${fromTo(totals.before, totals.after, unit)}`, maxChars)
      : frameLabel(frame.name, frameChange(frame, totals, colourBy), maxChars)),
  }), [totals, unit, colourBy]);
  const facts = useCallback((frame: Frame) => diffFacts(frame, totals, unit), [totals, unit]);
  const spoken = useCallback((frame: Frame) => diffSpoken(frame, totals, unit), [totals, unit]);
  const order = zoom.grow === 'down' ? 'callers above callees' : 'callees above callers';
  return (
    <FlameGraph
      flame={flame} culledNodes={culledNodes} problem={problem} painter={painter} facts={facts} spoken={spoken}
        found={search.state === 'found' ? search.keys : null}
      selectedName={selectedName} zoomPath={zoom.path} grow={zoom.grow} onZoom={zoom.zoomTo} onBack={zoom.back}
      label={`Flame graph of the change in ${sampleType}, ${order}`}
      legend={<DiffLegend of={colourBy === 'share' ? 'share of total' : sampleType} />}
    />
  );
}
