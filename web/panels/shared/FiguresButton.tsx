import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useUrlState } from '../../url/useUrlState.ts';
import { FIGURES } from './figuresPart.ts';
import type { FiguresProps } from './figuresProps.ts';

const FiguresDrawer = lazy(() => import('./FiguresDrawer.tsx'));

/** Opens the drawer with every figure of the panel; a link that compares two windows opens it too. */
export function FiguresButton(props: FiguresProps) {
  const { state, set } = useUrlState();
  const isOpen = state.open.includes(FIGURES) || state.versus !== null;
  const others = state.open.filter((one) => one !== FIGURES);
  if (props.figures.length === 0) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" title="Every figure of this page with its source"
        onClick={() => set({ open: [...others, FIGURES] }, 'replace')}>Figures</Button>
      {isOpen && <Suspense fallback={null}><FiguresDrawer {...props}
        onClose={() => set({ open: others, versus: null }, 'replace')} /></Suspense>}
    </>
  );
}
