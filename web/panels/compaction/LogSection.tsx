import { Button, CloseButton, FileButton, Loader } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CompactionLog } from '../../../core/contract/contract.ts';
import { useOpenLog } from '../../api/compactionQueries.ts';
import { cutMiddle, formatZonedWindow } from '../../../core/text/format.ts';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { useLogDrop, whyNoLog } from '../../ui/useLogDrop.ts';
import { onPage, renderAnswer } from '../../../core/text/parts.ts';
import type { Zone } from '../../../core/text/zone.ts';
import styles from './compaction.module.css';
import { Fold } from '../shared/Fold.tsx';
import panelStyles from '../shared/panel.module.css';
import { BlockStrip } from './BlockStrip.tsx';
import { CompactionTable } from './CompactionTable.tsx';

function LogResult({ log: answer, name, zone }: { log: CompactionLog; name: string; zone: Zone }) {
  const log = useMemo(() => renderAnswer(answer, onPage(zone)), [answer, zone]);
  return (
    <div className={styles['result']} aria-live="polite">
      <p className={styles['sentence']}>{log.finding.sentence}</p>
      <p className={panelStyles['note']}>
        <span className="mono">{cutMiddle(name, 60)}</span> · {
          formatZonedWindow(log.start, log.end, zone, log.end)
        } · {log.lines.read.toLocaleString('en-US')} lines read, {log.lines.used.toLocaleString('en-US')} about
          compactions, {log.lines.other.toLocaleString('en-US')} other
        {log.target !== null && ` · joined with the counters of ${log.target} above until tsdbscope restarts`}
      </p>
      <p className={panelStyles['note']}>{log.keepingUp.sentence}</p>
      {log.notes.length > 0 && (
        <ul className={styles['notes']}>
          {log.notes.map(({ sentence }) => <li key={sentence}>{cutMiddle(sentence, 500)}</li>)}
        </ul>
      )}
      {/* Closed if the log was joined with the panel above, which already shows it. */}
      <details open={log.target === null}>
        <summary>Log only: {
          log.compactions.length.toLocaleString('en-US')
        } compactions, {log.blocks.length.toLocaleString('en-US')} blocks</summary>
        <div className={styles['result']}>
          <BlockStrip blocks={log.blocks} zone={zone} />
          <CompactionTable compactions={log.compactions} zone={zone} caption="Compactions in the log" />
          <FiguresTable figures={log.figures} zone={zone} />
        </div>
      </details>
    </div>
  );
}

/** Compactions from a server log, opened by drop or file dialog. */
export function LogSection({ target, zone }: { target: string | null; zone: Zone }) {
  const open = useOpenLog(target);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (file: File | null): void => {
    if (file === null) return;
    const why = whyNoLog(file.size);
    setRefused(why);
    if (why === null) open.mutate(file);
  };
  const isOver = useLogDrop(take);
  const error = refused ?? open.error?.message ?? null;
  return (
    <Fold id="log" title="From a server log" holds="open or drop one: level, inputs and times in milliseconds"
      isForced={isOver || open.isPending || open.data !== undefined || error !== null}>
      <div className={styles['drop']} data-over={isOver || undefined}>
        <FileButton onChange={take} inputProps={{ 'aria-label': 'Log file' }}>
          {(props) => <Button {...props} size="xs" variant="default">Open a log …</Button>}
        </FileButton>
        <p>or drop one anywhere on this page: Prometheus 2.x or 3.x, logfmt or JSON, plain or gzip, with or without
          prefixes of journald, kubectl or Docker. It adds level, inputs and times in milliseconds.</p>
        {open.isPending && <span><Loader size={12} /> Reading {cutMiddle(open.variables.name, 40)} …</span>}
        {error !== null && <b role="alert">{cutMiddle(error, 400)}</b>}
        {open.data !== undefined && <CloseButton size="sm" aria-label="Close log" onClick={() => open.reset()} />}
      </div>
      {open.data !== undefined && <LogResult log={open.data} name={open.variables?.name ?? 'log'} zone={zone} />}
    </Fold>
  );
}
