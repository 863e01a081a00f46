import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Scrolls a table's own box, never the page, to its selected row; runs when `selected` changes. */
export function useRowInView(box: RefObject<HTMLElement | null>, selected: string | null): void {
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('tr[data-selected]');
    const scroller = row?.closest<HTMLElement>('[role="region"]');
    if (!row || !scroller) return;
    const head = scroller.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    const rowBox = row.getBoundingClientRect();
    const scrollerBox = scroller.getBoundingClientRect();
    if (rowBox.top < scrollerBox.top + head) scroller.scrollTop -= scrollerBox.top + head - rowBox.top;
    else if (rowBox.bottom > scrollerBox.bottom) scroller.scrollTop += rowBox.bottom - scrollerBox.bottom;
  }, [box, selected]);
}
