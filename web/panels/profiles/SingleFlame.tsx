import { useCallback, useMemo } from 'react';
import type { FlameGraph as FlameGraphAnswer } from '../../../server/api/contract.ts';
import { familyColours } from '../../charts/flameColours.ts';
import type { FlamePainter } from '../../charts/flameChart.ts';
import { FlameGraph } from '../../charts/FlameGraph.tsx';
import { singleFrames } from '../../charts/flameGraphData.ts';
import type { Frame } from '../../charts/flameGraphData.ts';
import { FamilyLegend } from '../../charts/FlameLegend.tsx';
import { frameLabel, middleCut } from '../../charts/flameNames.ts';
import { searchFrames } from '../../charts/flameSearch.ts';
import { FlameSearchField } from '../../charts/FlameSearchField.tsx';
import { formatProfileValue, formatRatio } from '../../format.ts';
import { shareOf, singleFacts, singleSpoken } from './topView.ts';

interface SingleFlameProps {
  answer: FlameGraphAnswer;
  search: string;
  onSearch: (text: string) => void;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
}

/** The flame graph of one profile, with its search. */
export function SingleFlame({ answer, search, onSearch, selectedName, onSelect }: SingleFlameProps) {
  const { root, total, unit, sampleType } = answer;
  const flame = useMemo(() => singleFrames(root), [root]);
  const colours = useMemo(() => familyColours(flame.frames), [flame]);
  const painter = useMemo<FlamePainter>(() => ({
    fill: (frame) => (frame.depth === 0 ? 'var(--surface-sunken)' : `var(${colours.variableOf(frame.name)})`),
    label: (frame, maxChars) => {
      const share = frame.weight.mode === 'single' ? shareOf(frame.weight.cum, total) : null;
      if (frame.depth === 0) return middleCut(`all ${formatProfileValue(total, unit)}`, maxChars);
      return frameLabel(frame.name, share === null ? '' : formatRatio(share), maxChars);
    },
  }), [colours, total, unit]);
  const found = useMemo(() => searchFrames(flame.frames, search), [flame, search]);
  const facts = useCallback((frame: Frame) => singleFacts(frame, total, unit), [total, unit]);
  const spoken = useCallback((frame: Frame) => singleSpoken(frame, total, unit), [total, unit]);
  const foundShare = found.state === 'found' ? shareOf(found.after, total) : null;
  return (
    <>
      <FlameSearchField value={search} onChange={onSearch} search={found}
        sum={found.state === 'found' ? `${formatProfileValue(found.after, unit)}${foundShare === null ? '' : ` (${formatRatio(foundShare)})`}` : ''} />
      <FlameGraph
        flame={flame} culledNodes={answer.culledNodes} painter={painter} facts={facts} spoken={spoken} found={found.state === 'found' ? found.keys : null}
        selectedName={selectedName} onSelect={onSelect} label={`Flame graph of ${sampleType}, callers above callees`} legend={<FamilyLegend entries={colours.legend} />}
      />
    </>
  );
}
