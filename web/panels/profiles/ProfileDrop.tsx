import { Button, CloseButton, FileButton, Loader } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { formatBytes } from '../../../core/text/format.ts';
import { sortBenchmarks } from '../../api/files/benchmarkFiles.ts';
import { plainFiles } from '../../api/files/droppedFiles.ts';
import { sortDropped } from '../../api/files/recordingFiles.ts';
import { Link } from '../../ui/Link.tsx';
import { pathPrefix } from '../../url/pathPrefix.ts';
import { usePageDrop } from '../../ui/drop/usePageDrop.ts';
import styles from './Profiles.module.css';
import { useUploads } from './useUploads.ts';
import type { Upload } from './useUploads.ts';

interface ProfileDropProps {
  /**
   * Called once per drop or file choice, after all files were uploaded. If some were rejected, the page first shows the
   * reasons, and a button continues with the others. Returns a message, or null.
   */
  onProfiles: (profiles: ProfileInfo[]) => string | null;
  /** Effect of a drop, shown while files are dragged over the page. */
  invitation: string;
  /** Shown to the left of the upload button. */
  children?: ReactNode;
}

/** Uploads profiles by drop anywhere on the page or by file dialog, and shows the state of each file. */
export function ProfileDrop({ onProfiles, invitation, children }: ProfileDropProps) {
  const { uploads, add, clear } = useUploads();
  const [said, setSaid] = useState<string | null>(null);
  const [rest, setRest] = useState<ProfileInfo[]>([]);
  const take = (files: readonly File[]): void => {
    if (files.length === 0) return;
    setSaid(null);
    setRest([]);
    void add(files).then(({ taken, refused }) => {
      if (refused > 0) setRest(taken);
      else if (taken.length > 0) setSaid(onProfiles(taken));
    });
  };
  const goOn = (): void => {
    setRest([]);
    setSaid(onProfiles(rest));
  };
  const forget = (): void => {
    setRest([]);
    setSaid(null);
    clear();
  };
  // The page's frame handles recordings, archives, folders and benchmark outputs.
  const isOver = usePageDrop(
    (dropped) => void sortBenchmarks(sortDropped(plainFiles(dropped)).profiles).then(({ others }) => take(others))
  );
  return (
    <>
      <div className={styles.drop}>
        {children}
        <FileButton multiple onChange={take} inputProps={{ 'aria-label': 'Profile files' }}>
          {(props) => <Button {...props} size="xs" variant="default">Upload profiles …</Button>}
        </FileButton>
        <span className={styles.note}>or drop pprof files anywhere on this page</span>
      </div>
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label="Uploads" aria-live="polite">
          {uploads.map((upload) => <UploadLine key={upload.key} upload={upload} />)}
          {said !== null && <li>{said}</li>}
          {uploads.every((upload) => upload.state === 'done' || upload.state === 'failed') && (
            <li>
              {rest.length > 0 && <Button size="compact-xs" variant="default" onClick={goOn}>{
                rest.length === 1 ? 'Continue with the accepted file'
                  : `Continue with the ${rest.length} accepted files`
              }</Button>}
              <CloseButton size="sm" aria-label="Clear uploads" onClick={forget} />
            </li>
          )}
        </ul>
      )}
      {isOver && <div className={styles.veil}><p>{invitation}</p></div>}
    </>
  );
}

const STATE_WORDS: Record<Upload['state'], string> = {
  waiting: 'waiting', sending: 'uploading', done: 'accepted', failed: 'rejected',
};

function UploadLine({ upload }: { upload: Upload }) {
  return (
    <li data-state={upload.state}>
      {upload.state === 'sending' && <Loader size={12} />}
      <span className={styles.mono} title={middleCut(upload.name, 300)}>{middleCut(upload.name, 40)}</span>
      <span className={styles.note}>{formatBytes(upload.sizeBytes)}</span>
      <strong>{STATE_WORDS[upload.state]}</strong>
      {upload.message !== null && <span>{middleCut(upload.message, 400)}</span>}
      {typeof upload.address === 'string' && <Link href={pathPrefix + upload.address}>Open it</Link>}
    </li>
  );
}
