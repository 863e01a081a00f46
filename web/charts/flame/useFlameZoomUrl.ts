import { useCallback, useMemo, useRef, useState } from 'react';
import { systemClock } from '../../../core/time/clock.ts';
import { formatZoom } from '../../../core/views/flame/flameZoomPath.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import type { Grow } from './flameChart.ts';

export interface FlameZoomUrl {
  /**
   * Names from the outermost function to the zoomed frame; empty for all. Referentially stable while its content is.
   */
  path: string[];
  grow: Grow;
  zoomTo: (path: string[]) => void;
  /** Returns to the previous zoom, else out to the caller. */
  back: () => void;
  setGrow: (grow: Grow) => void;
}

/** Fallback for a background tab, where nothing is painted. */
const UNPAINTED_MS = 250;

function afterPaint(run: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(() => void systemClock.after(0, once));
  systemClock.after(UNPAINTED_MS, once);
}

/**
 * Returns the zoom of the page's flame graph, stored in the address. A path too long for an address is kept here only.
 */
export function useFlameZoomUrl(): FlameZoomUrl {
  const { state, set } = useUrlState();
  const [unwritten, setUnwritten] = useState<string[] | null>(null);
  // The requested zoom until the address has it: the graph updates first, then the rest of the page.
  const [ahead, setAhead] = useState<{ from: string; path: string[] } | null>(null);
  const steps = useRef(0);
  const written = JSON.stringify(state.zoom);
  const isAhead = ahead !== null && ahead.from === written;
  const path = useMemo(
    () => (isAhead ? ahead.path : unwritten ?? (JSON.parse(written) as string[])), [isAhead, ahead, unwritten, written]
  );
  const zoomTo = useCallback((next: string[]) => {
    const fits = next.length === 0 || formatZoom(next) !== '';
    setAhead({ from: written, path: next });
    afterPaint(() => {
      steps.current += 1;
      setUnwritten(fits ? null : next);
      set({ zoom: fits ? next : [] }, 'push');
      setAhead(null);
    });
  }, [set, written]);
  const back = useCallback(() => {
    if (path.length === 0) return;
    if (steps.current > 0 && unwritten === null) {
      steps.current -= 1;
      window.history.back();
    } else zoomTo(path.slice(0, -1));
  }, [path, unwritten, zoomTo]);
  const setGrow = useCallback((grow: Grow) => set({ grow }, 'push'), [set]);
  return { path, grow: state.grow, zoomTo, back, setGrow };
}
