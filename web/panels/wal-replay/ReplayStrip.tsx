import { useMemo } from 'react';
import type { WalReplayPanel } from '../../../core/contract/contract.ts';
import { progressText, walReplayView } from '../../../core/views/wal-replay/walReplayView.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { PhaseTimeline } from './PhaseTimeline.tsx';

function Strip({ panel }: { panel: WalReplayPanel }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => walReplayView(panel, zone, today), [panel, zone, today]);
  return <><PhaseTimeline phases={view.phases} /><p>{progressText(panel)} · {view.eta}</p></>;
}

/** The start that is under way, for the overview: nothing else counts until it is ready. */
export default function ReplayStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('wal-replay', target, range);
  return <PanelFrame title="WAL replay" query={query} waitingFor="Loading history" height={190} headingLevel={2}>
    {(panel) => <Strip panel={panel} />}</PanelFrame>;
}
