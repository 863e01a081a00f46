import { Kbd, Modal } from '@mantine/core';
import { shortcutHelp } from '../shortcuts.ts';
import styles from './ShortcutSheet.module.css';

export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md" transitionProps={{ duration: 80 }}
      closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={styles['list']}>
        {shortcutHelp.map(({ keys, does }) => (
          <div key={keys}>
            <dt>{keys.split(/\s+/).map((key) => <Kbd key={key}>{key}</Kbd>)}</dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt><Kbd>←</Kbd><Kbd>→</Kbd></dt>
          <dd>In a chart: move the cursor; with Shift, from event to event</dd>
        </div>
        <div><dt><Kbd>Enter</Kbd></dt><dd>In a chart: details of the moment at the cursor</dd></div>
      </dl>
    </Modal>
  );
}
