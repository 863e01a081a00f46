import { useCallback, useMemo, useRef, useState } from 'react';
import { formatZoom } from './flameZoomPath.ts';
import { useUrlState } from '../useUrlState.ts';
import type { Grow } from './flameChart.ts';

export interface FlameZoomUrl {
  /** Names from the outermost function to the frame zoomed into; empty = all. The same list as long as it says the same. */
  path: string[];
  grow: Grow;
  /** Zooms and selects in one step of the browser's history. */
  zoomTo: (path: string[], selectedName: string | null) => void;
  /** To the zoom before, else out to the caller. */
  back: () => void;
  setGrow: (grow: Grow) => void;
}

/** The zoom of the page's flame graph, as the address has it. A path too long for an address is kept here alone. */
export function useFlameZoomUrl(): FlameZoomUrl {
  const { state, set } = useUrlState();
  const [unwritten, setUnwritten] = useState<string[] | null>(null);
  const steps = useRef(0);
  const written = JSON.stringify(state.zoom);
  const path = useMemo(() => unwritten ?? (JSON.parse(written) as string[]), [unwritten, written]);
  const zoomTo = useCallback((next: string[], selectedName: string | null) => {
    const fits = next.length === 0 || formatZoom(next) !== '';
    setUnwritten(fits ? null : next);
    steps.current += 1;
    set({ zoom: fits ? next : [], selectedFunction: selectedName }, 'push');
  }, [set]);
  const back = useCallback(() => {
    if (path.length === 0) return;
    if (steps.current > 0 && unwritten === null) {
      steps.current -= 1;
      window.history.back();
    } else zoomTo(path.slice(0, -1), path.at(-2) ?? null);
  }, [path, unwritten, zoomTo]);
  const setGrow = useCallback((grow: Grow) => set({ grow }, 'push'), [set]);
  return { path, grow: state.grow, zoomTo, back, setGrow };
}
