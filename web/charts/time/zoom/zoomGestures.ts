/** Zooming a plot by wheel and two fingers: drawn at once, and requested when they stop. */
import { systemClock, type Cancel } from '../../../../core/time/clock.ts';
import { pinchZoomed, wheelZoomed, type ZoomWindow } from '../../../../core/views/charts/wheelZoom.ts';

const RESTS_AFTER_MS = 220;

interface ZoomTarget {
  /** Window of the plot, previews included. */
  window: () => ZoomWindow;
  preview: (window: ZoomWindow) => void;
  commit: (window: ZoomWindow) => void;
  /** Whether the wheel alone zooms; else it scrolls the page, and zooms with Ctrl or the command key. */
  isChosen: () => boolean;
}

/** Listens until the returned function is called. A trackpad's pinch arrives as a wheel with Ctrl. */
export function listenToZoom(over: HTMLElement, target: ZoomTarget): () => void {
  let cancelRest: Cancel | null = null;
  const fingers = new Map<number, number>();
  let pinch: { window: ZoomWindow; from: readonly [number, number] } | null = null;
  const shareOf = (clientX: number): number => {
    const { left, width } = over.getBoundingClientRect();
    return (clientX - left) / Math.max(1, width);
  };
  const show = (window: ZoomWindow): void => {
    target.preview(window);
    cancelRest?.();
    cancelRest = systemClock.after(RESTS_AFTER_MS, () => { if (over.isConnected) target.commit(window); });
  };
  const turn = (event: WheelEvent): void => {
    if (event.deltaY === 0 || !(event.ctrlKey || event.metaKey || target.isChosen())) return;
    event.preventDefault();
    const window = target.window();
    const at = window.start + shareOf(event.clientX) * (window.end - window.start);
    show(wheelZoomed(window, at, event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1)));
  };
  const places = (): [number, number] | null => {
    const [a, b] = [...fingers.values()];
    return a === undefined || b === undefined ? null : [shareOf(a), shareOf(b)];
  };
  const down = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, event.clientX);
    const from = places();
    pinch = from === null ? null : { window: target.window(), from };
  };
  const move = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event.clientX);
    const to = places();
    if (pinch !== null && to !== null) show(pinchZoomed(pinch.window, pinch.from, to));
  };
  const up = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    pinch = null;
  };
  over.addEventListener('wheel', turn, { passive: false });
  over.addEventListener('pointerdown', down);
  over.addEventListener('pointermove', move);
  for (const end of ['pointerup', 'pointercancel'] as const) over.addEventListener(end, up);
  return () => cancelRest?.();
}
