import { useCallback, useMemo } from 'react';
import { diffShade } from '../../../core/views/flame/flameColours.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import type { FlamePainter } from '../../charts/flame/flameChart.ts';
import { FlameGraph } from '../../charts/flame/FlameGraph.tsx';
import { diffFrames } from '../../../core/views/flame/flameGraphData.ts';
import type { Frame, WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import { DiffLegend } from '../../charts/flame/FlameLegend.tsx';
import { frameLabel } from '../../../core/views/flame/flameNames.ts';
import { GONE_PATTERN, NEW_PATTERN } from '../../charts/flame/FlamePatterns.tsx';
import type { SandwichHalf } from '../profile-views/FlameSandwich.tsx';
import { useLocalZoom } from '../../charts/flame/useLocalZoom.ts';
import { diffFacts, diffSpoken, frameChange } from '../../../core/views/profile/diffView.ts';

interface DiffHalfProps {
  half: Extract<SandwichHalf, { kind: 'diff' }>;
  colourBy: ColourBy;
  widthBy: WidthBy;
}

/** Half of a sandwich of a diff: callers grow up from the function, callees down from it. */
export function DiffHalf({ half: { side, table, tree }, colourBy, widthBy }: DiffHalfProps) {
  const { path, zoomTo, back } = useLocalZoom();
  const { totals, unit, sampleType } = table;
  const flame = useMemo(() => diffFrames(tree.root, widthBy), [tree, widthBy]);
  const painter = useMemo<FlamePainter>(() => ({
    fill: (frame) => {
      const shade = diffShade(frame, totals, colourBy);
      return shade === 'gone' ? `url(#${GONE_PATTERN})` : shade === 'new'
        ? `url(#${NEW_PATTERN})` : `var(--flame-${shade})`;
    },
    label: (frame, maxChars) =>
      frameLabel(frame.depth === 0 ? table.function : frame.name, frameChange(frame, totals, colourBy), maxChars),
  }), [table, totals, colourBy]);
  const facts = useCallback((frame: Frame) => diffFacts(frame, totals, unit), [totals, unit]);
  const spoken = useCallback((frame: Frame) => diffSpoken(frame, totals, unit), [totals, unit]);
  return (
    <FlameGraph isHalf flame={flame} culledNodes={tree.culledNodes} problem="" painter={painter} facts={facts}
      spoken={spoken} found={null} selectedName={null}
      zoomPath={path} grow={side === 'callers' ? 'up' : 'down'} onZoom={zoomTo} onBack={back}
        label={side === 'callers' ? 'Callers of the function, above it' : 'Callees of the function, below it'}
      legend={
        side === 'callees' ? <DiffLegend of={colourBy === 'share' ? 'share of total' : sampleType} /> : null
      } />
  );
}
