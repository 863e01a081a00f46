import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatValue } from '../format.ts';
import { drawFlame, drawnKeys, focusFrame } from './flameChart.ts';
import type { DrawnFlame, FlameHover, FlamePainter } from './flameChart.ts';
import { FlameCard } from './FlameCard.tsx';
import styles from './FlameGraph.module.css';
import { MAX_DEPTH, pathTo } from './flameGraphData.ts';
import type { FlameFrames, Frame } from './flameGraphData.ts';
import { middleCut, shortName } from './flameNames.ts';
import { FlamePatterns } from './FlamePatterns.tsx';
import { walk } from './flameWalk.ts';
import type { Step } from './flameWalk.ts';

export interface FrameFact { label: string; value: string }

export interface FlameGraphProps {
  flame: FlameFrames;
  /** Frames the server left out because they were too small. */
  culledNodes: number;
  painter: FlamePainter;
  /** Lines of the hover card. */
  facts: (frame: Frame) => FrameFact[];
  spoken: (frame: Frame) => string;
  /** Frames of a running search, null for none. */
  found: ReadonlySet<number> | null;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  /** What the graph shows, for screen readers. */
  label: string;
  legend: ReactNode;
}

const STEPS: Record<string, Step | undefined> = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'rowStart', End: 'rowEnd',
};

const RESIZE_SETTLE_MS = 200;
/** A narrower box is one in the middle of a layout or a print, not one that is read. */
const MIN_WIDTH_PX = 160;

interface Zoom { frames: Frame[] | null; keys: number[] }

/**
 * A flame graph (icicle). Click or Enter zooms in and selects the function, Backspace goes back, Escape shows all; arrows walk.
 * Its table twin stands beside it on every page that draws it.
 */
export function FlameGraph(props: FlameGraphProps) {
  const { flame: { frames, tooDeep }, painter, facts, spoken, found, selectedName, onSelect } = props;
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const host = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [drawn, setDrawn] = useState<DrawnFlame | null>(null);
  const [zoom, setZoom] = useState<Zoom>({ frames: null, keys: [] });
  const [focus, setFocus] = useState<{ frames: Frame[] | null; key: number }>({ frames: null, key: 0 });
  const [drawnPx, setDrawnPx] = useState(0);
  const [hover, setHover] = useState<FlameHover | null>(null);

  const focusKey = focus.frames === frames ? focus.key : 0;
  const zoomKeys = useMemo(() => (zoom.frames === frames ? zoom.keys : []), [zoom, frames]);
  const zoomKey = zoomKeys.at(-1) ?? 0;
  const widthPx = Math.floor(width);
  const hasWidth = widthPx >= MIN_WIDTH_PX;
  const hasBeenWide = hasWidth || drawn !== null;

  const zoomInto = useCallback((key: number) => {
    setZoom((old) => {
      const keys = old.frames === frames ? old.keys : [];
      return { frames, keys: key === 0 ? [] : keys.at(-1) === key ? [...keys] : [...keys, key] };
    });
  }, [frames]);

  useEffect(() => {
    if (!host.current || !hasBeenWide) return undefined;
    const chart = drawFlame(host.current, frames, Math.max(MIN_WIDTH_PX, host.current.clientWidth), painter, {
      onHover: setHover,
      onClick: (key) => {
        zoomInto(key);
        setFocus({ frames, key });
        onSelect(key === 0 ? null : frames[key]?.name ?? null);
      },
    });
    setDrawn(chart);
    return () => chart.destroy();
  }, [frames, painter, hasBeenWide, zoomInto, onSelect]);

  useEffect(() => {
    if (!drawn || !hasWidth) return undefined;
    // A window being dragged, or measured for a print, passes through many widths; one redraw at the end is enough.
    const timer = setTimeout(() => {
      drawn.resize(widthPx);
      setDrawnPx(widthPx);
    }, RESIZE_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [drawn, hasWidth, widthPx]);

  useEffect(() => {
    drawn?.zoomTo(zoomKey);
  }, [drawn, zoomKey]);

  useEffect(() => {
    drawn?.dress({ found, selectedName, focusKey, spoken }, ring.current);
    if (wantsFocus.current && host.current) focusFrame(host.current, focusKey);
    wantsFocus.current = false;
  }, [drawn, found, selectedName, focusKey, spoken, zoom, drawnPx]);

  const showFocused = (key: number): void => {
    const box = host.current?.querySelector(`g[data-key="${key}"] rect`)?.getBoundingClientRect();
    setHover(box ? { key, x: box.left, top: box.top, bottom: box.bottom } : null);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !host.current) return;
    const step = STEPS[event.key];
    if (step) {
      const next = walk(frames, drawnKeys(host.current), focusKey, step);
      wantsFocus.current = true;
      setFocus({ frames, key: next });
      showFocused(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      wantsFocus.current = true;
      zoomInto(focusKey);
      setHover(null);
      onSelect(focusKey === 0 ? null : frames[focusKey]?.name ?? null);
    } else if (event.key === 'Backspace') {
      wantsFocus.current = true;
      setZoom({ frames, keys: zoomKeys.slice(0, -1) });
    } else if (event.key === 'Escape') {
      wantsFocus.current = true;
      setZoom({ frames, keys: [] });
      setHover(null);
      onSelect(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const hoverFrame = hover === null ? undefined : frames[hover.key];
  return (
    <div className={styles.flame}>
      <FlamePatterns />
      {zoomKey !== 0 && <ZoomPath path={pathTo(frames, zoomKey)} onZoom={zoomInto} />}
      <div className={styles.scroll}>
        <div className={styles.stage} ref={sizeRef}>
          <div ref={host} className={styles.host} role="tree" aria-label={props.label} onKeyDown={onKeyDown} onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) setHover(null); }} />
          <div ref={ring} className={styles.ring} aria-hidden="true" />
        </div>
      </div>
      <div className={styles.foot}>
        {props.legend}
        <p className={styles.hint}>
          {props.culledNodes > 0 && <span>{formatValue(props.culledNodes, 'count')} small {props.culledNodes === 1 ? 'frame' : 'frames'} left out. </span>}
          {tooDeep > 0 && <span>{formatValue(tooDeep, 'count')} {tooDeep === 1 ? 'frame' : 'frames'} deeper than {MAX_DEPTH} levels left out. </span>}
          Arrows walk, Enter zooms, Backspace goes back, Esc shows all.
        </p>
      </div>
      {hover && hoverFrame && <FlameCard hover={hover} name={hoverFrame.name} facts={facts(hoverFrame)} />}
    </div>
  );
}

const PATH_ENDS = 3;

/** Where the zoom stands: the outermost frame and the innermost few, each a way back. */
function ZoomPath({ path, onZoom }: { path: Frame[]; onZoom: (key: number) => void }) {
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
