import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../useCurrentTarget.ts';

/** Draws the page only when there is a target; else says what is being waited for, or how to name one. */
export function NeedsTarget({ title, children }: { title: string; children: ReactNode }) {
  const { target, targets, error } = useCurrentTarget();
  if (target !== null) return <>{children}</>;
  if (targets === undefined && error === null) {
    return <div aria-busy="true"><h1 hidden>{title}</h1><Skeleton height={28} width="min(70%, 560px)" mb="md" /><Skeleton height={360} /></div>;
  }
  if (targets === undefined) {
    return <EmptyState what="tsdbscope does not answer" why={<p>{error?.message} Nothing was read from it yet. Is it still running in its terminal?</p>} />;
  }
  if (targets.length === 0) {
    return (
      <EmptyState
        what="No target is watched yet"
        why={<><p>Here every page would show one time-series database: its GC cycles against its CPU, its compactions, its replay, its scrapes.</p><p>Start tsdbscope with the address of one:</p></>}
        action={<code>npm start -- http://localhost:9090</code>}
      />
    );
  }
  return <EmptyState what="This target is not here" why={<p>The link names a target that this server does not watch. Pick another at the top of the page.</p>} />;
}
