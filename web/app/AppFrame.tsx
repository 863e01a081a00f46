import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconHelp, IconMoon, IconPlayerPause, IconPlayerPlay, IconSearch, IconSun, IconZoomReset,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { systemClock } from '../../core/time/clock.ts';
import { useLive, type Connection } from '../api/live.ts';
import { wholeWindow } from '../charts/time/zoom/zoomMemory.ts';
import { AsOfBanner } from './AsOfBanner.tsx';
import { FileOpener } from './FileOpener.tsx';
import type { PaletteProps } from './CommandPalette.tsx';
import { ServerBanners } from './ServerBanners.tsx';
import styles from './AppFrame.module.css';
import { formatSeconds } from '../../core/text/format.ts';
import { NotesButton } from '../notes/NotesButton.tsx';
import { asOfIn, refreshMs, shifted, windowOf, zoomed, type Window } from '../../core/url/panelWindow.ts';
import { Link } from '../ui/Link.tsx';
import { badLinesWord, lastScrapeWords, skippedLinesWord } from '../ui/targetWords.ts';
import { Shell, type NavItem } from '../ui/frame/Shell.tsx';
import { ShortcutSheet } from '../ui/frame/ShortcutSheet.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { StateWord } from '../ui/StateWord.tsx';
import { TargetSwitcher } from '../ui/frame/TargetSwitcher.tsx';
import { TimeRangePicker } from '../ui/frame/TimeRangePicker.tsx';
import { useNow } from '../ui/useNow.ts';
import { ZoneButton } from '../ui/frame/ZoneSwitch.tsx';
import { useCurrentTarget, type CurrentTarget } from '../api/useCurrentTarget.ts';
import type { PageKey, TimeRange, UrlState } from '../../core/url/urlState.ts';
import { isTargetAddress } from '../../core/url/targetNamed.ts';
import { useUrlState } from '../url/useUrlState.ts';

const WindowStrip = lazy(async () => ({ default: (await import('../charts/time/WindowStrip.tsx')).WindowStrip }));
const AddTarget = lazy(async () => ({ default: (await import('./AddTarget.tsx')).AddTarget }));
const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }));

function useThemeToggle(): { isDark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const { set } = useUrlState();
  const toggle = (): void => {
    const theme = isDark ? 'light' : 'dark';
    setColorScheme(theme);
    set({ theme }, 'replace');
  };
  return { isDark, toggle };
}

/** Handles the shortcuts `[ ] + - l u t h` on any page. */
function useFrameShortcuts(
  options: { window: () => Window; toggleLive: () => void; toggleTheme: () => void; toggleSheet: () => void;
    togglePalette: () => void; add: () => void;
  }
): void {
  const { state, set } = useUrlState();
  const go = (window: Window): void => set({ range: { kind: 'absolute', ...window } });
  useShortcut('[', () => go(shifted(options.window(), -0.5)));
  useShortcut(']', () => go(shifted(options.window(), 0.5)));
  useShortcut('+', () => go(zoomed(options.window(), 0.5)));
  useShortcut('-', () => go(zoomed(options.window(), 2)));
  useShortcut('l', options.toggleLive);
  useShortcut('t', options.toggleTheme);
  useShortcut('u', () => set({ zone: state.zone === 'utc' ? 'local' : 'utc' }, 'replace'));
  useShortcut('h', options.toggleSheet);
  useShortcut('a', options.add);
  useShortcut('.', options.togglePalette);
  useShortcut('Ctrl+K', options.togglePalette);
}

/** Short words of about equal width, so that the bar does not move when they change; the tooltip has details. */
const connectionWords: Record<Connection['state'], string> = {
  off: 'Off', connecting: 'Live', open: 'Live', lost: 'Lost',
};

function LiveButton(
  {
    isLive, isKnown, connection, toggle,
  }: { isLive: boolean; isKnown: boolean; connection: Connection; toggle: () => void }
) {
  const hint = !isLive ? 'Follow now ( l )' : {
    off: '', connecting: 'Connecting to tsdbscope', open: 'Pause: keep this window ( l )',
    lost: 'The stream is lost; reconnecting',
  }[connection.state];
  const word = isLive ? connectionWords[connection.state] : 'Paused';
  return (
    <Button size="xs" variant="default" onClick={toggle} aria-pressed={isLive} className={styles['live']}
      data-state={isLive ? connection.state : 'paused'} data-known={isKnown} data-tip={hint}
      leftSection={
        isLive ? <IconPlayerPause size={13} aria-hidden="true" /> : <IconPlayerPlay size={13} aria-hidden="true" />
      }>
      {word}<span className={styles['dot']} aria-hidden="true" />
    </Button>
  );
}

/** State, version, age of the last scrape; also says if the interval is longer than configured. */
function TargetLine({ current }: { current: CurrentTarget }) {
  const now = useNow(1_000);
  const { target } = current;
  const { href } = useUrlState();
  // The server does not answer, so the target's state is as of its last answer.
  const isOld = current.error !== null;
  // Keeps the line's height on a phone, so that the bar does not grow when the target is known.
  if (target === null) return <span className={styles['targetLine']} />;
  const slowed = target.effectiveIntervalSeconds > target.scrapeIntervalSeconds * 1.05;
  // For a recording, its state is all there is to show.
  const isRecording = target.state === 'recorded';
  return (
    <span className={styles['targetLine']} data-old={isOld || undefined}>
      <StateWord state={target.state} />
      <span className={styles['facts']} title={target.lastScrape?.error ?? undefined}>
        {target.version}{!isRecording && target.version !== '' && ' · '}
        {slowed && !isRecording && <strong
          className={styles['slowed']}>every {formatSeconds(target.effectiveIntervalSeconds)} instead
          of {formatSeconds(target.scrapeIntervalSeconds)}: it answers slowly · </strong>}
        {isOld && !isRecording && 'not known now; '}{!isRecording && lastScrapeWords(target, now)}
        {(target.lastScrape?.badLineCount ?? 0) > 0 && <> · <Link href={href({ page: 'scrapes' })}>
          {badLinesWord(target.lastScrape?.badLineCount ?? 0)}</Link></>}
        {target.skippedLines !== undefined && <> · <Link href={href({ page: 'overview' })}>
          {skippedLinesWord(target.skippedLines.count)}</Link></>}
      </span>
    </span>
  );
}

/**
 * Returns whether the page shows a part of a longer window. A past state as of then has its banner with the way back
 * instead, unless it is a close-up of a moment.
 */
function hasStrip({ range, at, aroundSeconds }: UrlState): boolean {
  return range?.kind === 'absolute' && (asOfIn(range).asOf === undefined || (at !== null && aroundSeconds !== null));
}

const WITHOUT_TIME: ReadonlySet<PageKey | 'unknown'> = new Set([
  'profiles', 'diff', 'benchmarks', 'log', 'access', 'self',
]);

/**
 * Returns the state of the dialog that adds a target: opened by the reader, or by a link with the address of an unknown
 * target. A link only opens it.
 */
function useAdding(
  { target, targets }: CurrentTarget
): { isOpen: boolean; linked: string | null; open: () => void; close: () => void } {
  const { state } = useUrlState();
  const [isOpen, setOpen] = useState(false);
  const [closed, setClosed] = useState<string | null>(null);
  const asked = targets !== undefined && target === null && isTargetAddress(state.target) ? state.target : null;
  const linked = asked === closed && !isOpen ? null : asked;
  return {
    isOpen: isOpen || linked !== null, linked, open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setClosed(asked);
    },
  };
}

/** The frame around a page, connected to the URL and the live stream. */
export function AppFrame(
  { nav, homeHref, pages, children }: {
    nav: NavItem[]; homeHref: string; pages: PaletteProps['pages']; children: ReactNode;
  }
) {
  const current = useCurrentTarget();
  const { state, set, href } = useUrlState();
  const { isDark, toggle } = useThemeToggle();
  const [sheet, setSheet] = useState(false);
  const [palette, setPalette] = useState(false);
  const adding = useAdding(current);
  const { target } = current;
  const isRecording = target?.state === 'recorded';
  const window = (): Window => windowOf(state.range, target, systemClock.nowMs() / 1_000);
  const isLive = !isRecording && state.range?.kind !== 'absolute';
  const shown = windowOf(state.range, target, useNow(5_000));
  const connection = useLive({
    target: target === null || isRecording ? null : target.name, live: isLive,
    intervalMs: refreshMs(shown.end - shown.start),
  });
  const beforePause = useRef<TimeRange | null | undefined>(undefined);
  const toggleLive = (): void => {
    if (isRecording) return;
    const { start, end } = window();
    if (isLive) {
      beforePause.current = state.range;
      set({ range: { kind: 'absolute', start, end } });
    } else {
      // The range before the pause; for a link that was opened paused, the same width.
      set({
        range: beforePause.current === undefined ? { kind: 'relative', seconds: Math.round(end - start) }
          : beforePause.current,
      });
    }
  };
  useFrameShortcuts({
    window, toggleLive, toggleTheme: toggle, toggleSheet: () => setSheet((was) => !was),
    togglePalette: () => setPalette((was) => !was), add: adding.open,
  });
  const hasTime = !WITHOUT_TIME.has(state.page);

  return (
    <Shell
      nav={nav}
      homeHref={homeHref}
      target={<>
        <TargetSwitcher targets={current.targets ?? []} current={target} fallback={state.target ?? 'No target'}
          onPick={(name) => set({ target: name, range: null })} onAdd={adding.open} />
        <TargetLine current={current} />
      </>}
      controls={<>
        {hasTime && <TimeRangePicker range={state.range} window={shown} defaultIsAll={isRecording} zone={state.zone}
          onChange={(range) => set({ range })} onZone={(zone) => set({ zone }, 'replace')} />}
        <span className={styles['buttons']}>
          {hasTime && state.range?.kind === 'absolute' && (
            <ActionIcon variant="default" size={30}
              data-tip="Back to the window before ( or double click on a chart )"
              onClick={() => set(wholeWindow(state))}
              aria-label="Reset zoom"><IconZoomReset size={16} aria-hidden="true" /></ActionIcon>
          )}
          <ZoneButton zone={state.zone} time={shown.end} onChange={(zone) => set({ zone }, 'replace')} />
          <NotesButton />
          {/* Has its room before the target is known, so that the bar of a phone does not grow by a line. */}
          {hasTime && !isRecording && <LiveButton isLive={isLive} isKnown={target !== null} connection={connection}
            toggle={toggleLive} />}
          <ActionIcon variant="subtle" color="gray" size={30} className={styles['keys']}
            data-tip="Command palette ( Ctrl K )" onClick={() => setPalette(true)} aria-label="Command palette">
            <IconSearch size={17} aria-hidden="true" /></ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={30} onClick={toggle}
            data-tip={`${isDark ? 'Light' : 'Dark'} theme ( t )`} aria-label={`${isDark ? 'Light' : 'Dark'} theme`}>
            {isDark ? <IconSun size={17} aria-hidden="true" /> : <IconMoon size={17} aria-hidden="true" />}</ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={30} className={styles['keys']} data-tip="Keyboard ( h )"
            onClick={() => setSheet(true)} aria-label="Keyboard shortcuts">
            <IconHelp size={17} aria-hidden="true" /></ActionIcon>
        </span>
      </>}
      banners={<>
        <ServerBanners /><FileOpener />
        {hasTime && state.page !== 'fleet' && <AsOfBanner />}
        {hasTime && state.page !== 'fleet' && hasStrip(state)
          && <Suspense fallback={<div className={styles['strip']} />}><WindowStrip /></Suspense>}
      </>}
    >
      {children}
      {palette && <Suspense fallback={null}><CommandPalette pages={pages} onClose={() => setPalette(false)} />
        </Suspense>}
      {adding.isOpen && <Suspense fallback={null}><AddTarget key={adding.linked} linked={adding.linked}
        onClose={adding.close} onAdded={(name) => { adding.close(); set({ target: name, range: null }); }} />
      </Suspense>}
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} selfHref={href({ page: 'self' })} />}
    </Shell>
  );
}
