import { Button } from '@mantine/core';
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { formatClock, formatDateTime, formatZonedWindow } from '../../../core/text/format.ts';
import { stripPath, stripWindow, wholeAround } from '../../../core/views/lines/windowStrip.ts';
import { useLines } from '../../api/linesQuery.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { shifted } from '../../../core/url/panelWindow.ts';
import type { TimeRange } from '../../../core/url/urlState.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './WindowStrip.module.css';
import { unzoomed, wholeWindow, zoomTo } from './zoom/zoomMemory.ts';

/** Minimum share of the strip on a side of the part that has space for a time. */
const FREE_PERCENT = 25;
const DAY_SECONDS = 86_400;

/**
 * The whole window in small while the page shows a part of it, for context and as the way back. A click, a drag or the
 * arrow keys move the part.
 */
export function WindowStrip() {
  const { target } = useCurrentTarget();
  const { state, set } = useUrlState();
  const strip = useRef<HTMLDivElement>(null);
  const { range: chosen, at, aroundSeconds } = state;
  const isCloseUp = at !== null && aroundSeconds !== null;
  // Around a moment the charts show a part of the window; else the window is a part of the previous one.
  const range: TimeRange | null = isCloseUp
    ? { kind: 'absolute', start: at - aroundSeconds, end: at + aroundSeconds } : chosen;
  const { data } = useLines(target, isCloseUp || chosen === null ? chosen : unzoomed(chosen));
  const path = useMemo(() => (data === undefined ? '' : stripPath(data.series.time, data.series.cpuCores)), [data]);
  if (range?.kind !== 'absolute' || data === undefined) return <div className={styles['strip']} aria-hidden="true" />;
  const whole = wholeAround(data.range, range);
  const { left, width } = stripWindow(whole, range);
  const hasDays = whole.end - whole.start > DAY_SECONDS;
  const endWords = (time: number): string => (hasDays ? formatDateTime : formatClock)(time, state.zone);
  const go = (window: { start: number; end: number }): void =>
    set({ range: zoomTo(chosen, { kind: 'absolute', ...window }) }, 'replace');
  const moveTo = (event: PointerEvent): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = whole.start + ((event.clientX - box.left) / Math.max(1, box.width)) * (whole.end - whole.start);
    const half = (range.end - range.start) / 2;
    go({ start: at - half, end: at + half });
  };
  const key = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -0.25, ArrowRight: 0.25 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(shifted(range, by));
  };
  const [from, to] = [data.range.start, data.range.end].map(
    (time) => ((time - whole.start) / Math.max(1e-9, whole.end - whole.start)) * 100
  );
  return (
    <div className={styles['strip']}>
      <div ref={strip} className={styles['whole']} role="slider" tabIndex={0} aria-label="Part of the whole window"
        aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(left + width / 2)}
        aria-valuetext={formatZonedWindow(range.start, range.end, state.zone, whole.end)}
        onPointerDown={moveTo} onPointerMove={moveTo} onKeyDown={key}>
        <svg viewBox="0 0 1000 30" preserveAspectRatio="none" aria-hidden="true"
          style={{ left: `${from ?? 0}%`, width: `${(to ?? 100) - (from ?? 0)}%` }}>
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        <span className={styles['part']} style={{ left: `${left}%`, width: `${width}%` }} />
        {left > FREE_PERCENT && <span className={styles['end']} aria-hidden="true">{endWords(whole.start)}</span>}
        {left + width < 100 - FREE_PERCENT && <span className={styles['end']} data-side="right" aria-hidden="true">
          {endWords(whole.end)}</span>}
      </div>
      <Button size="compact-xs" variant="default" onClick={() => set(wholeWindow(state))}>Whole window</Button>
    </div>
  );
}
