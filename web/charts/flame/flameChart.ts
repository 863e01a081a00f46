/**
 * A small interface to the drawing library. It gets only the visible frames, and draws only text nodes and attributes;
 * its HTML tooltip, zoom and transitions are not used. `dress` adds what it lacks (roles, labels, focus, marks) after
 * each redraw.
 */
import flamegraph from 'd3-flame-graph';
import type { FlameChart, FlameChartNode, FlameChartTooltip } from 'd3-flame-graph';
import { select } from 'd3-selection';
import type { DrawnFrame, Frame } from '../../../core/views/flame/flameGraphData.ts';
import { labelRooms, placedTree } from '../../../core/views/flame/labelRooms.ts';
import type { FramePaint, Paint } from '../../../core/views/profile/framePaint.ts';
import { transitionAtOnce } from './flameTransition.ts';
import { textWidths } from './labelWidth.ts';
import type { VisibleFrames } from '../../../core/views/flame/flameVisible.ts';

/** Ids of the hatch patterns, see FlamePatterns.tsx. */
export const GONE_PATTERN = 'flame-gone';
export const NEW_PATTERN = 'flame-new';

export const ROW_PX = 18;
/** Padding on both sides together, as in flame.css. */
const LABEL_PADDING_PX = 6;
/** Minimum width of a label: about a letter and an ellipsis. */
const MIN_LABEL_PX = 14;
/** Minimum visible width of a part of a frame. */
const MIN_OWN_PX = 0.5;
/** Width below which the outline is thinner, because it would hide the colour. */
const THIN_PX = 8;

export interface FlameHover {
  key: number;
  /** Position of the pointer and the frame's edges, in viewport pixels. */
  x: number;
  top: number;
  bottom: number;
}

export interface FlameMarks {
  /** Frames that match the search; null without one, when nothing is dimmed. */
  found: ReadonlySet<number> | null;
  selectedName: string | null;
  /** The only frame that the Tab key reaches. */
  focusKey: number;
  /** Accessible name of a frame. */
  spoken: (frame: Frame) => string;
}

/** Direction: icicle (callees below their callers) or flame (above them). */
export type Grow = 'down' | 'up';

export interface FlamePicture {
  frames: Frame[];
  visible: VisibleFrames;
  painter: FramePaint;
  widthPx: number;
  rows: number;
  grow: Grow;
}

export interface DrawnFlame {
  show(picture: FlamePicture): void;
  dress(marks: FlameMarks, ring: HTMLElement | null): void;
  destroy(): void;
}

export interface FlameHandlers {
  onHover: (hover: FlameHover | null) => void;
  onClick: (key: number) => void;
  /** Called when the label font has arrived and the graph must be redrawn. */
  onFonts: () => void;
}

/** Returns the CSS fill of a paint. */
export function cssFill(paint: Paint): string {
  return paint === GONE_PATTERN || paint === NEW_PATTERN ? `url(#${paint})` : `var(--${paint})`;
}

/** Draws in `host`, which must be empty. `show` updates the drawing in place. */
export function drawFlame(host: HTMLElement, first: FlamePicture, handlers: FlameHandlers): DrawnFlame {
  transitionAtOnce();
  let picture = first;
  const frameOf = (node: FlameChartNode<DrawnFrame>): Frame | undefined => picture.frames[node.data.key];
  let widthOf = textWidths(host);
  let rooms = labelRooms(placedTree(first.visible.tree, first.widthPx), first.widthPx);
  const chart: FlameChart<DrawnFrame> = flamegraph<DrawnFrame>()
    .cellHeight(ROW_PX)
    .sort(false)
    .transitionDuration(0)
    .tooltip(hoverAsTooltip(handlers.onHover))
    // The hover card replaces the library's details line: it also follows the keyboard.
    .setDetailsHandler(() => undefined)
    .setLabelHandler((node) => node.data.name)
    .getName((node) => {
      const frame = frameOf(node);
      const room = (rooms.get(node.data.key) ?? 0) - LABEL_PADDING_PX;
      return frame && room >= MIN_LABEL_PX ? picture.painter.label(frame, (text) => widthOf(text) <= room) : '';
    })
    .setColorMapper((node) => {
      const frame = frameOf(node);
      return frame ? cssFill(picture.painter.paint(frame)) : 'none';
    });
  const fit = (): void => void chart.width(picture.widthPx).height(picture.rows * ROW_PX)
    .inverted(picture.grow === 'down');
  // Runs before the library's own listener, which would zoom within what is drawn.
  const onClick = (event: MouseEvent): void => {
    const group = event.target instanceof Element ? event.target.closest('g.frame') : null;
    if (group === null) return;
    event.stopPropagation();
    handlers.onClick(Number(group.getAttribute('data-key')));
  };
  host.addEventListener('click', onClick, true);
  fit();
  chart(select<HTMLElement, DrawnFrame>(host).datum(picture.visible.tree));
  const draw = (): void => {
    widthOf = textWidths(host);
    rooms = labelRooms(placedTree(picture.visible.tree, picture.widthPx), picture.widthPx);
    fit();
    chart.update(picture.visible.tree);
  };
  let isGone = false;
  // Labels measured before their font arrived are measured again.
  if (document.fonts.status === 'loading') void document.fonts.ready.then(() => { if (!isGone) handlers.onFonts(); });
  return {
    show: (next) => {
      picture = next;
      draw();
    },
    dress: (marks, ring) => dress(host, picture, marks, ring),
    destroy: () => {
      isGone = true;
      host.removeEventListener('click', onClick, true);
      chart.destroy();
      host.replaceChildren();
    },
  };
}

/** Focuses a frame. `isShown`: scrolls to it, for keyboard navigation. */
export function focusFrame(host: HTMLElement, key: number, isShown: boolean): void {
  const group = host.querySelector<SVGGElement>(`g[data-key="${key}"]`);
  if (group !== document.activeElement) group?.focus({ preventScroll: !isShown });
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

/** Writes only what differs: writing an attribute is expensive, even with the same value. */
function put(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function dress(host: HTMLElement, picture: FlamePicture, marks: FlameMarks, ring: HTMLElement | null): void {
  const { frames, visible, widthPx, rows, painter } = picture;
  let focused: FlameChartNode<DrawnFrame> | null = null;
  const lifted: SVGGElement[] = [];
  select(host).selectAll<SVGGElement, FlameChartNode<DrawnFrame>>('g.frame').each(function (node) {
    const frame = frames[node.data.key];
    if (!frame) return;
    const isSelected = marks.selectedName !== null && frame.name === marks.selectedName && frame.depth > 0;
    const isFound = marks.found?.has(frame.key) === true;
    const framePx = (node.x1 - node.x0) * widthPx;
    const isThin = framePx < THIN_PX;
    drawOwn(this, node.data.fade === true ? null : painter.own(frame), framePx);
    const isDimmed = marks.found !== null && !isFound;
    put(
      this, 'class',
      [
        'frame', node.data.fade && 'fade', isSelected && 'selected', isFound && 'found', isThin && 'thin',
        isDimmed && 'dimmed',
      ].filter(Boolean).join(' ')
    );
    put(this, 'data-key', String(frame.key));
    put(this, 'role', 'treeitem');
    put(this, 'aria-level', String(frame.depth + 1));
    const siblings = frame.parentKey === null ? [frame.key] : frames[frame.parentKey]?.childKeys ?? [];
    put(this, 'aria-setsize', String(siblings.length));
    put(this, 'aria-posinset', String(siblings.indexOf(frame.key) + 1));
    put(
      this, 'aria-expanded',
      frame.childKeys.length === 0 ? null : String(frame.childKeys.some((key) => visible.keys.has(key)))
    );
    put(this, 'aria-selected', String(isSelected));
    put(this, 'aria-label', spokenAsShown(marks.spoken(frame), this.getAttribute('name') ?? ''));
    put(this, 'tabindex', frame.key === marks.focusKey ? '0' : '-1');
    if (frame.key === marks.focusKey) focused = node;
    // Raised above its neighbours so that its whole outline is visible. Moving the focused frame would remove its
    // focus.
    if (isSelected || isFound) lifted.push(this);
  });
  const active = document.activeElement;
  for (const group of lifted) if (!group.contains(active)) group.parentNode?.appendChild(group);
  select(host).select('svg').attr('role', 'none').attr('height', rows * ROW_PX);
  select(host).selectAll<Element, unknown>('foreignObject').each(function () { put(this, 'aria-hidden', 'true'); });
  placeRing(focused, picture, ring);
}

/** Returns the spoken name with the visible label, which voice control users say. */
function spokenAsShown(spoken: string, label: string): string {
  return spoken.includes(label) ? spoken : `${spoken}, labelled ${label}`;
}

/** Draws the frame's own part, at its right end, which has no callee below it. */
function drawOwn(group: SVGGElement, own: ReturnType<FramePaint['own']> | null, framePx: number): void {
  const ownPx = own === null ? 0 : own.ratio * framePx;
  let part = group.querySelector('rect.own');
  if (own === null || ownPx < MIN_OWN_PX) {
    part?.remove();
    return;
  }
  if (part === null) {
    part = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    part.setAttribute('class', 'own');
    group.insertBefore(part, group.querySelector('foreignObject'));
  }
  put(part, 'x', String(framePx - ownPx));
  put(part, 'width', String(ownPx));
  put(part, 'height', String(ROW_PX));
  put(part, 'fill', cssFill(own.paint));
}

function placeRing(
  focused: FlameChartNode<DrawnFrame> | null, { widthPx, rows, grow }: FlamePicture, ring: HTMLElement | null
): void {
  if (!ring || !focused) return;
  ring.style.left = `${focused.x0 * widthPx}px`;
  ring.style.top = `${(grow === 'down' ? focused.depth : rows - 1 - focused.depth) * ROW_PX}px`;
  ring.style.width = `${Math.max(2, (focused.x1 - focused.x0) * widthPx)}px`;
  ring.style.height = `${ROW_PX}px`;
}
