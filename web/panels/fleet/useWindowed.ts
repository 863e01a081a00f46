import { useLayoutEffect, useState, type RefObject } from 'react';
import { useOnPaper } from '../../ui/onPaper.ts';
import { countPassing } from '../../../core/statistics/ascending.ts';

/** Distance drawn above and below the visible part, so that fast scrolling shows no gap. */
const OVERSCAN_PX = 400;
/** Items are drawn in blocks, so that most frames of a scroll change nothing in the document. */
const BLOCK_ITEMS = 8;

export interface Windowed {
  /** First and last drawn item. */
  first: number;
  last: number;
  /** Scrolls an item into view. */
  reveal: (index: number) => void;
}

/**
 * Returns the visible items of a long list on the page, all of them on paper. `tops`: start of each in px, and the
 * total height at the end.
 */
export function useWindowed(box: RefObject<HTMLElement | null>, tops: readonly number[]): Windowed {
  const onPaper = useOnPaper();
  const [shown, setShown] = useState({ first: 0, last: Math.min(tops.length - 2, 20) });
  useLayoutEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const above = -(box.current?.getBoundingClientRect().top ?? 0);
      const { first, last } = drawnItems(tops, above - OVERSCAN_PX, above + window.innerHeight + OVERSCAN_PX);
      setShown((was) => (was.first === first && was.last === last ? was : { first, last }));
    };
    const soon = (): void => { frame ||= requestAnimationFrame(look); };
    look();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [box, tops]);
  const reveal = (index: number): void => {
    const { top } = box.current?.getBoundingClientRect() ?? { top: 0 };
    const [from, to] = [tops[index] ?? 0, tops[index + 1] ?? 0];
    // Below the bar of the page, and above that of a phone.
    const room = { above: 120, below: 80 };
    if (top + from < room.above) window.scrollBy({ top: top + from - room.above });
    else if (top + to > window.innerHeight - room.below)
      window.scrollBy({ top: top + to - window.innerHeight + room.below });
  };
  return { ...(onPaper ? { first: 0, last: tops.length - 2 } : shown), reveal };
}

/** Returns the blocks of items with any part in the span of heights. */
export function drawnItems(
  tops: readonly number[], fromPx: number, toPx: number
): Pick<Windowed, 'first' | 'last'> {
  const [first, last] = [itemAt(tops, fromPx), itemAt(tops, toPx)];
  return {
    first: first - first % BLOCK_ITEMS, last: Math.min(tops.length - 2, last - last % BLOCK_ITEMS + BLOCK_ITEMS - 1),
  };
}

/** Returns the item at a height; `tops` includes the end of the last one. */
function itemAt(tops: readonly number[], px: number): number {
  return Math.max(0, countPassing(tops.length - 1, (item) => (tops[item] ?? 0) <= px) - 1);
}
