import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Target } from '../../../core/contract/contract.ts';
import { MenuButton, MenuLabel, Popup } from '../overlay/Popup.tsx';
import { StateWord } from '../StateWord.tsx';
import { TargetSearch } from './TargetSearch.tsx';
import styles from './TargetSwitcher.module.css';

interface TargetSwitcherProps {
  targets: Target[];
  current: Target | null;
  /** Text without a current target: the name in the URL. */
  fallback: string;
  onPick: (name: string) => void;
  onAdd: () => void;
}

const tailLength = 12;
/** Number of targets above which the menu becomes a search. */
const mostInMenu = 12;

/** A name, cut in the middle if needed, because names of replicas differ at the end. */
function Name({ text }: { text: string }) {
  const at = text.length > 2 * tailLength ? text.length - tailLength : text.length;
  return <span className={styles['name']} dir="auto"><span className={styles['head']}>{text.slice(0, at)}</span><span
    className={styles['tail']}>{text.slice(at)}</span></span>;
}

/** Shows the current target and lists the others; with many targets, as a search. */
export function TargetSwitcher({ targets, current, fallback, onPick, onAdd }: TargetSwitcherProps) {
  const isMany = targets.length > mostInMenu;
  return (
    <Popup role={isMany ? 'dialog' : 'menu'} label="Targets" trigger={(opens) => (
      <Button variant="default" size="xs" className={styles['button']} data-print {...opens}
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        aria-label={`Target ${current?.name ?? fallback}; switch`} title={current?.name ?? fallback}>
        <Name text={current?.name ?? fallback} />
      </Button>
    )}>
      {(close) => (isMany ? (
        <TargetSearch targets={targets} current={current?.name ?? null} onPick={(name) => {
          close();
          onPick(name);
        }} onAdd={() => {
          close();
          onAdd();
        }} />
      ) : (
        <div className={styles['menu']}>
          {targets.map((target) => (
            <MenuButton key={target.name} onClick={() => onPick(target.name)}
              aria-current={target.name === current?.name || undefined}>
              <span className={styles['item']}>
                <Name text={target.name} />
                <StateWord state={target.state} />
                <span className={styles['kind']}>{target.kind}{target.version !== '' && ` ${target.version}`}</span>
              </span>
            </MenuButton>
          ))}
          {targets.length === 0 && <MenuLabel>No targets yet</MenuLabel>}
          <div className={styles['add']} role="presentation">
            <MenuButton onClick={onAdd}>
              <span className={styles['item']}>Add a target …<kbd>a</kbd></span>
            </MenuButton>
          </div>
        </div>
      ))}
    </Popup>
  );
}
