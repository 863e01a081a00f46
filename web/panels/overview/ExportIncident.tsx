import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ExportIncidentProps } from './exportIncidentProps.ts';

// Rarely opened, so it is loaded on demand.
const ExportDialog = lazy(() => import('./ExportDialog.tsx'));

/** Exports the window as one file that any tsdbscope opens. */
export function ExportIncident(props: ExportIncidentProps) {
  const [isOpen, setOpen] = useState(false);
  if (props.target.recorded === null) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" leftSection={<IconFileExport size={13} aria-hidden="true" />}
        data-tip="This window as one file: samples, profiles, restarts, notes. Any tsdbscope opens it offline."
        onClick={() => setOpen(true)}>Export incident</Button>
      {isOpen && <Suspense fallback={null}><ExportDialog {...props} onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}
