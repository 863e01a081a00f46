import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { SpanProfile, Target } from '../../core/contract/contract.ts';
import { spanId } from '../../core/profileSpan.ts';
import { coverageWords, kindWords, spanTitle } from '../../core/views/charts/spanWords.ts';
import type { SelectedSpanProps } from '../charts/time/eventCard.ts';
import { useProfiling, useSpanProfile, type SpanOfTarget } from '../api/spanQueries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { CaptureButton } from '../panels/shared/CaptureButton.tsx';
import { Link } from '../ui/Link.tsx';
import { openedDiff, openedProfile, quietDiff } from '../url/otherProfile.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { chooseSpan, useSpanToCompare } from './spanToCompare.ts';
import styles from './SpanMenu.module.css';

/** Duration of a profile taken from here, if the span has none. */
const CAPTURE_SECONDS = 15;

/** Actions on a span of a chart: zoom, show its code, compare it. */
export function SpanMenu({ start, end, target, isOfBytes, shareRatio, onZoom, onClose }: SelectedSpanProps) {
  const card = useRef<HTMLDivElement>(null);
  const { state } = useUrlState();
  const kind = isOfBytes ? 'heap' : 'cpu';
  const span: SpanOfTarget | null = target === null ? null : { target, kind, start, end };
  const answer = useSpanProfile(span);
  useEffect(() => { card.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true }); },
    [start, end]);
  // The menu grows when answers arrive.
  useEffect(() => {
    const { current } = card;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => { current.scrollIntoView({ block: 'nearest' }); });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      if (event.target instanceof Node && card.current?.contains(event.target) !== true) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  const title = spanTitle({ start, end }, state.zone);
  return (
    <div ref={card} className={styles.card} role="dialog" aria-label={`Selected: ${title}`}
      style={{ left: `clamp(0px, calc(48px + ${shareRatio} * (100% - 80px) - 40px), calc(100% - var(--card-width)))` }}
      onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); onClose(); } }}>
      <div className={styles.head}>
        <strong>{title}</strong>
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.menu}>
        <button type="button" data-first="" onClick={onZoom}>Zoom</button>
        {span !== null && (answer.data?.profile ?? null) !== null && <SpanActions span={span} onClose={onClose} />}
      </div>
      <p className={styles.said} role="status">{answer.error !== null ? answer.error.message
        : answer.data === undefined ? `Looking for ${kindWords(kind)} profiles …` : coverageWords(answer.data)}</p>
      {answer.data?.profile === null && <NoProfile answer={answer.data} />}
    </div>
  );
}

/** Flame graph and comparisons, if the span has a profile. */
function SpanActions({ span, onClose }: { span: SpanOfTarget; onClose: () => void }) {
  const { href } = useUrlState();
  const { target } = useCurrentTarget();
  const profiling = useProfiling(target === null || target.url === null ? null : target.name);
  const other = useSpanToCompare();
  const quiet = span.kind === 'cpu' ? profiling.data?.baseline ?? null : null;
  const sides = [span, other].filter((one) => one !== null).toSorted((a, b) => a.start - b.start).map(spanId);
  const diff = openedDiff(sides.slice(0, 1), sides.slice(1), span.kind === 'cpu' ? 'duration' : 'none');
  return (
    <>
      <Link href={href(openedProfile(spanId(span)))}>Flame graph of this span</Link>
      {quiet !== null && <Link href={href(quietDiff(quiet.profileId, spanId(span)))}>Compare with quiet</Link>}
      {other !== null && other.kind === span.kind
        ? <Link href={href(diff)} onClick={() => chooseSpan(null)}>Compare with the other span</Link>
        : <button type="button" onClick={() => { chooseSpan(span); onClose(); }}>Compare with another span …</button>}
    </>
  );
}

/** The nearest profile, and how to have one next time. */
function NoProfile({ answer: { nearest, kind } }: { answer: SpanProfile }) {
  const { href } = useUrlState();
  const { target } = useCurrentTarget();
  return (
    <div className={styles.actions}>
      {nearest !== null && <Link href={href(openedProfile(nearest.id))}>Open the nearest</Link>}
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
