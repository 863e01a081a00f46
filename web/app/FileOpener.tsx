import { CloseButton, Loader } from '@mantine/core';
import { useRef } from 'react';
import styles from './FileOpener.module.css';
import { cutMiddle, formatBytes } from '../../core/text/format.ts';
import { holdsBlocks } from '../api/files/blockMetas.ts';
import { isLogFile, pastedLog, usePaste } from '../ui/drop/useLogDrop.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { useFileDrop } from './useFileDrop.ts';
import { useOpenFiles, type OpeningFile } from './useOpenFiles.ts';
import { useUrlState } from '../url/useUrlState.ts';

const stateWords: Record<OpeningFile['state'], string> = {
  sending: 'sending and reading …', opened: 'opened', failed: 'could not be opened',
};

/**
 * Accepts files dropped, and text pasted, on any page; the key `f` chooses files without a mouse. The profile pages
 * accept dropped profiles themselves, because a drop fills a side there.
 */
export function FileOpener() {
  const { state } = useUrlState();
  const takesProfilesItself = state.page === 'profiles' || state.page === 'diff' || state.page === 'benchmarks';
  const { files, open, openFolders, clear } = useOpenFiles();
  // The pages that read logs handle them themselves.
  const fromLogs = state.page === 'compaction' ? 'compactions' : state.page === 'wal-replay' ? 'starts' : null;
  const takesLogsItself = fromLogs !== null;
  const isOver = useFileDrop((dropped) => {
    const others = takesLogsItself ? dropped.filter(({ name }) => !isLogFile(name)) : dropped;
    if (others.length > 0 || dropped.length === 0)
      open(others, state.page === 'benchmarks' ? 'recordings' : takesProfilesItself ? 'not-profiles' : 'all');
  }, (folders) => {
    // The compaction page also reads the blocks of a server.
    openFolders(state.page === 'compaction' ? folders.filter((folder) => !holdsBlocks(folder)) : folders);
  });
  usePaste(takesLogsItself ? null : (text) => {
    const pasted = pastedLog(text);
    if (pasted !== null) open([pasted]);
  });
  const chooser = useRef<HTMLInputElement>(null);
  useShortcut('f', () => chooser.current?.click());
  return (
    <>
      <input ref={chooser} type="file" multiple hidden aria-label="Files to open"
        onChange={({ currentTarget }) => {
          open([...currentTarget.files ?? []]);
          // Else the same file could not be chosen again.
          currentTarget.value = '';
        }} />
      {files.length > 0 && (
        <ul className={styles['files']} aria-label="Files being opened" aria-live="polite">
          {files.map((file) => (
            <li key={file.key} data-state={file.state}>
              {file.state === 'sending' && <Loader size={12} />}
              <span className="mono">{cutMiddle(file.name, 48)}</span> <span className={styles['quiet']}>
                {formatBytes(file.sizeBytes)}</span>
              <b>{stateWords[file.state]}</b>
              {file.message !== null && <span>{cutMiddle(file.message, 400)}</span>}
            </li>
          ))}
          {files.every((file) => file.state !== 'sending') && <li><CloseButton size="sm"
            aria-label="Clear the list of files" onClick={clear} /></li>}
        </ul>
      )}
      {isOver && !takesProfilesItself && <div className={styles['veil']}><p>
        {takesLogsItself ? `Drop the server’s log (.log, .txt, .gz) to see its ${fromLogs}; ` : ''}
        {takesLogsItself ? 'a' : 'Drop a log, a'} recording (.ndjson.gz), an incident file, a debug.tar.gz, a zip or a
        folder to open it, or profiles to read or compare them</p></div>}
    </>
  );
}
