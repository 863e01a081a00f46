import { Dialog } from '../overlay/Dialog.tsx';
import { Link } from '../Link.tsx';
import { shortcutHelp } from '../shortcuts.ts';
import styles from './ShortcutSheet.module.css';

export function ShortcutSheet({ onClose, selfHref }: { onClose: () => void; selfHref: string }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles['list']}>
        {shortcutHelp.map(({ keys, does }) => (
          <div key={keys}>
            <dt>{keys.split(/\s+/).map((key) => <kbd key={key}>{key}</kbd>)}</dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt><kbd>←</kbd><kbd>→</kbd></dt>
          <dd>In a chart: move the cursor; with Shift, from event to event</dd>
        </div>
        <div><dt><kbd>Enter</kbd></dt><dd>In a chart: details of the moment at the cursor</dd></div>
      </dl>
      <p><Link href={selfHref} onClick={onClose}>What tsdbscope itself costs, and what it dropped</Link></p>
    </Dialog>
  );
}
