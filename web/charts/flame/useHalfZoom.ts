import { useCallback, useMemo, useState } from 'react';
import { formatZoom } from '../../../core/views/flame/flameZoomPath.ts';
import { useUrlState } from '../../url/useUrlState.ts';

export interface HalfZoom {
  /** Referentially stable while its content is. */
  path: string[];
  zoomTo: (path: string[]) => void;
  back: () => void;
}

/**
 * Returns the zoom of half of a sandwich, stored in the address without a history entry. A path too long for an address
 * is kept here only.
 */
export function useHalfZoom(side: 'callers' | 'callees'): HalfZoom {
  const { state, set } = useUrlState();
  const [unwritten, setUnwritten] = useState<string[] | null>(null);
  const written = JSON.stringify(state.halfZoom[side]);
  const path = useMemo(() => unwritten ?? (JSON.parse(written) as string[]), [unwritten, written]);
  const zoomTo = useCallback((next: string[]) => {
    const fits = next.length === 0 || formatZoom(next) !== '';
    setUnwritten(fits ? null : next);
    set(({ halfZoom }) => ({ halfZoom: { ...halfZoom, [side]: fits ? next : [] } }), 'replace');
  }, [set, side]);
  const back = useCallback(() => zoomTo(path.slice(0, -1)), [path, zoomTo]);
  return { path, zoomTo, back };
}
