import { useCallback, useState } from 'react';
import { MAX_BODY_BYTES } from '../../../core/bounds.ts';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { useOpenFile, useOpenTogether } from '../../api/open/openQueries.ts';
import { formatBytes } from '../../../core/text/format.ts';
import { areSeries } from '../../ui/drop/togetherFiles.ts';

export interface Upload {
  key: number;
  name: string;
  sizeBytes: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it failed, or what it is if not a profile. */
  message: string | null;
  /** Page that shows a file that is not a profile. */
  address?: string | null;
}

let lastKey = 0;

/** Returns why a file is not uploaded; null if it is. */
export function refusal(file: { name: string; size: number }): string | null {
  if (file.size === 0) return 'The file is empty. Was the profile still being written?';
  if (file.size > MAX_BODY_BYTES)
    return `The file has ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_BODY_BYTES)}. `
      + 'Compress it with gzip, or capture a shorter profile.';
  return null;
}

/**
 * Uploads files one by one, so that a bad file does not affect the others and memory stays bounded. `add` returns the
 * accepted profiles in the order of the files, and the number of rejected files.
 */
export function useUploads(): {
  uploads: Upload[]; add: (files: readonly File[]) => Promise<{ taken: ProfileInfo[]; refused: number }>;
  clear: () => void
} {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const { mutateAsync: send } = useOpenFile();
  const { mutateAsync: sendTogether } = useOpenTogether();
  const add = useCallback(async (files: readonly File[]) => {
    const batch = files.map((file) => ({
      file,
      upload: {
        key: (lastKey += 1), name: file.name, sizeBytes: file.size, state: 'waiting', message: null,
      } satisfies Upload,
    }));
    const put = (key: number, change: Partial<Upload>): void =>
      setUploads((old) => old.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
    setUploads((old) => [
      ...old.filter((upload) => upload.state === 'waiting' || upload.state === 'sending'),
      ...batch.map(({ upload }) => upload)
    ]);
    const taken: ProfileInfo[] = [];
    let refused = 0;
    for (const { file, upload } of batch) {
      const reason = refusal(file);
      if (reason !== null) {
        refused += 1;
        put(upload.key, { state: 'failed', message: reason });
        continue;
      }
      put(upload.key, { state: 'sending' });
      try {
        const opened = await send(file);
        taken.push(...opened.profiles);
        // A log or metrics: not a profile, and opens on its own page.
        const elsewhere = opened.profiles.length > 0 || opened.address === null ? null : opened;
        put(upload.key, elsewhere === null ? { state: 'done' }
          : { state: 'done', message: elsewhere.sentence, address: elsewhere.address });
      } catch (error) {
        refused += 1;
        put(upload.key, { state: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    }
    // What several show in their order is computed of files that arrive together. Without it, each stands alone.
    if (taken.length === files.length && areSeries(files)) await sendTogether(files).catch(() => null);
    return { taken, refused };
  }, [send, sendTogether]);
  return { uploads, add, clear: useCallback(() => setUploads([]), []) };
}
