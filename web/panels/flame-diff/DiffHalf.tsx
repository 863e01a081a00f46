import { useCallback, useMemo } from 'react';
import { diffShade } from '../../charts/flameColours.ts';
import type { ColourBy } from '../../charts/flameColours.ts';
import type { FlamePainter } from '../../charts/flameChart.ts';
import { FlameGraph } from '../../charts/FlameGraph.tsx';
import { diffFrames } from '../../charts/flameGraphData.ts';
import type { Frame, WidthBy } from '../../charts/flameGraphData.ts';
import { DiffLegend } from '../../charts/FlameLegend.tsx';
import { frameLabel } from '../../charts/flameNames.ts';
import { GONE_PATTERN, NEW_PATTERN } from '../../charts/FlamePatterns.tsx';
import type { SandwichHalf } from '../../charts/FlameSandwich.tsx';
import { useLocalZoom } from '../../charts/useLocalZoom.ts';
import { diffFacts, diffSpoken, frameChange } from './diffView.ts';

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
      return shade === 'gone' ? `url(#${GONE_PATTERN})` : shade === 'new' ? `url(#${NEW_PATTERN})` : `var(--flame-${shade})`;
    },
    label: (frame, maxChars) => frameLabel(frame.depth === 0 ? table.function : frame.name, frameChange(frame, totals, colourBy), maxChars),
  }), [table, totals, colourBy]);
  const facts = useCallback((frame: Frame) => diffFacts(frame, totals, unit), [totals, unit]);
  const spoken = useCallback((frame: Frame) => diffSpoken(frame, totals, unit), [totals, unit]);
  return (
    <FlameGraph isHalf flame={flame} culledNodes={tree.culledNodes} problem="" painter={painter} facts={facts} spoken={spoken} found={null} selectedName={null}
      zoomPath={path} grow={side === 'callers' ? 'up' : 'down'} onZoom={zoomTo} onBack={back} label={side === 'callers' ? 'Callers of the function, above it' : 'Callees of the function, below it'}
      legend={side === 'callees' ? <DiffLegend of={colourBy === 'share' ? 'share of the total' : sampleType} /> : null} />
  );
}
