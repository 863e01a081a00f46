import type { ReactNode } from 'react';
import { EmptyState, PanelSkeleton } from '../../ui/PanelFrame.tsx';
import { cutMiddle } from '../../../core/text/format.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';

/** Draws the page only when there is a target; else says what is being waited for, or how to name one. */
export function NeedsTarget({ title, children }: { title: string; children: ReactNode }) {
  const { target, targets, error } = useCurrentTarget();
  const { state } = useUrlState();
  if (target !== null) return <>{children}</>;
  if (targets === undefined && error === null) {
    return <PanelSkeleton title={title} level={1} waitingFor="Reading the list of targets" height={420} />;
  }
  if (targets === undefined) {
    return <EmptyState headingLevel={1} what="tsdbscope does not answer"
      why={<p>{error?.message} Nothing was read from it yet. Is it still running in its terminal?</p>} />;
  }
  if (targets.length === 0) {
    return (
      <EmptyState
        headingLevel={1}
        what="No target is watched yet"
        why={
          <><p>Here every page would show one time-series database: its GC cycles against its CPU, its compactions, its
            replay, its scrapes.</p><p>Start tsdbscope with the address of one:</p></>
        }
        action={<code>npm start -- http://localhost:9090</code>}
      />
    );
  }
  return <EmptyState headingLevel={1} what="This target is not here" why={
    <p>The link names the target “{cutMiddle(state.target ?? '', 80)}”, which this server does not watch. Pick another
      at the top of the page.</p>
  } />;
}
