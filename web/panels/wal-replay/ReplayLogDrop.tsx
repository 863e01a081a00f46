import { Button } from '@mantine/core';
import { useOpenReplayLog } from '../../api/replayQueries.ts';
import { cutMiddle, formatZonedWindow } from '../../../core/text/format.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { LogSource } from '../shared/LogSource.tsx';
import panelStyles from '../shared/panel.module.css';
import styles from './replays.module.css';

/**
 * Starts from a server log; the last one opens below. A log does not name its target, so its starts stay separate until
 * the reader assigns them to this target.
 */
export function ReplayLogDrop({ target }: { target: string }) {
  const { state, set } = useUrlState();
  const open = useOpenReplayLog();
  const take = (file: File, of: string | null = null): void => {
    // A start without a target is replaced by that of the target.
    if (of !== null) set({ replays: [] });
    open.mutate({ file, target: of }, {
      onSuccess: ({ replays }) => {
        const last = replays.at(-1);
        if (last !== undefined) set({ replays: [last.id] });
      },
    });
  };
  return (
    <LogSource holds="every start in it with its phases" purpose="All starts in it are stored below."
      reading={{ ...open, variables: open.variables?.file }} onLog={(file) => take(file)}
      onClose={open.data === undefined ? null : () => open.reset()}>
      {open.data !== undefined && (
        <div aria-live="polite">
          <p className={styles['sentence']}>{render(open.data.finding.claim, onPage(state.zone))}</p>
          <p className={panelStyles['note']}>
            <span className="mono">{cutMiddle(open.variables?.file.name ?? 'log', 60)}
              </span> · {formatZonedWindow(open.data.start, open.data.end, state.zone, open.data.end)} · {
                open.data.lines.read.toLocaleString('en-US')
              } lines read, {open.data.lines.used.toLocaleString('en-US')} about
                starts, {open.data.lines.other.toLocaleString('en-US')} other
          </p>
          {target !== '' && open.variables?.target === null && open.data.replays.length > 0 && (
            <p className={panelStyles['note']}>
              The log names no target: its starts are kept apart, by file name and time.{' '}
              <Button size="compact-xs" variant="default" onClick={() => take(open.variables.file, target)}>
                It is the log of {cutMiddle(target, 40)}</Button>
            </p>
          )}
          {open.data.notes.map((note) => <p key={note} className={panelStyles['note']}>{note}</p>)}
        </div>
      )}
    </LogSource>
  );
}
