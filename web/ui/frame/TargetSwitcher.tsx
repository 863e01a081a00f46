import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Target } from '../../../core/contract/contract.ts';
import { StateWord } from '../StateWord.tsx';
import styles from './TargetSwitcher.module.css';

interface TargetSwitcherProps {
  targets: Target[];
  current: Target | null;
  /** Text without a current target: the name in the URL. */
  fallback: string;
  onPick: (name: string) => void;
}

const tailLength = 12;

/** A name, cut in the middle as needed: names of replicas differ at the end. */
function Name({ text }: { text: string }) {
  const at = text.length > 2 * tailLength ? text.length - tailLength : text.length;
  return <span className={styles['name']} dir="auto"><span className={styles['head']}>{text.slice(0, at)}</span><span
    className={styles['tail']}>{text.slice(at)}</span></span>;
}

/** Shows the current target and lists the others. */
export function TargetSwitcher({ targets, current, fallback, onPick }: TargetSwitcherProps) {
  return (
    <Menu position="bottom-start" width="min(420px, 92vw)" shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" className={styles['button']}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`Target ${current?.name ?? fallback}; switch`} title={current?.name ?? fallback}>
          <Name text={current?.name ?? fallback} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map((target) => (
          <Menu.Item key={target.name} onClick={() => onPick(target.name)}
            aria-current={target.name === current?.name || undefined}>
            <span className={styles['item']}>
              <Name text={target.name} />
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
