import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState, PanelSkeleton } from '../../ui/PanelFrame.tsx';
import { cutMiddle } from '../../../core/text/format.ts';
import { isTargetAddress } from '../../../core/url/targetNamed.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { Link } from '../../ui/Link.tsx';
import { useShortcutRunner } from '../../ui/shortcuts.ts';
import styles from './OverviewPanel.module.css';

const MAX_LISTED = 8;

/** Draws the page if there is a target; else shows what is loading, or how to add one. */
export function NeedsTarget({ title, children }: { title: string; children: ReactNode }) {
  const { target, targets, error } = useCurrentTarget();
  const { state, href } = useUrlState();
  const add = useShortcutRunner('a');
  const choose = useShortcutRunner('f');
  const addButton = add !== null && <Button size="xs" variant="default" onClick={add}>Add a target</Button>;
  if (target !== null) return <>{children}</>;
  if (targets === undefined && error === null) {
    return <PanelSkeleton title={title} level={1} waitingFor="Loading the list of targets" height={420} />;
  }
  if (targets === undefined) {
    return <EmptyState headingLevel={1} what="tsdbscope does not answer"
      why={<p>{error?.message} Check that the tsdbscope process is running.</p>} />;
  }
  if (targets.length === 0) {
    return (
      <EmptyState
        headingLevel={1}
        what="No targets"
        why={
          <><p>tsdbscope shows the GC cycles, compactions, WAL replay, memory and scrapes of a time-series database.</p>
            <p>Start it with the address of one, or add one here. Or open files, drop them on this page, or paste a log:
              logs, profiles, traces, benchmarks, recordings, /metrics and more are recognized.</p></>
        }
        action={<>
          <code>npm start -- http://localhost:9090</code>
          <div className={styles['first']}>{addButton}{choose !== null && <Button size="xs" variant="default"
            onClick={choose}>Open files …</Button>}</div>
        </>}
      />
    );
  }
  return <EmptyState headingLevel={1} what="Target not found" why={
    <>
      <p>This server has no target “{cutMiddle(state.target ?? '', 80)}”. It has:</p>
      <ul className={styles['targets']}>
        {targets.slice(0, MAX_LISTED).map(({ name }) => (
          <li key={name}><Link href={href({ target: name, range: null })}>{cutMiddle(name, 80)}</Link></li>
        ))}
      </ul>
      {targets.length > MAX_LISTED && <p>and {(targets.length - MAX_LISTED).toLocaleString('en-US')} more, in the list
        at the top of the page.</p>}
    </>
  } action={isTargetAddress(state.target) ? addButton : undefined} />;
}
