import { useMemo } from 'react';
import type { DiffFlameGraph } from '../../../core/contract/contract.ts';
import { useSearchTotal } from '../../api/profileViews.ts';
import { useFlameZoom } from '../../api/flameZoom.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { fromTo } from '../../../core/text/change.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import { diffFrames } from '../../../core/views/flame/flameGraphData.ts';
import type { WidthBy } from '../../../core/views/flame/flameGraphData.ts';
import { searchFrames, searchWords } from '../../../core/views/flame/flameSearch.ts';
import type { MenuPlace } from '../profile-views/FrameMenu.tsx';
import { useFlameZoomUrl } from '../../charts/flame/useFlameZoomUrl.ts';
import { DiffFlame } from './DiffFlame.tsx';

interface DiffPictureProps {
  answer: DiffFlameGraph;
  /** Subject of `answer`, to request more frames below a zoomed one. */
  subject: ProfileSubject;
  /** Share of the zoomed frame below which frames are not requested. */
  minRatio: number;
  widthBy: WidthBy;
  colourBy: ColourBy;
  search: string;
  selectedName: string | null;
  onMenu: (place: MenuPlace) => void;
}

/** The flame graph of a diff, with the search total. */
export function DiffPicture(
  { answer, subject, minRatio, widthBy, colourBy, search, selectedName, onMenu }: DiffPictureProps
) {
  const zoom = useFlameZoomUrl();
  const { root, culledNodes, problem } = useFlameZoom(subject, answer, zoom.path, minRatio);
  const flame = useMemo(() => diffFrames(root, widthBy), [root, widthBy]);
  const found = useMemo(() => searchFrames(flame.frames, search), [flame, search]);
  const isPart = answer.culledNodes > 0;
  const whole = useSearchTotal(subject, search, isPart && found.state === 'found');
  const sides = typeof whole?.cum === 'object' ? whole.cum : found.state === 'found' ? found : null;
  const status = searchWords(found, {
    isPart: isPart && whole === null, functions: whole?.functions,
    sum: sides === null ? '' : fromTo(sides.before, sides.after, answer.unit),
  });
  return <DiffFlame answer={answer} flame={flame} colourBy={colourBy} widthBy={widthBy} search={found} status={status}
    selectedName={selectedName} zoom={zoom} culledNodes={culledNodes} problem={problem} onMenu={onMenu} />;
}
