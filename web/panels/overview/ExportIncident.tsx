import { Button, Checkbox, Modal, Tooltip } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { IncidentPart, Target } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { incidentPath } from '../../api/incidentQueries.ts';
import styles from './ExportIncident.module.css';

const parts: readonly { part: IncidentPart; label: string; hint: string }[] = [
  { part: 'profiles', label: 'Profiles captured of the target', hint: 'in this window, or during a start in it; unchanged, with functions, files and labels' },
  { part: 'uploads', label: 'Uploaded profiles taken in this window', hint: 'of whatever program; look at what you uploaded' },
  { part: 'replays', label: 'Starts that were seen', hint: 'their phases and segments' },
  { part: 'notes', label: 'Notes and marks', hint: 'as written, less what looks like a credential; read them before you send the file' },
];

interface ExportIncidentProps { target: Target; window: { start: number; end: number }; windowText: string }

/** The window as one file that opens on any tsdbscope, with the choice of what goes in. */
export function ExportIncident({ target, window, windowText }: ExportIncidentProps) {
  const [isOpen, setOpen] = useState(false);
  const [include, setInclude] = useState<readonly IncidentPart[]>(parts.map(({ part }) => part));
  const [redact, setRedact] = useState(true);
  if (target.recorded === null) return null;
  const recording = apiPath('/targets/{target}/recording', {
    path: { target: target.name }, query: { start: window.start.toFixed(3), end: window.end.toFixed(3) },
  });
  return (
    <>
      <Tooltip label="This window as one file: samples, profiles, starts, notes. It opens offline on any tsdbscope." multiline w={260}>
        <Button size="compact-xs" variant="default" leftSection={<IconFileExport size={13} aria-hidden="true" />} onClick={() => setOpen(true)}>Export incident</Button>
      </Tooltip>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Export incident" size="md" transitionProps={{ duration: 80 }} closeButtonProps={{ 'aria-label': 'Close' }}>
        <div className={styles['form']}>
          <p><b>{target.name}</b> · {windowText}</p>
          <p className={styles['quiet']}>Samples, findings and what the panels rest on always go in. Choose another window on the page for more or less of it.</p>
          <fieldset className={styles['parts']}>
            <legend>Beside the samples</legend>
            {parts.map(({ part, label, hint }) => (
              <Checkbox key={part} size="sm" label={label} description={hint} checked={include.includes(part)}
                onChange={(event) => { const isOn = event.currentTarget.checked; setInclude((old) => (isOn ? [...old, part] : old.filter((one) => one !== part))); }} />
            ))}
          </fieldset>
          <Checkbox size="sm" label="Make command lines unreadable" checked={redact} onChange={(event) => setRedact(event.currentTarget.checked)}
            description="Flags with paths and addresses, and labels that hold a command. Passwords and tokens are taken out either way, where their form tells them." />
          <div className={styles['actions']}>
            <Button component="a" size="sm" className={styles['download']} href={incidentPath(target.name, window, { include, keepCommandLines: !redact })} download onClick={() => setOpen(false)}>Download incident file</Button>
            <a href={recording} download className={styles['other']} title="Scrapes alone, as text: for other programs, and versions before incident files. Labels stand in it as they were scraped.">Recording of the scrapes alone, nothing redacted</a>
          </div>
          <p className={styles['quiet']}>Open it by dropping it on any page of a tsdbscope; the target need not be there.</p>
        </div>
      </Modal>
    </>
  );
}
