import { useMemo } from 'react';
import type { Target, WalReplayPanel } from '../../../core/contract/contract.ts';
import { replayBar, withTypedLimit } from '../../../core/views/wal-replay/replayBar.ts';
import { walReplayView } from '../../../core/views/wal-replay/walReplayView.ts';
import { usePanel } from '../../api/queries.ts';
import { useReplays } from '../../api/replayQueries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { StartBar } from './StartBar.tsx';
import { StartCharts } from './StartCharts.tsx';
import { useStartLimits } from './useStartLimits.ts';

function Strip({ panel: given, target }: { panel: WalReplayPanel; target: Target }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const { limitBytes, budgetSeconds } = useStartLimits(target.name);
  const { data } = useReplays(target.name, budgetSeconds);
  const panel = useMemo(() => withTypedLimit(given, limitBytes), [given, limitBytes]);
  const view = useMemo(() => walReplayView(panel, zone, today), [panel, zone, today]);
  const bar = replayBar(panel, data?.budget?.budgetSeconds ?? null);
  if (bar === null) return null;
  return <><StartBar panel={panel} bar={bar} eta={view.eta} /><StartCharts panel={panel} view={view} /></>;
}

/** The running start, for the overview, which shows nothing else until it is ready. */
export default function ReplayStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('wal-replay', target, range);
  return <PanelFrame title="WAL replay" query={query} waitingFor="Loading history" height={190} headingLevel={2}>
    {(panel) => (target === null ? null : <Strip panel={panel} target={target} />)}</PanelFrame>;
}
