import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { IncidentPart } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { incidentPath } from '../../api/incidentQueries.ts';
import { asOfIn } from '../../../core/url/panelWindow.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { ExportIncidentProps } from './exportIncidentProps.ts';
import styles from './ExportIncident.module.css';

const parts: readonly { part: IncidentPart; label: string; hint: string }[] = [
  {
    part: 'profiles', label: 'Captured profiles of the target',
    hint: 'captured in this window or during a start in it; unmodified, with functions, files and labels',
  },
  {
    part: 'uploads', label: 'Uploaded profiles from this window', hint: 'of any program; check what you uploaded',
  },
  { part: 'replays', label: 'Restart history', hint: 'phases and segments of each start' },
  {
    part: 'notes', label: 'Notes',
    hint: 'as written, without anything that looks like a credential; read them before you send the file',
  },
];

const REDACTION = 'Flags with paths and addresses, and labels that contain a command. Passwords and tokens are always '
  + 'removed if they can be recognized.';
const RECORDING = 'Scrapes only, as text, for other programs and for versions without incident files. '
  + 'Labels are as scraped.';

/** Choice of the file's contents. */
export default function ExportDialog(
  { target, window, windowText, onClose }: ExportIncidentProps & { onClose: () => void }
) {
  const [include, setInclude] = useState<readonly IncidentPart[]>(parts.map(({ part }) => part));
  const { range } = useUrlState().state;
  const [redact, setRedact] = useState(true);
  const recording = apiPath('/targets/{target}/recording', {
    path: { target: target.name }, query: { start: window.start.toFixed(3), end: window.end.toFixed(3) },
  });
  return (
    <Dialog onClose={onClose} title="Export incident">
      <div className={styles['form']}>
        <p><b>{target.name}</b> · {windowText}</p>
        <p className={styles['quiet']}>Samples and findings are always included. To export more or less, choose
          another window on the page.</p>
        <fieldset className={styles['parts']}>
          <legend>Include</legend>
          {parts.map(({ part, label, hint }) => (
            <Checkbox key={part} size="sm" label={label} description={hint} checked={include.includes(part)}
              onChange={({ currentTarget: { checked } }) =>
                  setInclude((old) => (checked ? [...old, part] : old.filter((one) => one !== part)))} />
          ))}
        </fieldset>
        <Checkbox size="sm" label="Redact command lines" checked={redact}
          onChange={(event) => setRedact(event.currentTarget.checked)}
          description={REDACTION} />
        <div className={styles['actions']}>
          <Button component="a" size="sm" className={styles['download']}
            download href={incidentPath(
              target.name, { ...window, ...asOfIn(range) }, { include, keepCommandLines: !redact }
            )}
            onClick={onClose}>Download incident file</Button>
          <a href={recording} download className={styles['other']}
            title={RECORDING}>Recording of the scrapes only, not redacted</a>
        </div>
        <p className={styles['quiet']}>To open it, drop it on any page of a tsdbscope. The target does not have to be
          reachable.</p>
      </div>
    </Dialog>
  );
}
