import { useMemo } from 'react';
import type { ServerCompactionLog } from '../../../core/contract/contract.ts';
import { useOpenLog } from '../../api/compactionQueries.ts';
import { cutMiddle, formatZonedWindow } from '../../../core/text/format.ts';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { onPage, renderAnswer } from '../../../core/text/parts.ts';
import type { Zone } from '../../../core/text/zone.ts';
import styles from './compaction.module.css';
import { LogSource } from '../shared/LogSource.tsx';
import panelStyles from '../shared/panel.module.css';
import { BlockStrip } from './BlockStrip.tsx';
import { useOpenPart } from '../../url/useOpenPart.ts';
import { LineageTree } from './LineageTree.tsx';
import { CompactionTable } from './CompactionTable.tsx';

interface LogResultProps {
  log: ServerCompactionLog;
  name: string;
  zone: Zone;
  /** Claim of the page, which is not repeated; empty if the page is not about the log. */
  said?: string;
}

/** Compactions of a log. */
export function LogResult({ log: answer, name, zone, said = '' }: LogResultProps) {
  const log = useMemo(() => renderAnswer(answer, onPage(zone)), [answer, zone]);
  const { sentence } = log.finding;
  const more = log.keepingUp.sentence.startsWith(sentence) ? log.keepingUp.sentence.slice(sentence.length).trim()
    : log.keepingUp.sentence;
  const { details } = useOpenPart('log-only', log.target === null);
  return (
    <div className={styles['result']} aria-live="polite">
      {sentence !== said && <p className={styles['sentence']}>{sentence}</p>}
      <p className={panelStyles['note']}>
        {said === '' && <><span className="mono">{cutMiddle(name, 60)}</span> · </>}
        {log.source !== '' && <><span className="mono">{cutMiddle(log.source, 60)}</span> · </>}
        {said === '' && `${formatZonedWindow(log.start, log.end, zone, log.end)} · `}
        {log.lines.read.toLocaleString('en-US')} lines read, {log.lines.used.toLocaleString('en-US')} about
          compactions, {log.lines.other.toLocaleString('en-US')} other
        {log.target !== null && ` · joined with the counters of ${log.target} above until tsdbscope restarts`}
      </p>
      {more !== '' && <p className={panelStyles['note']}>{more}</p>}
      {log.notes.length > 0 && (
        <ul className={styles['notes']}>
          {log.notes.map(({ sentence }) => <li key={sentence}>{cutMiddle(sentence, 500)}</li>)}
        </ul>
      )}
      {/* Closed if the log was joined with the panel above, which already shows it. */}
      <details {...details}>
        <summary>Log only: {
          log.compactions.length.toLocaleString('en-US')
        } compactions, {log.blocks.length.toLocaleString('en-US')} blocks</summary>
        <div className={styles['result']}>
          <BlockStrip blocks={log.blocks} zone={zone} />
          <LineageTree blocks={log.blocks} zone={zone} />
          <CompactionTable compactions={log.compactions} zone={zone} caption="Compactions in the log" />
          <FiguresTable figures={log.figures} zone={zone} />
        </div>
      </details>
    </div>
  );
}

/** Compactions from a server log. */
export function LogSection({ target, zone }: { target: string | null; zone: Zone }) {
  const open = useOpenLog(target);
  return (
    <LogSource holds="level, inputs and times in milliseconds" reading={open}
      purpose="It adds level, inputs and times in milliseconds. Without a log: the meta.json files of its blocks, or a
        folder of them." takesBlocks onLog={(file) => open.mutate(file)}
      onClose={open.data === undefined ? null : () => open.reset()}>
      {open.data !== undefined && [open.data, ...open.data.others].map((log) => (
        <LogResult key={log.source} log={log} name={open.variables?.name ?? 'log'} zone={zone} />
      ))}
    </LogSource>
  );
}
