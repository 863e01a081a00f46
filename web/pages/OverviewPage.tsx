import { lazy, Suspense } from 'react';
import { isStarting } from '../../core/views/overview/overviewView.ts';
import { useStatus } from '../api/queries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';
import { OverviewPanel } from '../panels/overview/OverviewPanel.tsx';
import own from '../panels/overview/OverviewPanel.module.css';
import { useSlow } from '../ui/useSlow.ts';

/** Loads charts and tables separately, to keep the first load small. */
export const loadOverviewParts = () => import('./overviewParts.tsx');
const CpuStrip = lazy(async () => ({ default: (await loadOverviewParts()).CpuStrip }));
const ScrapeStrip = lazy(async () => ({ default: (await loadOverviewParts()).ScrapeStrip }));
const MemoryStrip = lazy(async () => ({ default: (await loadOverviewParts()).MemoryStrip }));
const SpikeCauses = lazy(async () => ({ default: (await loadOverviewParts()).SpikeCauses }));
const TargetsOnOneAxis = lazy(async () => ({ default: (await loadOverviewParts()).TargetsOnOneAxis }));
const ReplayStrip = lazy(() => import('../panels/wal-replay/ReplayStrip.tsx'));

/** CPU with its spikes by cause, and scrapes and memory on the same axis; during a replay, the replay. */
function Lanes() {
  const { target } = useCurrentTarget();
  if (target !== null && isStarting(target.state))
    return <div className={own['replayRoom']}><Suspense fallback={null}><ReplayStrip /></Suspense></div>;
  return (
    <div className={own['lanes']}>
      <div className={own['cpuRoom']}><Suspense fallback={null}><CpuStrip /></Suspense></div>
      <div className={own['laneRoom']}><Suspense fallback={null}><ScrapeStrip /></Suspense></div>
      <div className={own['laneRoom']}><Suspense fallback={null}><MemoryStrip /></Suspense></div>
    </div>
  );
}

const causes = <Suspense fallback={null}><SpikeCauses /></Suspense>;
const below = <Suspense fallback={null}><TargetsOnOneAxis /></Suspense>;

/**
 * Draws nothing until it is known whether there is a banner, which would push the page down; does not wait for a slow
 * server.
 */
export function OverviewPage() {
  const status = useStatus();
  const isSlow = useSlow();
  if (status.isPending && !isSlow) return null;
  return (
    <NeedsTarget title="Overview"><OverviewPanel picture={<Lanes />} causes={causes} below={below} /></NeedsTarget>
  );
}
