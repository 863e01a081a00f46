import { Button, CloseButton, FileButton, Loader } from '@mantine/core';
import { useState } from 'react';
import { useOpenReplayLog } from '../../api/replayQueries.ts';
import { cutMiddle, formatZonedWindow } from '../../../core/text/format.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useLogDrop, whyNoLog } from '../../ui/useLogDrop.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Fold } from '../shared/Fold.tsx';
import panelStyles from '../shared/panel.module.css';
import styles from './replays.module.css';

/** Starts from a server log, opened by drop or file dialog. The last one opens below. */
export function ReplayLogDrop() {
  const { state, set } = useUrlState();
  const open = useOpenReplayLog();
  const [refused, setRefused] = useState<string | null>(null);
  const take = (file: File | null): void => {
    if (file === null) return;
    const why = whyNoLog(file.size);
    setRefused(why);
    if (why !== null) return;
    open.mutate(file, {
      onSuccess: ({ replays }) => {
        const last = replays.at(-1);
        if (last !== undefined) set({ replays: [last.id] });
      },
    });
  };
  const isOver = useLogDrop(take);
  const error = refused ?? open.error?.message ?? null;
  return (
    <Fold id="log" title="From a server log" holds="open or drop one: every start in it with its phases"
      isForced={isOver || open.isPending || open.data !== undefined || error !== null}>
      <div className={styles['drop']} data-over={isOver || undefined}>
        <FileButton onChange={take} inputProps={{ 'aria-label': 'Log file' }}>
          {(props) => <Button {...props} size="xs" variant="default">Open a log …</Button>}
        </FileButton>
        <p>or drop one anywhere on this page: Prometheus 2.x or 3.x, logfmt or JSON, plain or gzip, with or without
          prefixes of journald, kubectl or Docker, complete or truncated. All starts in it are stored below.</p>
        {open.isPending && <span><Loader size={12} /> Reading {cutMiddle(open.variables.name, 40)} …</span>}
        {error !== null && <b role="alert">{cutMiddle(error, 400)}</b>}
        {open.data !== undefined && <CloseButton size="sm" aria-label="Close log" onClick={() => open.reset()} />}
      </div>
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
    </Fold>
  );
}
