import { lazy, Suspense } from 'react';
import { useStatus } from '../api/queries.ts';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';
import { OverviewPanel } from '../panels/overview/OverviewPanel.tsx';
import own from '../panels/overview/OverviewPanel.module.css';
import styles from '../panels/shared/panel.module.css';
import { useSlow } from '../ui/useSlow.ts';

// Charts load after the text, so that the first load stays small.
const CpuStrip = lazy(() => import('../panels/gc-cpu/CpuStrip.tsx'));
const ScrapeStrip = lazy(() => import('../panels/scrapes/ScrapeStrip.tsx'));

const TargetsOnOneAxis = lazy(() => import('../panels/overview/TargetsOnOneAxis.tsx'));

const picture = (
  <div className={own['strips']}>
    <div className={styles['stripSpace']}><Suspense fallback={null}><CpuStrip /></Suspense></div>
    <div className={styles['stripSpace']}><Suspense fallback={null}><ScrapeStrip /></Suspense></div>
  </div>
);

const below = <Suspense fallback={null}><TargetsOnOneAxis /></Suspense>;

/**
 * Draws nothing until it is known whether there is a banner, which would push the page down; does not wait for a slow
 * server.
 */
export function OverviewPage() {
  const status = useStatus();
  const isSlow = useSlow();
  if (status.isPending && !isSlow) return null;
  return <NeedsTarget title="Overview"><OverviewPanel picture={picture} below={below} /></NeedsTarget>;
}
