import { Button, CopyButton } from '@mantine/core';
import styles from './FlameTools.module.css';

/** The view as a `go tool pprof` command; null = there is none that prints the same. */
export function CopyCommand({ command }: { command: string | null }) {
  if (command === null) return <span className={styles.note}>No go tool pprof command gives this comparison.</span>;
  return (
    <CopyButton value={command}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy} title={command}>{copied ? 'Copied' : 'Copy as go tool pprof'}</Button>
      )}
    </CopyButton>
  );
}
