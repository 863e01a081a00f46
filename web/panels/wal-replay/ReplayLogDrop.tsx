import { useOpenReplayLog } from '../../api/replayQueries.ts';
import { cutMiddle, formatZonedWindow } from '../../../core/text/format.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { LogSource } from '../shared/LogSource.tsx';
import panelStyles from '../shared/panel.module.css';
import styles from './replays.module.css';

/** Starts from a server log. The last one opens below. */
export function ReplayLogDrop() {
  const { state, set } = useUrlState();
  const open = useOpenReplayLog();
  const take = (file: File): void => {
    open.mutate(file, {
      onSuccess: ({ replays }) => {
        const last = replays.at(-1);
        if (last !== undefined) set({ replays: [last.id] });
      },
    });
  };
  return (
    <LogSource holds="every start in it with its phases" purpose="All starts in it are stored below." reading={open}
      onLog={take} onClose={open.data === undefined ? null : () => open.reset()}>
      {open.data !== undefined && (
        <div aria-live="polite">
          <p className={styles['sentence']}>{render(open.data.finding.claim, onPage(state.zone))}</p>
          <p className={panelStyles['note']}>
            <span className="mono">{cutMiddle(open.variables?.name ?? 'log', 60)}
              </span> · {formatZonedWindow(open.data.start, open.data.end, state.zone, open.data.end)} · {
                open.data.lines.read.toLocaleString('en-US')
              } lines read, {open.data.lines.used.toLocaleString('en-US')} about
                starts, {open.data.lines.other.toLocaleString('en-US')} other
          </p>
          {open.data.notes.map((note) => <p key={note} className={panelStyles['note']}>{note}</p>)}
        </div>
      )}
    </LogSource>
  );
}
