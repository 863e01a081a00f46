import { Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './FlameTools.module.css';

/** Drawing options of the views that are rarely changed. */
export function OptionsMenu({ children }: { children: ReactNode }) {
  return (
    <Popover position="bottom-end" shadow="md" width="min(320px, calc(100vw - 24px))" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" px={8} aria-label="View options" title="View options">
          <IconAdjustmentsHorizontal size={15} aria-hidden="true" /></Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="View options"><div className={styles.options}>{children}</div></Popover.Dropdown>
    </Popover>
  );
}
