import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { FunctionTab, ProfileViewName } from '../../../core/url/profileChoices.ts';
import { commandForms, formOfView, noCommandWords, pprofCommand } from '../../../core/views/profile/pprofCommand.ts';
import type { PprofQuestion } from '../../../core/views/profile/pprofCommand.ts';
import type { ExportLink } from '../../../core/views/profile/viewExports.ts';
import type { EmbedSource } from '../../runbook/embedForm.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import styles from './FlameTools.module.css';

// Rarely opened, so it is loaded on demand.
const RunbookDialog = lazy(() => import('../../runbook/RunbookDialog.tsx'));
const COPIED_MS = 1_500;

interface ShareMenuProps {
  /** Reports and files of the whole profile or diff. */
  reports: readonly ExportLink[];
  /** Files of the current view. */
  links: readonly ExportLink[];
  runbook: EmbedSource;
  view: ProfileViewName;
  tab: FunctionTab;
  question: PprofQuestion;
}

/** Exports of the page: reports, files of the view, the runbook, and `go tool pprof` commands to copy. */
export function ShareMenu({ reports, links, runbook, view, tab, question }: ShareMenuProps) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const [isRunbook, setRunbook] = useState(false);
  useShortcut('e', () => setRunbook(true));
  const own = formOfView(view, tab);
  const commands = commandForms.toSorted((a, b) => Number(b.form === own) - Number(a.form === own))
    .flatMap((one) => {
      const text = pprofCommand(one.form, question);
      return text === null ? [] : [{ ...one, text }];
    });
  const item = ({ label, href, file }: ExportLink) => (
    <Menu.Item key={href} component="a" href={href} download={file}>{label}</Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={360}>
        <Menu.Target>
          <Button size="xs" variant="default" px={8} title="Share" classNames={{ section: styles.shareIcon }}
            leftSection={<IconShare2 size={14} aria-hidden="true" />}>
            <span aria-live="polite" className={styles.shareWord}>{clipboard.copied ? 'Copied' : 'Share'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.share}>
          <Menu.Item onClick={() => setRunbook(true)}>Add to runbook …</Menu.Item>
          {reports.map(item)}
          {links.length > 0 && <Menu.Label>This view</Menu.Label>}
          {links.map(item)}
          <Menu.Label>Copy as go tool pprof</Menu.Label>
          {commands.map((one) => (
            <Menu.Item key={one.form} onClick={() => clipboard.copy(one.text)} title={one.text}>
              <span className={styles.commandForm}>-{one.form}</span> {one.words}
            </Menu.Item>
          ))}
          {commands.length === 0 && <Menu.Item disabled>{noCommandWords(question)}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isRunbook && <Suspense fallback={null}><RunbookDialog source={runbook} onClose={() => setRunbook(false)} />
        </Suspense>}
    </>
  );
}
