import { useCallback, useState } from 'react';

export interface LocalZoom {
  path: string[];
  zoomTo: (path: string[]) => void;
  back: () => void;
}

/** The zoom of a flame graph that is not in the address: half of a sandwich. */
export function useLocalZoom(): LocalZoom {
  const [path, zoomTo] = useState<string[]>([]);
  const back = useCallback(() => zoomTo((old) => old.slice(0, -1)), []);
  return { path, zoomTo, back };
}
