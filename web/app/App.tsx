import { IconActivity, IconArrowsDiff, IconChartDots, IconCpu2, IconFlame, IconLayoutList, IconPlayerTrackNext, IconRecycle, IconStack2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { AppFrame } from './AppFrame.tsx';
import { NearMoment, type NearMomentProps } from '../charts/time/eventCard.ts';
import { ProfilesNear } from './ProfilesNear.tsx';
import { NotesProvider } from '../notes/NotesProvider.tsx';
import { NotFoundPage } from '../pages/NotFoundPage.tsx';
import { OverviewPage } from '../pages/OverviewPage.tsx';
import { CrashBoundary } from '../ui/CrashBoundary.tsx';
import type { NavItem } from '../ui/Shell.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { pagePaths, type PageKey } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';

interface Page {
  key: PageKey;
  path: string;
  title: string;
  shortTitle: string;
  /** The letter after `g`. */
  letter: string;
  icon: ReactNode;
  element: ComponentType | LazyExoticComponent<ComponentType>;
  startsGroup?: boolean;
}

/** Every page there is: path, name, and the file that draws it, one hop apart. */
const pages: Page[] = [
  { key: 'overview', path: pagePaths.overview, title: 'Overview', shortTitle: 'Overview', letter: 'o', icon: <IconLayoutList aria-hidden="true" />, element: OverviewPage },
  { key: 'gc-cpu', path: pagePaths['gc-cpu'], title: 'GC & CPU', shortTitle: 'GC', letter: 'c', icon: <IconRecycle aria-hidden="true" />, element: lazy(() => import('../pages/GcCpuPage.tsx')) },
  { key: 'compaction', path: pagePaths.compaction, title: 'Compaction', shortTitle: 'Compact', letter: 'k', icon: <IconStack2 aria-hidden="true" />, element: lazy(() => import('../pages/CompactionPage.tsx')) },
  { key: 'wal-replay', path: pagePaths['wal-replay'], title: 'WAL replay', shortTitle: 'Replay', letter: 'r', icon: <IconPlayerTrackNext aria-hidden="true" />, element: lazy(() => import('../pages/WalReplayPage.tsx')) },
  { key: 'memory', path: pagePaths.memory, title: 'Memory', shortTitle: 'Memory', letter: 'm', icon: <IconCpu2 aria-hidden="true" />, element: lazy(() => import('../pages/MemoryPage.tsx')) },
  { key: 'scrapes', path: pagePaths.scrapes, title: 'Scrapes', shortTitle: 'Scrapes', letter: 's', icon: <IconActivity aria-hidden="true" />, element: lazy(() => import('../pages/ScrapesPage.tsx')) },
  { key: 'profiles', path: pagePaths.profiles, title: 'Profiles', shortTitle: 'Profiles', letter: 'p', icon: <IconFlame aria-hidden="true" />, element: lazy(() => import('../pages/ProfilesPage.tsx')), startsGroup: true },
  { key: 'diff', path: pagePaths.diff, title: 'Profile diff', shortTitle: 'Diff', letter: 'd', icon: <IconArrowsDiff aria-hidden="true" />, element: lazy(() => import('../pages/DiffPage.tsx')) },
  { key: 'benchmarks', path: pagePaths.benchmarks, title: 'Benchmarks', shortTitle: 'Bench', letter: 'b', icon: <IconChartDots aria-hidden="true" />, element: lazy(() => import('../pages/BenchmarksPage.tsx')) },
];

function GoShortcut({ page }: { page: Page }) {
  const { set } = useUrlState();
  useShortcut(`g ${page.letter}`, () => set({ page: page.key }));
  return null;
}

/** After a change of page the focus and the scroll start at its top, as after a load. */
function usePageEntry(title: string, key: string): void {
  const first = useRef(true);
  useEffect(() => {
    document.title = `${title} · tsdbscope`;
    if (!first.current) {
      document.getElementById('page')?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    first.current = false;
  }, [title, key]);
}

function drawNear(at: NearMomentProps): ReactNode {
  return <ProfilesNear {...at} />;
}

export function App() {
  const { state, href } = useUrlState();
  const page = pages.find((one) => one.key === state.page);
  usePageEntry(page?.title ?? 'Not found', state.page);
  const nav: NavItem[] = pages.map(({ key, title, shortTitle, icon, startsGroup }) => ({
    key, title, shortTitle, icon, href: href({ page: key }), isCurrent: key === state.page, startsGroup: startsGroup ?? false,
  }));
  const Element = page?.element ?? NotFoundPage;
  const hasTime = page !== undefined && page.key !== 'profiles' && page.key !== 'diff' && page.key !== 'benchmarks';
  return (
    <NotesProvider enabled={hasTime} page={(content) => <AppFrame nav={nav} homeHref={href({ page: 'overview' })}>{content}</AppFrame>}>
      {pages.map((one) => <GoShortcut key={one.key} page={one} />)}
      <CrashBoundary key={state.page}>
        <NearMoment value={drawNear}>
          <Suspense fallback={<p role="status" aria-busy="true">Loading the page …</p>}><Element /></Suspense>
        </NearMoment>
      </CrashBoundary>
    </NotesProvider>
  );
}
