import { useCallback, useMemo } from 'react';
import { familyColours } from '../../../core/views/flame/flameColours.ts';
import { FlameGraph } from '../../charts/flame/FlameGraph.tsx';
import { singleFrames } from '../../../core/views/flame/flameGraphData.ts';
import type { Frame } from '../../../core/views/flame/flameGraphData.ts';
import { singlePaint } from '../../../core/views/profile/framePaint.ts';
import type { SandwichHalf } from '../profile-views/FlameSandwich.tsx';
import { useHalfZoom } from '../../charts/flame/useHalfZoom.ts';
import { singleFacts, singleSpoken } from '../../../core/views/profile/topView.ts';

/**
 * Half of a sandwich of one profile: callers grow up from the function, callees down from it. `strip`: rows of the
 * subsystem strip, which has the same colours.
 */
export function ProfileHalf({ half: { side, table, tree }, strip }: {
  half: Extract<SandwichHalf, { kind: 'profile' }>; strip: readonly { id: string }[];
}) {
  const { path, zoomTo, back } = useHalfZoom(side);
  const { total, unit } = table;
  const flame = useMemo(() => singleFrames(tree.root), [tree]);
  const colours = useMemo(() => familyColours(flame.frames, strip), [flame, strip]);
  const painter = useMemo(() => singlePaint({ total, unit }, colours, table.function), [colours, table, total, unit]);
  const facts = useCallback((frame: Frame) => singleFacts(frame, total, unit), [total, unit]);
  const spoken = useCallback((frame: Frame) => singleSpoken(frame, total, unit, table.function), [total, unit, table]);
  return (
    <FlameGraph isHalf flame={flame} culledNodes={tree.culledNodes} problem="" painter={painter} facts={facts}
      spoken={spoken} found={null} selectedName={null}
      zoomPath={path} grow={side === 'callers' ? 'up' : 'down'} onZoom={zoomTo} onBack={back}
        label={side === 'callers' ? 'Callers of the function, above it' : 'Callees of the function, below it'}
        legend={null} />
  );
}
