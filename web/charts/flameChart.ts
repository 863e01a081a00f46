/**
 * The drawing library behind a small face. It draws only text nodes and attributes; its HTML tooltip is not used. What it lacks
 * (roles, labels, focus, marks) is put on its frames by `dress`, after each of its redraws.
 */
import flamegraph from 'd3-flame-graph';
import type { FlameChart, FlameChartNode, FlameChartTooltip } from 'd3-flame-graph';
import { select } from 'd3-selection';
import { drawnCopy } from './flameGraphData.ts';
import type { DrawnFrame, Frame } from './flameGraphData.ts';

export const ROW_PX = 20;
/** Narrower frames are not drawn; zooming in brings them. */
const MIN_FRAME_PX = 1;
/** Width of a character of the 11 px monospace label, and the padding of a label, both sides together. */
const CHAR_PX = 6.7;
const LABEL_PADDING_PX = 8;
/** Narrower frames get a thinner outline, which would else hide their colour. */
const THIN_PX = 8;

export interface FlamePainter {
  /** A CSS colour or `url(#pattern)`. */
  fill: (frame: Frame) => string;
  /** At most `maxChars` characters of text. */
  label: (frame: Frame, maxChars: number) => string;
}

export interface FlameHover {
  key: number;
  /** Pointer, and the frame's edges, in viewport pixels. */
  x: number;
  top: number;
  bottom: number;
}

export interface FlameMarks {
  /** Frames found by the search; null = no search, nothing is dimmed. */
  found: ReadonlySet<number> | null;
  selectedName: string | null;
  /** The one frame the Tab key reaches. */
  focusKey: number;
  /** What a screen reader says of a frame. */
  spoken: (frame: Frame) => string;
}

export interface DrawnFlame {
  zoomTo(key: number): void;
  resize(widthPx: number): void;
  dress(marks: FlameMarks, ring: HTMLElement | null): void;
  destroy(): void;
}

export interface FlameHandlers {
  onHover: (hover: FlameHover | null) => void;
  onClick: (key: number) => void;
}

/** Draws `frames` into `host`, icicle way: callers above callees. `host` must hold nothing else. */
export function drawFlame(host: HTMLElement, frames: Frame[], widthPx: number, painter: FlamePainter, handlers: FlameHandlers): DrawnFlame {
  let width = widthPx;
  let zoomedKey = 0;
  let isZooming = false;
  const frameOf = (node: FlameChartNode<DrawnFrame>): Frame | undefined => frames[node.data.key];
  const chart: FlameChart<DrawnFrame> = flamegraph<DrawnFrame>()
    .width(width)
    .height(ROW_PX)
    .cellHeight(ROW_PX)
    .inverted(true)
    .sort(false)
    .transitionDuration(0)
    .minFrameSize(MIN_FRAME_PX)
    .tooltip(hoverAsTooltip(handlers.onHover))
    // The library's details line is replaced by the hover card, which also knows the keyboard.
    .setDetailsHandler(() => undefined)
    .setLabelHandler((node) => node.data.name)
    .getName((node) => {
      const frame = frameOf(node);
      return frame ? painter.label(frame, Math.floor(((node.x1 - node.x0) * width - LABEL_PADDING_PX) / CHAR_PX)) : '';
    })
    .setColorMapper((node) => {
      const frame = frameOf(node);
      return frame ? painter.fill(frame) : 'none';
    })
    .onClick((node) => {
      zoomedKey = node.data.key;
      // The library calls this after each zoom, also after those asked for below.
      if (!isZooming) handlers.onClick(node.data.key);
    });

  chart(select<HTMLElement, DrawnFrame>(host).datum(drawnCopy(frames)));
  const nodes = new Map<number, FlameChartNode<DrawnFrame>>();
  // The library has replaced the datum by its own hierarchy over it.
  const root = select<HTMLElement, FlameChartNode<DrawnFrame>>(host).datum();
  root.each((node) => nodes.set(node.data.key, node));

  return {
    zoomTo: (key) => {
      const node = nodes.get(key);
      if (!node || key === zoomedKey) return;
      isZooming = true;
      chart.zoomTo(node);
      isZooming = false;
    },
    resize: (nextPx) => {
      if (nextPx === width) return;
      width = nextPx;
      chart.width(nextPx).update();
    },
    dress: (marks, ring) => dress(host, frames, nodes, width, marks, ring),
    destroy: () => {
      chart.destroy();
      host.replaceChildren();
    },
  };
}

/** The keys of the frames now on screen. */
export function drawnKeys(host: HTMLElement): Set<number> {
  const keys = new Set<number>();
  select(host).selectAll<SVGGElement, FlameChartNode<DrawnFrame>>('g.frame').each((node) => keys.add(node.data.key));
  return keys;
}

export function focusFrame(host: HTMLElement, key: number): void {
  host.querySelector<SVGGElement>(`g[data-key="${key}"]`)?.focus({ preventScroll: false });
}

function hoverAsTooltip(onHover: FlameHandlers['onHover']): FlameChartTooltip<DrawnFrame> {
  return Object.assign(() => undefined, {
    show: (event: MouseEvent, node: FlameChartNode<DrawnFrame>) => {
      const group = event.currentTarget;
      if (!(group instanceof Element)) return;
      const { top, bottom } = (group.querySelector('rect') ?? group).getBoundingClientRect();
      onHover({ key: node.data.key, x: event.clientX, top, bottom });
    },
    hide: () => onHover(null),
  });
}

function dress(
  host: HTMLElement, frames: Frame[], nodes: Map<number, FlameChartNode<DrawnFrame>>, width: number, marks: FlameMarks, ring: HTMLElement | null,
): void {
  // Rows once drawn stay reserved, so that zooming does not move what stands below.
  let deepest = Number(select(host).select('svg').attr('data-deepest') ?? 0);
  select(host).selectAll<SVGGElement, FlameChartNode<DrawnFrame>>('g.frame').each(function (node) {
    const frame = frames[node.data.key];
    if (!frame) return;
    deepest = Math.max(deepest, frame.depth);
    const isSelected = marks.selectedName !== null && frame.name === marks.selectedName && frame.depth > 0;
    const isFound = marks.found?.has(frame.key) === true;
    this.classList.toggle('selected', isSelected);
    this.classList.toggle('found', isFound);
    this.classList.toggle('thin', (node.x1 - node.x0) * width < THIN_PX);
    this.classList.toggle('dimmed', marks.found !== null && !isFound);
    this.setAttribute('data-key', String(frame.key));
    this.setAttribute('role', 'treeitem');
    this.setAttribute('aria-level', String(frame.depth + 1));
    this.setAttribute('aria-selected', String(isSelected));
    this.setAttribute('aria-label', marks.spoken(frame));
    this.setAttribute('tabindex', frame.key === marks.focusKey ? '0' : '-1');
    // Lifted over its neighbours so that its outline is whole; moving the focused one would take its focus away.
    if ((isSelected || isFound) && !this.contains(document.activeElement)) this.parentNode?.appendChild(this);
  });
  select(host).select('svg').attr('role', 'none').attr('data-deepest', deepest).attr('height', (deepest + 1) * ROW_PX);
  select(host).selectAll('foreignObject').attr('aria-hidden', 'true');
  const focused = nodes.get(marks.focusKey);
  if (ring && focused) {
    ring.style.left = `${focused.x0 * width}px`;
    ring.style.top = `${focused.depth * ROW_PX}px`;
    ring.style.width = `${Math.max(2, (focused.x1 - focused.x0) * width)}px`;
    ring.style.height = `${ROW_PX}px`;
  }
}
