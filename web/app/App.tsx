import {
  IconArrowsDiff, IconChartDots, IconFileText, IconFlame, IconHeartbeat, IconLayoutList, IconListDetails,
  IconUserShield, type Icon,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { AppFrame } from './AppFrame.tsx';
import { NearMoment, type NearMomentProps } from '../charts/time/eventCard.ts';
import { ProfilesNear } from './ProfilesNear.tsx';
import { ProfilesOnCharts } from './ProfilesOnCharts.tsx';
import { NotesProvider } from '../notes/NotesProvider.tsx';
import { NotFoundPage } from '../pages/NotFoundPage.tsx';
import { loadOverviewParts, OverviewPage } from '../pages/OverviewPage.tsx';
import { PanelPage } from '../pages/PanelPage.tsx';
import { panelComponents } from '../panels/panelComponents.tsx';
import { CrashBoundary } from '../ui/CrashBoundary.tsx';
import type { NavItem } from '../ui/frame/Shell.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { isPanelName, PANEL_NAMES, PANELS } from '../../core/panels.ts';
import type { PageKey } from '../../core/url/urlState.ts';
import { useStatus } from '../api/queries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { useUrlState } from '../url/useUrlState.ts';

interface Page {
  key: PageKey;
  title: string;
  shortTitle: string;
  /** Key that opens it after `g`. */
  letter: string;
  icon: Icon;
  element: ComponentType | LazyExoticComponent<ComponentType>;
  /** Loads its code, which is not part of the first load. */
  load: () => Promise<unknown>;
  startsGroup?: boolean;
  /** Whether it is in *More* in the bottom bar of a phone. */
  isMore?: boolean;
  /** Navigation entry that it belongs to, if it has none of its own. */
  within?: PageKey;
}

function loaded(load: () => Promise<{ default: ComponentType }>): Pick<Page, 'element' | 'load'> {
  return { element: lazy(load), load };
}

const leastFleet = 5;

/** All pages. Panels are named in the registry and drawn by the table of web/panels/panelComponents.tsx. */
const pages: Page[] = [
  {
    key: 'overview', title: 'Overview', shortTitle: 'Overview', letter: 'o', icon: IconLayoutList,
    element: OverviewPage, load: loadOverviewParts,
  },
  {
    key: 'fleet', title: 'Fleet', shortTitle: 'Fleet', letter: 'a', icon: IconListDetails, isMore: true,
    ...loaded(() => import('../pages/FleetPage.tsx')),
  },
  ...PANEL_NAMES.map((key): Page => {
    const { pageTitle: title, shortTitle, letter } = PANELS[key];
    return {
      key, title, shortTitle, letter, icon: panelComponents[key].icon, element: () => <PanelPage name={key} />,
      load: panelComponents[key].load,
      isMore: key !== 'gc-cpu' && key !== 'compaction',
    };
  }),
  {
    key: 'profiles', title: 'Profiles', shortTitle: 'Profiles', letter: 'p', icon: IconFlame, startsGroup: true,
    ...loaded(() => import('../pages/ProfilesPage.tsx')),
  },
  {
    key: 'diff', title: 'Profile diff', shortTitle: 'Diff', letter: 'd', icon: IconArrowsDiff,
    within: 'profiles',
    ...loaded(() => import('../pages/DiffPage.tsx')),
  },
  {
    key: 'benchmarks', title: 'Benchmarks', shortTitle: 'Bench', letter: 'b', icon: IconChartDots,
    isMore: true,
    ...loaded(() => import('../pages/BenchmarksPage.tsx')),
  },
  {
    key: 'log', title: 'Log', shortTitle: 'Log', letter: 'e', icon: IconFileText, isMore: true,
    ...loaded(() => import('../pages/LogPage.tsx')),
  },
  {
    key: 'self', title: 'tsdbscope itself', shortTitle: 'Itself', letter: 'i', icon: IconHeartbeat, isMore: true,
    startsGroup: true, ...loaded(() => import('../pages/SelfPage.tsx')),
  },
  {
    key: 'access', title: 'Access', shortTitle: 'Access', letter: 'u', icon: IconUserShield, isMore: true,
    ...loaded(() => import('../pages/AccessPage.tsx')),
  },
];

/** Loads the code of a page before it is drawn. The page itself shows a failure. */
export function loadPage(key: PageKey | 'unknown'): void {
  pages.find((page) => page.key === key)?.load().catch(() => undefined);
}

function GoShortcut({ page }: { page: Page }) {
  const { set } = useUrlState();
  useShortcut(`g ${page.letter}`, () => set({ page: page.key }));
  return null;
}

/** Moves focus and scroll to the top after a change of page, as after a load. */
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
  const { targets = [] } = useCurrentTarget();
  // With few targets the overview shows the same.
  const hasFleet = state.page === 'fleet' || targets.length >= leastFleet;
  const access = useStatus().data?.access;
  // Without login there is no access to manage.
  const hasAccess = state.page === 'access' || (access?.role === 'admin' && access.by !== 'nothing');
  const isHidden: Partial<Record<PageKey, boolean>> = {
    fleet: !hasFleet, access: !hasAccess,
    // The dialog of shortcuts, the palette and the Access page link to it.
    self: state.page !== 'self', log: state.page !== 'log',
  };
  const nav: NavItem[] = pages.filter(({ key, within }) => within === undefined && isHidden[key] !== true)
    .map(({ key, title, shortTitle, icon: PageIcon, startsGroup, isMore }) => ({
      key, title, shortTitle, icon: <PageIcon aria-hidden="true" />, href: href({ page: key }),
      isCurrent: key === state.page || key === page?.within, startsGroup: startsGroup ?? false, isMore: isMore ?? false,
    }));
  const Element = page?.element ?? NotFoundPage;
  const hasTime = page !== undefined && (page.key === 'overview' || isPanelName(page.key));
  return (
    <NotesProvider enabled={hasTime}
      page={(content) => <AppFrame nav={nav} pages={pages}
        homeHref={href({ page: 'overview' })}>{content}</AppFrame>}>
      {pages.map((one) => <GoShortcut key={one.key} page={one} />)}
      <CrashBoundary key={state.page}>
        <NearMoment value={drawNear}>
          <ProfilesOnCharts>
            <Suspense fallback={<p role="status" aria-busy="true">Loading the page …</p>}><Element /></Suspense>
          </ProfilesOnCharts>
        </NearMoment>
      </CrashBoundary>
    </NotesProvider>
  );
}
