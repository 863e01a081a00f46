import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Sharing } from './useComparison.ts';

const COPIED_MS = 1_500;

/** Stores the compared outputs on the server and copies the address that names them. */
export function ShareOutputs({ sharing }: { sharing: Sharing }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  return (
    <Button size="compact-xs" variant="default" loading={sharing.isStoring}
      title="Stores these outputs on the server, so that the address of this page opens them"
      onClick={() => sharing.share(() => clipboard.copy(window.location.href))}>
      <span aria-live="polite">{clipboard.copied ? 'Copied' : 'Copy link'}</span></Button>
  );
}
