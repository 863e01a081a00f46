import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { SpanProfile, Target } from '../../core/contract/contract.ts';
import { spanId } from '../../core/profileSpan.ts';
import { coverageWords, kindWords, spanTitle } from '../../core/views/charts/spanWords.ts';
import type { SelectedSpanProps } from '../charts/time/eventCard.ts';
import { useProfiling, useSpanProfile } from '../api/spanQueries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { CaptureButton } from '../panels/shared/CaptureButton.tsx';
import { Link } from '../ui/Link.tsx';
import { useUrlState, type UrlPatch } from '../url/useUrlState.ts';
import { chooseSpan, useSpanToCompare } from './spanToCompare.ts';
import styles from './SpanMenu.module.css';

/** Of a profile taken from here, where the span has none. */
const CAPTURE_SECONDS = 15;

/** Nothing of the page that was left: its filters and zoom are about another profile. */
const FRESH: UrlPatch = { sampleType: null, filters: {}, search: '', zoom: [], selectedFunction: null, range: null };

/** What can be done with a span of a chart: zoom into it, see its code, compare it. */
export function SpanMenu({ start, end, target, isOfBytes, shareRatio, onZoom, onClose }: SelectedSpanProps) {
  const card = useRef<HTMLDivElement>(null);
  const { state } = useUrlState();
  const kind = isOfBytes ? 'heap' : 'cpu';
  const span = target === null ? null : { target, kind, start, end };
  const answer = useSpanProfile(span);
  useEffect(() => {
    card.current?.querySelector('button')?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [start, end]);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      if (event.target instanceof Node && card.current?.contains(event.target) !== true) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  return (
    <div ref={card} className={styles.card} role="dialog" aria-label={`Selected: ${spanTitle({ start, end }, state.zone)}`}
      style={{ left: `clamp(0px, calc(48px + ${shareRatio} * (100% - 80px) - 40px), calc(100% - var(--card-width)))` }}
      onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); onClose(); } }}>
      <div className={styles.head}>
        <strong>{spanTitle({ start, end }, state.zone)}</strong>
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.actions}>
        <Button size="xs" variant="light" onClick={onZoom}>Zoom</Button>
        {span !== null && answer.data !== undefined && <SpanActions span={span} answer={answer.data}
          onClose={onClose} />}
      </div>
      <p className={styles.said} role="status">{answer.error !== null ? answer.error.message
        : answer.data === undefined ? `Looking for ${kindWords(kind)} profiles …` : coverageWords(answer.data)}</p>
      {answer.data?.profile === null && <NoProfile answer={answer.data} />}
    </div>
  );
}

/** Flame graph and comparisons, where a profile is of the span. */
function SpanActions({ span, answer, onClose }: {
  span: { target: string; kind: string; start: number; end: number }; answer: SpanProfile; onClose: () => void;
}) {
  const { href } = useUrlState();
  const { target } = useCurrentTarget();
  const profiling = useProfiling(target === null || target.url === null ? null : target.name);
  const other = useSpanToCompare();
  if (answer.profile === null) return null;
  const id = spanId(span);
  const quiet = span.kind === 'cpu' ? profiling.data?.baseline ?? null : null;
  const diff = (before: string): string => href({
    ...FRESH, page: 'diff', before: [before], after: [id], normalize: span.kind === 'cpu' ? 'duration' : 'none',
  });
  return (
    <>
      <Link href={href({ ...FRESH, page: 'profiles', profile: id })}>Flame graph of this span</Link>
      {quiet !== null && <Link href={diff(quiet.profileId)}>Compare with quiet</Link>}
      {other !== null && other.kind === span.kind
        ? <Link href={diff(spanId(other))} onClick={() => chooseSpan(null)}>Compare with the span before</Link>
        : <Button size="compact-xs" variant="subtle" onClick={() => { chooseSpan(span); onClose(); }}>Compare with
          another span …</Button>}
    </>
  );
}

/** The nearest profile, and how to get one for the next time. */
function NoProfile({ answer: { nearest, kind } }: { answer: SpanProfile }) {
  const { href } = useUrlState();
  const { target } = useCurrentTarget();
  return (
    <div className={styles.actions}>
      {nearest !== null && <Link href={href({ ...FRESH, page: 'profiles', profile: nearest.id })}>Open the nearest</Link>}
      {target !== null && target.url !== null && <NextChance target={target} kind={kind} />}
    </div>
  );
}

function NextChance({ target, kind }: { target: Target; kind: string }) {
  const unavailable = target.state === 'down' ? 'The target does not answer.' : null;
  if (kind !== 'cpu') {
    return <CaptureButton target={target.name} label="Take one now" unavailable={unavailable}
      request={{ kind: 'heap', at: 'now' }} />;
  }
  return target.kind === 'prometheus' && target.blockRangeSeconds !== null
    ? <CaptureButton target={target.name} label="Book the next compaction" unavailable={unavailable}
      request={{ kind: 'cpu', seconds: CAPTURE_SECONDS, at: 'next-compaction' }} />
    : <CaptureButton target={target.name} label="Take one now" unavailable={unavailable}
      request={{ kind: 'cpu', seconds: CAPTURE_SECONDS, at: 'now' }} />;
}
