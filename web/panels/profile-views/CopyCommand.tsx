import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import type { ProfileViewName } from '../../../core/url/urlState.ts';
import styles from './FlameTools.module.css';
import { commandForms, formOfView, noCommandWords, pprofCommand } from '../../../core/views/profile/pprofCommand.ts';
import type { PprofQuestion } from '../../../core/views/profile/pprofCommand.ts';

const COPIED_MS = 1_500;

/**
 * Copies the view as a `go tool pprof` command; a menu has the other commands. Disabled, with the reason, if pprof has
 * none.
 */
export function CopyCommand({ view, question }: { view: ProfileViewName; question: PprofQuestion }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const form = formOfView(view);
  const command = form === null ? null : pprofCommand(form, question);
  const others = commandForms.flatMap((one) => {
    const text = pprofCommand(one.form, question);
    return text === null ? [] : [{ ...one, text }];
  });
  return (
    <Button.Group>
      <Button size="xs" variant="default" disabled={command === null}
        onClick={() => { if (command !== null) clipboard.copy(command); }}
        title={command ?? noCommandWords(view, question)}>
        <span aria-live="polite">{clipboard.copied ? 'Copied' : 'Copy as go tool pprof'}</span>
      </Button>
      <Menu position="bottom-end" shadow="md" width={380}>
        <Menu.Target>
          <Button size="xs" variant="default" px={6} disabled={others.length === 0}
            aria-label="Other go tool pprof commands"><IconChevronDown size={14} aria-hidden="true" /></Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Copy as go tool pprof</Menu.Label>
          {others.map((one) => (
            <Menu.Item key={one.form} onClick={() => clipboard.copy(one.text)} title={one.text}>
              <span className={styles.commandForm}>-{one.form}</span> {one.words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
