import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { formatValue } from '../../../core/text/format.ts';
import { drawFlame, focusFrame } from './flameChart.ts';
import type { DrawnFlame, FlameHover, Grow } from './flameChart.ts';
import { FlameCard } from './FlameCard.tsx';
import styles from './FlameGraph.module.css';
import { MAX_DEPTH, pathTo } from '../../../core/views/flame/flameGraphData.ts';
import type { FlameFrames, Frame, FrameFact } from '../../../core/views/flame/flameGraphData.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { nameWithin } from '../../../core/views/flame/frameLabel.ts';
import type { FramePaint } from '../../../core/views/profile/framePaint.ts';
import { FlamePatterns } from './FlamePatterns.tsx';
import { frameAt, visibleFrames } from '../../../core/views/flame/flameVisible.ts';
import { walk } from '../../../core/views/flame/flameWalk.ts';
import type { Step } from '../../../core/views/flame/flameWalk.ts';
import { useDrawingWidth } from './useDrawingWidth.ts';


export interface FlameGraphProps {
  flame: FlameFrames;
  /** Frames at and below the zoomed frame that the server omitted as too small; null while loading. */
  culledNodes: number | null;
  /** Why the graph differs from what was requested; '' if it does not. */
  problem: string;
  painter: FramePaint;
  /** Rows of the hover card. */
  facts: (frame: Frame) => FrameFact[];
  spoken: (frame: Frame) => string;
  /** Frames that match the search; null without one. */
  found: ReadonlySet<number> | null;
  selectedName: string | null;
  /** Names from the outermost function to the zoomed frame. */
  zoomPath: readonly string[];
  grow: Grow;
  /** Called with the new path; an empty path shows everything. */
  onZoom: (path: string[]) => void;
  onBack: () => void;
  /** What the graph shows, for screen readers. */
  label: string;
  legend: ReactNode;
  /** Search total as text; '' without a search. */
  status?: string;
  /** Called for a right click, the menu key, Shift+F10 or `m`. */
  onMenu?: (place: { frame: Frame; x: number; y: number; zoom: () => void }) => void;
  /** Half of a sandwich: omits what the page shows once for both halves. */
  isHalf?: boolean;
}

export const FLAME_KEYS = 'Arrow keys move, Enter zooms in, Backspace goes back, Esc shows all, m opens the menu.';

const STEPS: Record<Grow, Record<string, Step | undefined>> = {
  down: { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'rowStart', End: 'rowEnd' },
  up: { ArrowUp: 'down', ArrowDown: 'up', ArrowLeft: 'left', ArrowRight: 'right', Home: 'rowStart', End: 'rowEnd' },
};

function namesTo(frames: Frame[], key: number): string[] {
  return pathTo(frames, key).slice(1).map((frame) => frame.name);
}

/**
 * A flame graph. Click or Enter zooms in and selects the function, Backspace goes back, Escape shows all, arrow keys
 * move. For screen readers it is a tree whose items have name, values, share and level. Every page that draws it also
 * has a table with the same rows.
 */
export function FlameGraph(props: FlameGraphProps) {
  const { flame: { frames, tooDeep }, painter, facts, spoken, found, selectedName, zoomPath, grow, onZoom } = props;
  const host = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnFlame | null>(null);
  /**
   * Whether the focused frame takes the focus after the next drawing: because it had it, or because a key moved it
   * there.
   */
  const wantsFocus = useRef<'no' | 'kept' | 'walked'>('no');
  const widthPx = useDrawingWidth(host);
  const [focus, setFocus] = useState<{ frames: Frame[]; key: number }>({ frames, key: 0 });
  /** Number of times that label fonts arrived after a drawing. */
  const [faces, setFaces] = useState(0);
  const [hover, setHover] = useState<FlameHover | null>(null);

  const zoomKey = useMemo(() => frameAt(frames, zoomPath)?.key ?? 0, [frames, zoomPath]);
  const visible = useMemo(() => visibleFrames(frames, zoomKey, widthPx), [frames, zoomKey, widthPx]);
  // Keeps the height of the unzoomed graph, so that zooming does not move what is below.
  const rows = useMemo(
    () => Math.max(visibleFrames(frames, 0, widthPx).deepest, visible.deepest) + 1, [frames, widthPx, visible]
  );
  const focusKey = useMemo(() => {
    const key = focus.frames === frames ? focus.key : frameAt(frames, namesTo(focus.frames, focus.key))?.key ?? 0;
    return visible.keys.has(key) ? key : zoomKey;
  }, [focus, frames, visible, zoomKey]);

  const pick = useCallback((key: number) => {
    setHover(null);
    setFocus({ frames, key });
    onZoom(namesTo(frames, key));
  }, [frames, onZoom]);
  const onClick = useEffectEvent(pick);

  // Runs before the browser paints, so that nothing below visibly moves.
  useLayoutEffect(() => {
    if (!host.current || widthPx === 0) return;
    const hadFocus = host.current.contains(document.activeElement);
    const picture = { frames, visible, painter, widthPx, rows, grow };
    if (drawn.current) drawn.current.show(picture);
    else drawn.current = drawFlame(host.current, picture, {
      onHover: setHover, onClick: (key) => onClick(key), onFonts: () => setFaces((count) => count + 1),
    });
    if (hadFocus && wantsFocus.current === 'no') wantsFocus.current = 'kept';
  }, [frames, visible, painter, widthPx, rows, grow, faces]);

  useLayoutEffect(() => {
    drawn.current?.dress({ found, selectedName, focusKey, spoken }, ring.current);
    if (wantsFocus.current !== 'no' && host.current)
      focusFrame(host.current, focusKey, wantsFocus.current === 'walked');
    wantsFocus.current = 'no';
  }, [frames, visible, painter, widthPx, rows, grow, faces, found, selectedName, focusKey, spoken]);

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

  const openMenu = (key: number, x: number, y: number): void => {
    const frame = frames[key];
    setHover(null);
    if (frame) props.onMenu?.({ frame, x, y, zoom: () => pick(key) });
  };

  const onContextMenu = (event: MouseEvent): void => {
    const group = event.target instanceof Element ? event.target.closest('g.frame') : null;
    if (group === null || props.onMenu === undefined) return;
    event.preventDefault();
    openMenu(Number(group.getAttribute('data-key')), event.clientX, event.clientY);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey) || event.key === 'm') {
      const box = host.current?.querySelector(`g[data-key="${focusKey}"] rect`)?.getBoundingClientRect();
      if (box === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      openMenu(focusKey, box.left, box.bottom);
      return;
    }
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
      onZoom([]);
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
      {(props.isHalf !== true || zoomKey !== 0) && (
        <div className={styles.head}>
          <ZoomPath path={pathTo(frames, zoomKey)} onZoom={pick} />
          <span className={styles.result} role="status">{props.status ?? ''}</span>
        </div>
      )}
      <div className={styles.scroll} ref={scroll}>
        <div className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its items has the focus */}
          <div ref={host} className={styles.host} role="tree" aria-label={props.label}
            aria-busy={props.culledNodes === null} onKeyDown={onKeyDown}
            onContextMenu={onContextMenu}
            onFocus={(event) => showRing(ring.current, event.target.matches(':focus-visible'))}
            onBlur={(event) => {
              showRing(ring.current, false);
              if (!event.currentTarget.contains(event.relatedTarget)) setHover(null);
            }} />
          <div ref={ring} className={styles.ring} aria-hidden="true" />
        </div>
      </div>
      <p className={styles.hint} role="status">
        {props.problem !== '' ? props.problem : omittedText(props.culledNodes, visible.hidden, zoomKey !== 0)}</p>
      <div className={styles.foot}>
        {props.legend}
        {(props.isHalf !== true || tooDeep > 0) && <p className={styles.hint}>
          {tooDeep > 0 && <span>{formatValue(tooDeep, 'count')} {tooDeep === 1 ? 'frame' : 'frames'} deeper
            than {MAX_DEPTH} levels omitted. </span>}
          {props.isHalf !== true && FLAME_KEYS}
        </p>}
      </div>
      {hover && hoverFrame && <FlameCard hover={hover} name={hoverFrame.name} facts={facts(hoverFrame)} />}
    </div>
  );
}

/** Uses an attribute, because a style depending on the focus inside would be recomputed for every drawn frame. */
function showRing(ring: HTMLElement | null, isShown: boolean): void {
  ring?.toggleAttribute('data-shown', isShown);
}

/**
 * Returns how many frames are not drawn and how to see them. `culled`: omitted by the server, `hidden`: not drawn here.
 */
function omittedText(culled: number | null, hidden: number, isZoomed: boolean): string {
  if (culled === null) return 'Loading smaller frames …';
  const count = culled + hidden;
  if (count === 0) return '\u00a0';
  const subject = `${formatValue(count, 'count')} ${count === 1 ? 'frame is' : 'frames are'}`;
  return `${subject} too small to draw${isZoomed ? ' here' : ''}; zoom in to see ${count === 1 ? 'it' : 'them'}.`;
}

const PATH_ENDS = 3;

/** The zoom path: the outermost frame and the innermost few, each a link back; without zoom, how to zoom. */
function ZoomPath({ path, onZoom }: { path: Frame[]; onZoom: (key: number) => void }) {
  if (path.length <= 1)
    return <p className={styles.path}>All stacks. Click a frame to zoom in, right-click for more.</p>;
  const shown = path.length <= PATH_ENDS + 1 ? path : [...path.slice(0, 1), ...path.slice(-PATH_ENDS)];
  return (
    <nav className={styles.path} aria-label="Zoomed into">
      {shown.map((frame, i) => (
        <span key={frame.key}>
          {i > 0 && <span aria-hidden="true">{i === 1 && shown.length < path.length ? ' › … › ' : ' › '}</span>}
          {i === shown.length - 1
            ? <strong className={styles.mono} title={middleCut(frame.name, 400)}>{nameWithin(frame.name, 48)}
              </strong>
            : (
              <button type="button" onClick={() => onZoom(frame.key)} title={middleCut(frame.name, 400)}>
                {i === 0 ? 'all' : nameWithin(frame.name, 32)}</button>
            )}
        </span>
      ))}
    </nav>
  );
}
