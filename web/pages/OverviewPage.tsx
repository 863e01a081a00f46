import { lazy, Suspense } from 'react';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';
import { OverviewPanel } from '../panels/overview/OverviewPanel.tsx';
import styles from '../panels/panel.module.css';

// The charts come after the words: the first load stays small.
const CpuStrip = lazy(() => import('../panels/gc-cpu/CpuStrip.tsx'));
const ScrapeStrip = lazy(() => import('../panels/scrapes/ScrapeStrip.tsx'));

const picture = (
  <div className={styles['pair']}>
    <Suspense fallback={<div className={styles['stripSpace']} />}><CpuStrip /></Suspense>
    <Suspense fallback={<div className={styles['stripSpace']} />}><ScrapeStrip /></Suspense>
  </div>
);

export function OverviewPage() {
  return <NeedsTarget title="Overview"><OverviewPanel picture={picture} /></NeedsTarget>;
}
