import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Target } from '../../server/api/contract.ts';
import { StateWord } from './StateWord.tsx';
import styles from './TargetSwitcher.module.css';

interface TargetSwitcherProps {
  targets: Target[];
  current: Target | null;
  /** What to show when no target is current: the name the URL asks for. */
  fallback: string;
  onPick: (name: string) => void;
}

/** Says which target the page is about, with its state, and lists the others. */
export function TargetSwitcher({ targets, current, fallback, onPick }: TargetSwitcherProps) {
  return (
    <Menu position="bottom-start" width={320} shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" className={styles['button']} rightSection={<IconChevronDown size={14} aria-hidden="true" />} aria-label={`Target ${current?.name ?? fallback}; switch`}>
          <span className={styles['name']}>{current?.name ?? fallback}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map((target) => (
          <Menu.Item key={target.name} onClick={() => onPick(target.name)} aria-current={target.name === current?.name || undefined}>
            <span className={styles['item']}>
              <span className={styles['name']}>{target.name}</span>
              <StateWord state={target.state} />
              <span className={styles['kind']}>{target.kind}{target.version !== '' && ` ${target.version}`}</span>
            </span>
          </Menu.Item>
        ))}
        {targets.length === 0 && <Menu.Label>No targets yet</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
