import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { DiffFlameGraph } from '../../../core/contract/contract.ts';
import { useSearchTotal } from '../../api/profileViews.ts';
import { useFlameZoom } from '../../api/flameZoom.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { fromTo } from '../../../core/text/change.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import { diffFrames } from '../../../core/views/flame/flameGraphData.ts';
import type { WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import { searchFrames } from '../../../core/views/flame/flameSearch.ts';
import { FlameSearchField } from '../profile-views/FlameSearchField.tsx';
import { useFlameZoomUrl } from '../../charts/flame/useFlameZoomUrl.ts';
import { DiffFlame } from './DiffFlame.tsx';
import styles from './FlameDiff.module.css';

interface DiffPictureProps {
  answer: DiffFlameGraph;
  /** What `answer` belongs to, to request more frames below a zoomed one. */
  subject: ProfileSubject;
  /** Share of the zoomed frame below which frames are not requested. */
  minRatio: number;
  widthBy: WidthBy;
  colourBy: ColourBy;
  search: string;
  onSearch: (text: string) => void;
  selectedName: string | null;
  /** Shown next to the graph: the roll-up, or the card of the selected function. */
  aside: ReactNode;
}

/** The flame graph with its search, and `aside` next to it. */
export function DiffPicture(
  { answer, subject, minRatio, widthBy, colourBy, search, onSearch, selectedName, aside }: DiffPictureProps
) {
  const zoom = useFlameZoomUrl();
  const { root, culledNodes, problem } = useFlameZoom(subject, answer, zoom.path, minRatio);
  const flame = useMemo(() => diffFrames(root, widthBy), [root, widthBy]);
  const found = useMemo(() => searchFrames(flame.frames, search), [flame, search]);
  const isPart = answer.culledNodes > 0;
  const whole = useSearchTotal(subject, search, isPart && found.state === 'found');
  const sides = typeof whole?.cum === 'object' ? whole.cum : found.state === 'found' ? found : null;
  return (
    <div className={styles.split}>
      <div className={styles.main}>
        <FlameSearchField value={search} onChange={onSearch} search={found} isPart={isPart && whole === null}
          functions={whole?.functions} sum={sides === null ? '' : fromTo(sides.before, sides.after, answer.unit)} />
        <DiffFlame answer={answer} flame={flame} colourBy={colourBy} widthBy={widthBy} search={found}
          selectedName={selectedName} zoom={zoom} culledNodes={culledNodes} problem={problem} />
      </div>
      {aside}
    </div>
  );
}
