import { useCallback, useMemo } from 'react';
import type { FlameGraph as FlameGraphAnswer } from '../../../core/contract/contract.ts';
import { useSearchTotal } from '../../api/profileViews.ts';
import { useFlameZoom } from '../../api/flameZoom.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { familyColours } from '../../../core/views/flame/flameColours.ts';
import { FlameGraph } from '../../charts/flame/FlameGraph.tsx';
import { singleFrames } from '../../../core/views/flame/flameGraphData.ts';
import type { Frame } from '../../../core/views/flame/flameGraphData.ts';
import { FamilyLegend } from '../../charts/flame/FlameLegend.tsx';
import { singlePaint } from '../../../core/views/profile/framePaint.ts';
import { searchFrames, searchWords } from '../../../core/views/flame/flameSearch.ts';
import type { MenuPlace } from '../profile-views/FrameMenu.tsx';
import { useFlameZoomUrl } from '../../charts/flame/useFlameZoomUrl.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import { shareOf, singleFacts, singleSpoken } from '../../../core/views/profile/topView.ts';

interface SingleFlameProps {
  answer: FlameGraphAnswer;
  /** Subject of `answer`, to request more frames below a zoomed one. */
  subject: ProfileSubject;
  /** Share of the zoomed frame below which frames are not requested. */
  minRatio: number;
  search: string;
  selectedName: string | null;
  /** Rows of the subsystem strip, which has the same colours; none while it is loading. */
  strip: readonly { id: string }[];
  onMenu: (place: MenuPlace) => void;
}

/** The flame graph of one profile, with its search. */
export function SingleFlame({ answer, subject, minRatio, search, selectedName, strip, onMenu }: SingleFlameProps) {
  const { total, unit, sampleType } = answer;
  const { path, grow, zoomTo, back } = useFlameZoomUrl();
  const { root, culledNodes, problem } = useFlameZoom(subject, answer, path, minRatio);
  const flame = useMemo(() => singleFrames(root), [root]);
  // Colours of the whole profile, so that they stay the same at every zoom.
  const colours = useMemo(() => familyColours(singleFrames(answer.root).frames, strip), [answer, strip]);
  const painter = useMemo(() => singlePaint({ total, unit }, colours), [colours, total, unit]);
  const found = useMemo(() => searchFrames(flame.frames, search), [flame, search]);
  const facts = useCallback((frame: Frame) => singleFacts(frame, total, unit), [total, unit]);
  const spoken = useCallback((frame: Frame) => singleSpoken(frame, total, unit), [total, unit]);
  const isPart = answer.culledNodes > 0;
  const whole = useSearchTotal(subject, search, isPart && found.state === 'found');
  const foundValue = typeof whole?.cum === 'number' ? whole.cum : found.state === 'found' ? found.after : 0;
  const foundShare = shareOf(foundValue, total);
  const sum = `${formatProfileValue(foundValue, unit)}${foundShare === null ? '' : ` (${formatRatio(foundShare)})`}`;
  return (
    <FlameGraph
      flame={flame} culledNodes={culledNodes} problem={problem} painter={painter} facts={facts} spoken={spoken}
      found={found.state === 'found' ? found.keys : null} onMenu={onMenu}
      status={searchWords(found, { sum, isPart: isPart && whole === null, functions: whole?.functions })}
      selectedName={selectedName ?? path.at(-1) ?? null} zoomPath={path} grow={grow} onZoom={zoomTo} onBack={back}
      label={`Flame graph of ${sampleType}, ${grow === 'down' ? 'callers above callees' : 'callees above callers'}`}
      legend={<FamilyLegend entries={colours.legend} />}
    />
  );
}
