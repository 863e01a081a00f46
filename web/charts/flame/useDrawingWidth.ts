import { systemClock, type Cancel } from '../../../core/time/clock.ts';
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useOnPaper } from '../../ui/onPaper.ts';

const SETTLE_MS = 200;
/** Minimum width; narrower boxes occur only during layout or printing. */
const MIN_WIDTH_PX = 160;

/**
 * Returns the width of a box in whole pixels, known before its first paint; 0 only in the render before it is mounted.
 * A window that is resized passes through many widths: only the final one counts. That of a sheet counts at once.
 */
export function useDrawingWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  const onPaper = useOnPaper();
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    setWidthPx(Math.max(MIN_WIDTH_PX, box.clientWidth));
    let cancel: Cancel | null = null;
    const observer = new ResizeObserver(() => {
      cancel?.();
      cancel = systemClock.after(SETTLE_MS, () => {
        if (box.clientWidth >= MIN_WIDTH_PX) setWidthPx(box.clientWidth);
      });
    });
    observer.observe(box);
    return () => {
      cancel?.();
      observer.disconnect();
    };
  }, [ref, onPaper]);
  return widthPx;
}
