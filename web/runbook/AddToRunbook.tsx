import { Button } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useShortcut } from '../ui/shortcuts.ts';
import type { EmbedSource } from './embedForm.ts';

// Rarely opened, so it is loaded on demand.
const RunbookDialog = lazy(() => import('./RunbookDialog.tsx'));

/**
 * The button in a panel's header, and the key `e`: creates a link, frame, Markdown or picture of the panel for another
 * page.
 */
export function AddToRunbook({ source, size = 'compact-xs' }: { source: EmbedSource; size?: 'xs' | 'compact-xs' }) {
  const [isOpen, setOpen] = useState(false);
  useShortcut('e', () => setOpen(true));
  return (
    <>
      <Button size={size} variant="default" leftSection={<IconPin size={13} aria-hidden="true" />}
        onClick={() => setOpen(true)} aria-haspopup="dialog"
        title="Embed this panel in another page: frame, Markdown, picture (e)">Add to runbook</Button>
      {isOpen && <Suspense fallback={null}><RunbookDialog source={source} onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}
