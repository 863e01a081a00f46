import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

// Opened once per shift, so it is loaded on demand.
const HandoverDialog = lazy(() => import('./HandoverDialog.tsx'));

/** Summary of all targets for the next on-call. */
export function Handover() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" leftSection={<IconArrowsExchange size={13} aria-hidden="true" />}
        data-tip="What happened on all targets in the last hours, as text for the next on-call."
        onClick={() => setOpen(true)}>Handover</Button>
      {isOpen && <Suspense fallback={null}><HandoverDialog onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}
