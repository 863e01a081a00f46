import { useCallback, useMemo } from 'react';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import { FlameGraph } from '../../charts/flame/FlameGraph.tsx';
import { diffFrames } from '../../../core/views/flame/flameGraphData.ts';
import type { Frame, WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import { DiffLegend } from '../../charts/flame/FlameLegend.tsx';
import { diffPaint } from '../../../core/views/profile/framePaint.ts';
import type { SandwichHalf } from '../profile-views/FlameSandwich.tsx';
import { useHalfZoom } from '../../charts/flame/useHalfZoom.ts';
import { diffFacts, diffSpoken } from '../../../core/views/profile/diffView.ts';

interface DiffHalfProps {
  half: Extract<SandwichHalf, { kind: 'diff' }>;
  colourBy: ColourBy;
  widthBy: WidthBy;
}

/** Half of a sandwich of a diff: callers grow up from the function, callees down from it. */
export function DiffHalf({ half: { side, table, tree }, colourBy, widthBy }: DiffHalfProps) {
  const { path, zoomTo, back } = useHalfZoom(side);
  const { totals, unit, sampleType } = table;
  const flame = useMemo(() => diffFrames(tree.root, widthBy), [tree, widthBy]);
  const painter = useMemo(
    () => diffPaint(table, { by: colourBy, widthBy, rootName: table.function }), [table, colourBy, widthBy]
  );
  const facts = useCallback((frame: Frame) => diffFacts(frame, totals, unit), [totals, unit]);
  const spoken = useCallback((frame: Frame) => diffSpoken(frame, table, colourBy, table.function), [table, colourBy]);
  return (
    <FlameGraph isHalf flame={flame} culledNodes={tree.culledNodes} problem="" painter={painter} facts={facts}
      spoken={spoken} found={null} selectedName={null}
      zoomPath={path} grow={side === 'callers' ? 'up' : 'down'} onZoom={zoomTo} onBack={back}
        label={side === 'callers' ? 'Callers of the function, above it' : 'Callees of the function, below it'}
      legend={
        side === 'callees' ? <DiffLegend of={sampleType} totals={totals} unit={unit} by={colourBy} /> : null
      } />
  );
}
