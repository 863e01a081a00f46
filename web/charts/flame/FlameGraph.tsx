import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatValue } from '../../../core/text/format.ts';
import { drawFlame, focusFrame } from './flameChart.ts';
import type { DrawnFlame, FlameHover, FlamePainter, Grow } from './flameChart.ts';
import { FlameCard } from './FlameCard.tsx';
import styles from './FlameGraph.module.css';
import { MAX_DEPTH, pathTo } from '../../../core/views/flame/flameGraphData.ts';
import type { FlameFrames, Frame, FrameFact } from '../../../core/views/flame/flameGraphData.ts';
import { middleCut, shortName } from '../../../core/views/flame/flameNames.ts';
import { FlamePatterns } from './FlamePatterns.tsx';
import { frameAt, visibleFrames } from '../../../core/views/flame/flameVisible.ts';
import { walk } from '../../../core/views/flame/flameWalk.ts';
import type { Step } from '../../../core/views/flame/flameWalk.ts';
import { useDrawingWidth } from './useDrawingWidth.ts';


export interface FlameGraphProps {
  flame: FlameFrames;
  /** Frames the server left out at and below the frame zoomed into because they were too small; null while that is asked. */
  culledNodes: number | null;
  /** Why what is drawn is not what was asked for; '' when it is. */
  problem: string;
  painter: FlamePainter;
  /** Lines of the hover card. */
  facts: (frame: Frame) => FrameFact[];
  spoken: (frame: Frame) => string;
  /** Frames of a running search, null for none. */
  found: ReadonlySet<number> | null;
  selectedName: string | null;
  /** Names from the outermost function to the frame zoomed into. */
  zoomPath: readonly string[];
  grow: Grow;
  /** Zoom and selection change in one; an empty path shows all. */
  onZoom: (path: string[], selectedName: string | null) => void;
  onBack: () => void;
  /** What the graph shows, for screen readers. */
  label: string;
  legend: ReactNode;
  /** Half of a sandwich: without what the page says once for both. */
  isHalf?: boolean;
}

export const FLAME_KEYS = 'Arrows walk, Enter zooms, Backspace goes back, Esc shows all.';

const STEPS: Record<Grow, Record<string, Step | undefined>> = {
  down: { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'rowStart', End: 'rowEnd' },
  up: { ArrowUp: 'down', ArrowDown: 'up', ArrowLeft: 'left', ArrowRight: 'right', Home: 'rowStart', End: 'rowEnd' },
};

function namesTo(frames: Frame[], key: number): string[] {
  return pathTo(frames, key).slice(1).map((frame) => frame.name);
}

/**
 * A flame graph. Click or Enter zooms in and selects the function, Backspace goes back, Escape shows all; arrows walk. For screen
 * readers it is a tree, each frame an item with its name, values, share and level. Its table twin stands beside it on every page
 * that draws it.
 */
export function FlameGraph(props: FlameGraphProps) {
  const { flame: { frames, tooDeep }, painter, facts, spoken, found, selectedName, zoomPath, grow, onZoom } = props;
  const host = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnFlame | null>(null);
  /** After the next drawing the focused frame takes the focus: kept where it was, or walked to. */
  const wantsFocus = useRef<'no' | 'kept' | 'walked'>('no');
  const widthPx = useDrawingWidth(host);
  const [focus, setFocus] = useState<{ frames: Frame[]; key: number }>({ frames, key: 0 });
  const [hover, setHover] = useState<FlameHover | null>(null);

  const zoomKey = useMemo(() => frameAt(frames, zoomPath)?.key ?? 0, [frames, zoomPath]);
  const visible = useMemo(() => visibleFrames(frames, zoomKey, widthPx), [frames, zoomKey, widthPx]);
  // What was drawn from the top stays reserved, so that zooming does not move what stands below.
  const rows = useMemo(() => Math.max(visibleFrames(frames, 0, widthPx).deepest, visible.deepest) + 1, [frames, widthPx, visible]);
  const focusKey = useMemo(() => {
    const key = focus.frames === frames ? focus.key : frameAt(frames, namesTo(focus.frames, focus.key))?.key ?? 0;
    return visible.keys.has(key) ? key : zoomKey;
  }, [focus, frames, visible, zoomKey]);

  const pick = useCallback((key: number) => {
    setHover(null);
    setFocus({ frames, key });
    onZoom(namesTo(frames, key), key === 0 ? null : frames[key]?.name ?? null);
  }, [frames, onZoom]);
  const onClick = useEffectEvent(pick);

  // Before the browser paints: nothing below the drawing is ever seen to move.
  useLayoutEffect(() => {
    if (!host.current || widthPx === 0) return;
    const hadFocus = host.current.contains(document.activeElement);
    const picture = { frames, visible, painter, widthPx, rows, grow };
    if (drawn.current) drawn.current.show(picture);
    else drawn.current = drawFlame(host.current, picture, { onHover: setHover, onClick: (key) => onClick(key) });
    if (hadFocus && wantsFocus.current === 'no') wantsFocus.current = 'kept';
  }, [frames, visible, painter, widthPx, rows, grow]);

  useLayoutEffect(() => {
    drawn.current?.dress({ found, selectedName, focusKey, spoken }, ring.current);
    if (wantsFocus.current !== 'no' && host.current) focusFrame(host.current, focusKey, wantsFocus.current === 'walked');
    wantsFocus.current = 'no';
  }, [frames, visible, painter, widthPx, rows, grow, found, selectedName, focusKey, spoken]);

  useLayoutEffect(() => {
    if (scroll.current && grow === 'up') scroll.current.scrollTop = scroll.current.scrollHeight;
  }, [grow, rows]);

  useEffect(() => () => {
    drawn.current?.destroy();
    drawn.current = null;
  }, []);

  const showFocused = (key: number): void => {
    const box = host.current?.querySelector(`g[data-key="${key}"] rect`)?.getBoundingClientRect();
    setHover(box ? { key, x: box.left, top: box.top, bottom: box.bottom } : null);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[grow][event.key];
    wantsFocus.current = 'walked';
    if (step) {
      const next = walk(frames, visible.keys, focusKey, step);
      setFocus({ frames, key: next });
      showFocused(next);
    } else if (event.key === 'Enter' || event.key === ' ') pick(focusKey);
    else if (event.key === 'Backspace') props.onBack();
    else if (event.key === 'Escape') {
      setHover(null);
      onZoom([], null);
    } else {
      wantsFocus.current = 'no';
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const hoverFrame = hover === null ? undefined : frames[hover.key];
  return (
    <div className={styles.flame} data-flame="">
      <FlamePatterns />
      {(props.isHalf !== true || zoomKey !== 0) && <ZoomPath path={pathTo(frames, zoomKey)} onZoom={pick} />}
      <div className={styles.scroll} ref={scroll}>
        <div className={styles.stage}>
          {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on one of its items, drawn by hand */}
          <div ref={host} className={styles.host} role="tree" aria-label={props.label} aria-busy={props.culledNodes === null} onKeyDown={onKeyDown}
            onFocus={(event) => showRing(ring.current, event.target.matches(':focus-visible'))}
            onBlur={(event) => {
              showRing(ring.current, false);
              if (!event.currentTarget.contains(event.relatedTarget)) setHover(null);
            }} />
          <div ref={ring} className={styles.ring} aria-hidden="true" />
        </div>
      </div>
      <p className={styles.hint} role="status">{props.problem !== '' ? props.problem : leftOut(props.culledNodes, visible.hidden, zoomKey !== 0)}</p>
      <div className={styles.foot}>
        {props.legend}
        {(props.isHalf !== true || tooDeep > 0) && <p className={styles.hint}>
          {tooDeep > 0 && <span>{formatValue(tooDeep, 'count')} {tooDeep === 1 ? 'frame' : 'frames'} deeper than {MAX_DEPTH} levels left out. </span>}
          {props.isHalf !== true && FLAME_KEYS}
        </p>}
      </div>
      {hover && hoverFrame && <FlameCard hover={hover} name={hoverFrame.name} facts={facts(hoverFrame)} />}
    </div>
  );
}

/** By an attribute: a style that looked for the focus inside would be worked out anew for every frame drawn. */
function showRing(ring: HTMLElement | null, isShown: boolean): void {
  ring?.toggleAttribute('data-shown', isShown);
}

/** What is not drawn, and how to see it. `culled` are on the server, `hidden` are here. */
function leftOut(culled: number | null, hidden: number, isZoomed: boolean): string {
  if (culled === null) return 'Looking for smaller frames below …';
  const count = culled + hidden;
  if (count === 0) return '\u00a0';
  return `${formatValue(count, 'count')} ${count === 1 ? 'frame is' : 'frames are'} too small to draw${isZoomed ? ' here' : ''}; zoom in to see ${count === 1 ? 'it' : 'them'}.`;
}

const PATH_ENDS = 3;

/** Where the zoom stands: the outermost frame and the innermost few, each a way back. With no zoom its line says how to. */
function ZoomPath({ path, onZoom }: { path: Frame[]; onZoom: (key: number) => void }) {
  if (path.length <= 1) return <p className={styles.path}>All stacks. Click a frame to zoom into it.</p>;
  const shown = path.length <= PATH_ENDS + 1 ? path : [...path.slice(0, 1), ...path.slice(-PATH_ENDS)];
  return (
    <nav className={styles.path} aria-label="Zoomed into">
      {shown.map((frame, i) => (
        <span key={frame.key}>
          {i > 0 && <span aria-hidden="true">{i === 1 && shown.length < path.length ? ' › … › ' : ' › '}</span>}
          {i === shown.length - 1
            ? <strong className={styles.mono} title={middleCut(frame.name, 400)}>{middleCut(shortName(frame.name), 48)}</strong>
            : <button type="button" onClick={() => onZoom(frame.key)} title={middleCut(frame.name, 400)}>{i === 0 ? 'all' : middleCut(shortName(frame.name), 32)}</button>}
        </span>
      ))}
    </nav>
  );
}
