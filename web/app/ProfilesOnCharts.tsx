import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { spanTitle } from '../../core/views/charts/spanWords.ts';
import { laneOf } from '../../core/views/charts/profileLane.ts';
import { useCaptures, useProfiles } from '../api/queries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { SelectedSpan, type SelectedSpanProps } from '../charts/time/eventCard.ts';
import { useUrlState } from '../url/useUrlState.ts';
import styles from './SpanMenu.module.css';
import { chooseSpan, useSpanToCompare } from './spanToCompare.ts';
import { ChartProfiles } from '../charts/time/chartContexts.ts';

const SpanMenu = lazy(async () => ({ default: (await import('./SpanMenu.tsx')).SpanMenu }));
const none: never[] = [];

function drawSpan(span: SelectedSpanProps): ReactNode {
  return <Suspense fallback={null}><SpanMenu {...span} /></Suspense>;
}

/**
 * Provides the target's profiles to the charts inside, and the actions on a span of them; if the target has no profile
 * and cannot be profiled, a span only zooms.
 */
export function ProfilesOnCharts({ children }: { children: ReactNode }) {
  const { target, range } = useCurrentTarget();
  const { zone } = useUrlState().state;
  const profiles = useProfiles().data ?? none;
  const isLive = target !== null && target.url !== null;
  const captures = useCaptures(isLive ? target.name : null).data ?? none;
  const cameWith = target?.incident?.profileIds;
  const name = target?.name ?? null;
  // A range without chosen edges follows the clock.
  const followsClock = isLive && range?.kind !== 'absolute';
  const lane = useMemo(() => (name === null ? null
    : laneOf({ target: name, cameWith: cameWith ?? [], isLive: followsClock, zone }, profiles, captures)),
  [name, cameWith, followsClock, zone, profiles, captures]);
  const hasMenu = isLive || (lane !== null && lane.taken.length > 0);
  return (
    <ChartProfiles value={lane}>
      <SelectedSpan value={hasMenu ? drawSpan : null}>{children}</SelectedSpan>
      <CompareBanner />
    </ChartProfiles>
  );
}

/** Banner while a span waits for the other one of a comparison. */
function CompareBanner() {
  const { state: { zone } } = useUrlState();
  const span = useSpanToCompare();
  if (span === null) return null;
  return (
    <div className={styles.banner} role="status">
      <span>Drag over the span to compare with {spanTitle(span, zone)}.</span>
      <Button size="compact-xs" variant="default" onClick={() => chooseSpan(null)}>Cancel</Button>
    </div>
  );
}
