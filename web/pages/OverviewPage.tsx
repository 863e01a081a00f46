import { lazy, Suspense } from 'react';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';
import { OverviewPanel } from '../panels/overview/OverviewPanel.tsx';
import styles from '../panels/panel.module.css';

// The charts come after the words: the first load stays small.
const CpuStrip = lazy(() => import('../panels/gc-cpu/CpuStrip.tsx'));
const ScrapeStrip = lazy(() => import('../panels/scrapes/ScrapeStrip.tsx'));

const TargetsOnOneAxis = lazy(() => import('../panels/overview/TargetsOnOneAxis.tsx'));

const picture = (
  <>
    <div className={styles['pair']}>
      <div className={styles['stripSpace']}><Suspense fallback={null}><CpuStrip /></Suspense></div>
      <div className={styles['stripSpace']}><Suspense fallback={null}><ScrapeStrip /></Suspense></div>
    </div>
    <Suspense fallback={null}><TargetsOnOneAxis /></Suspense>
  </>
);

export function OverviewPage() {
  return <NeedsTarget title="Overview"><OverviewPanel picture={picture} /></NeedsTarget>;
}
