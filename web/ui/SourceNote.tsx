import type { PanelSource } from '../../core/contract/contract.ts';
import { formatSeconds, formatWindow } from '../../core/text/format.ts';
import { useUrlState } from '../url/useUrlState.ts';
import styles from './FindingHeadline.module.css';
import { useNow } from './useNow.ts';

const sourceWords: Record<PanelSource['source'], string> = {
  history: 'from the target’s history',
  recorded: 'recorded by tsdbscope',
};

export function isAllRecorded(sources: readonly PanelSource[]): boolean {
  return sources.every(({ source }) => source === 'recorded');
}

/** Source and resolution of each part of the window; nothing if tsdbscope recorded all of it. */
export function SourceNote({ sources }: { sources: readonly PanelSource[] }) {
  const { state } = useUrlState();
  const now = useNow(60_000);
  if (isAllRecorded(sources)) return null;
  return (
    <p className={styles['sources']}>
      Samples:{' '}
      {sources.map(({ start, end, source, stepSeconds }, i) => (
        <span key={start}>
          {i > 0 && ' · '}
          {formatWindow(start, end, state.zone, now)} {sourceWords[source]}
          {stepSeconds !== null && `, every ${formatSeconds(stepSeconds)}`}
        </span>
      ))}
    </p>
  );
}
