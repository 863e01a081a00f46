import { Button } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { systemClock } from '../../../core/time/clock.ts';
import { MIN_GRAPH_PERCENT, MAX_GRAPH_PERCENT } from '../../../core/url/profileChoices.ts';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import styles from './CallGraph.module.css';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { graphPicture } from '../../../core/views/profile/graphPicture.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { useUrlState } from '../../url/useUrlState.ts';

interface CallGraphProps {
  /** SVG text from the server. */
  text: string;
  match: Match;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
}

const ZOOM_STEP = 1.25;
const PAN_PX = 60;
/** Maximum movement in px of a pointer for a click. */
const CLICK_PX = 4;

/**
 * The call graph in a scrolling box: drag or arrow keys move it, + and - zoom, 0 fits it, a node selects its function.
 * The address keeps the zoom.
 */
export function CallGraph({ text, match, selectedName, onSelect }: CallGraphProps) {
  const { ref: sizeRef, width: boxPx } = useElementSize<HTMLDivElement>();
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const picture = useMemo(() => graphPicture(text), [text]);
  const { state: { graphPercent }, set } = useUrlState();
  const setPercent = (percent: number | null): void => set({ graphPercent: percent }, 'replace');
  const boxRef = useMergedRef(box, sizeRef);
  const fitScale = picture === null || boxPx === 0 ? 1 : Math.min(1, boxPx / picture.width);
  const scale = graphPercent === null ? fitScale : graphPercent / 100;

  useEffect(() => {
    if (picture === null || stage.current === null) return undefined;
    const host = stage.current;
    host.replaceChildren(picture.svg);
    return () => host.replaceChildren();
  }, [picture]);

  useEffect(() => {
    if (picture === null) return;
    picture.svg.setAttribute('width', String(picture.width * scale));
    picture.svg.setAttribute('height', String(picture.height * scale));
  }, [picture, scale]);

  useEffect(() => {
    picture?.nodes.forEach(({ name, group }) => {
      const isFound = match.state === 'on' && match.test(name);
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '0');
      group.setAttribute('aria-label', spokenNode(group, name));
      group.setAttribute('aria-pressed', String(name === selectedName));
      group.toggleAttribute('data-found', isFound);
      group.toggleAttribute('data-dimmed', match.state === 'on' && !isFound);
    });
  }, [picture, match, selectedName]);

  if (picture === null) return <EmptyState what="No call graph"
    why="The server sent a graph that this page cannot draw. Reload the page." />;
  if (picture.nodes.length === 0) return <EmptyState what="No call graph"
    why="No function is large enough to draw. Clear a filter, or use Top." />;

  const zoomTo = (next: number): void => (
    setPercent(Math.max(MIN_GRAPH_PERCENT, Math.min(MAX_GRAPH_PERCENT, Math.round(100 * next)))));
  const nameAt = (target: EventTarget): string | null => {
    const group = target instanceof Element ? target.closest('[data-kind="node"]') : null;
    return picture.nodes.find((node) => node.group === group)?.name ?? null;
  };
  const toggle = (name: string | null): void => {
    if (name !== null) onSelect(name === selectedName ? null : name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomTo(scale * ZOOM_STEP);
    else if (event.key === '-') zoomTo(scale / ZOOM_STEP);
    else if (event.key === '0') setPercent(null);
    else if ((event.key === 'Enter' || event.key === ' ') && nameAt(event.target) !== null)
      toggle(nameAt(event.target));
    else if (event.key in PANS) box.current?.scrollBy(...(PANS[event.key] ?? [0, 0]));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button === 0 && event.pointerType === 'mouse')
      drag.current = { x: event.clientX, y: event.clientY, moved: false };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const from = drag.current;
    if (from === null || box.current === null) return;
    if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < CLICK_PX) return;
    box.current.scrollBy(from.x - event.clientX, from.y - event.clientY);
    drag.current = { x: event.clientX, y: event.clientY, moved: true };
  };
  const endDrag = (): void => {
    // The click that follows a drag must still see it.
    if (drag.current?.moved === true) systemClock.after(0, () => { drag.current = null; });
    else drag.current = null;
  };
  return (
    <div className={styles.graph}>
      <div className={styles.bar}>
        <p className={styles.words}>{picture.description}.</p>
        <Button.Group>
          <Button size="xs" px={10} variant="default" onClick={() => zoomTo(scale / ZOOM_STEP)}
            aria-label="Zoom out">−</Button>
          <Button size="xs" px={10} variant="default" onClick={() => setPercent(null)}
            title="Fit to width (0)">Fit</Button>
          <Button size="xs" px={10} variant="default" onClick={() => zoomTo(1)} title="Actual size">100 %</Button>
          <Button size="xs" px={10} variant="default" onClick={() => zoomTo(scale * ZOOM_STEP)}
            aria-label="Zoom in">+</Button>
        </Button.Group>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions --
          nodes select functions by click and by Enter */}
      <div
        ref={boxRef} className={styles.box} tabIndex={0} role="region" aria-label="Drawing of the call graph"
          onKeyDown={onKeyDown} onPointerDown={onPointerDown} onPointerMove={onPointerMove}
        onPointerLeave={() => { drag.current = null; }} onPointerUp={endDrag}
        onClick={(event) => { if (drag.current?.moved !== true) toggle(nameAt(event.target)); }}
      >
        <div ref={stage} className={styles.stage} />
      </div>
      <p className={styles.words}>Drag or use arrow keys to move, + and − to zoom, 0 to fit. A node selects its
        function.</p>
    </div>
  );
}

/**
 * Returns name and figures, with the drawn lines if one is truncated, because voice control users say what they see.
 */
function spokenNode(group: SVGGElement, name: string): string {
  const spoken = middleCut(group.querySelector('title')?.textContent ?? name, 400);
  const lines = [...group.querySelectorAll('text')].map(({ textContent }) => textContent);
  return lines.some((line) => line.endsWith('…')) ? `${spoken}, labelled ${lines.join(' ')}` : spoken;
}

const PANS: Record<string, [number, number]> = {
  ArrowLeft: [-PAN_PX, 0], ArrowRight: [PAN_PX, 0], ArrowUp: [0, -PAN_PX], ArrowDown: [0, PAN_PX],
};
