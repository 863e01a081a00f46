import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { DiffFlameGraph } from '../../../server/api/contract.ts';
import { fromTo } from '../../charts/flameChange.ts';
import type { ColourBy } from '../../charts/flameColours.ts';
import { diffFrames } from '../../charts/flameGraphData.ts';
import type { WidthBy } from '../../charts/flameGraphData.ts';
import { searchFrames } from '../../charts/flameSearch.ts';
import { FlameSearchField } from '../../charts/FlameSearchField.tsx';
import { DiffFlame } from './DiffFlame.tsx';
import styles from './FlameDiff.module.css';

interface DiffPictureProps {
  answer: DiffFlameGraph;
  widthBy: WidthBy;
  colourBy: ColourBy;
  search: string;
  onSearch: (text: string) => void;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  /** What stands beside the graph. */
  beside: ReactNode;
}

/** The flame graph with its search, and something beside it: the roll-up, or the card of the selected function. */
export function DiffPicture({ answer, widthBy, colourBy, search, onSearch, selectedName, onSelect, beside }: DiffPictureProps) {
  const flame = useMemo(() => diffFrames(answer.root, widthBy), [answer, widthBy]);
  const found = useMemo(() => searchFrames(flame.frames, search), [flame, search]);
  return (
    <div className={styles.split}>
      <div className={styles.main}>
        <FlameSearchField value={search} onChange={onSearch} search={found} sum={found.state === 'found' ? fromTo(found.before, found.after, answer.unit) : ''} />
        <DiffFlame answer={answer} flame={flame} colourBy={colourBy} search={found} selectedName={selectedName} onSelect={onSelect} />
      </div>
      {beside}
    </div>
  );
}
