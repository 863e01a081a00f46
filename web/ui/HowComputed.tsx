import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import styles from './HowComputed.module.css';
import { useShortcut } from './shortcuts.ts';

/** The `?` button of a panel and the drawer it opens; the key `?` does the same. */
export function HowComputed({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  useShortcut('?', () => setOpened((was) => !was));
  return (
    <>
      <Tooltip label="How computed ( ? )">
        <ActionIcon variant="subtle" color="gray" aria-label="How computed"
          onClick={() => setOpened(true)}>?</ActionIcon>
      </Tooltip>
      <Drawer opened={opened} onClose={() => setOpened(false)} position="right" size="lg" title="How computed"
        closeButtonProps={{ 'aria-label': 'Close' }}>
        <div className={styles['text']}>{children}</div>
      </Drawer>
    </>
  );
}

export interface HowStep {
  name: string;
  /** What is done, in a sentence or two. */
  text: ReactNode;
  formula?: string;
}

/** A list of steps with their formulas; the body of most drawers. */
export function HowSteps({ steps }: { steps: HowStep[] }) {
  return (
    <dl className={styles['steps']}>
      {steps.map((step) => (
        <div key={step.name}>
          <dt>{step.name}</dt>
          <dd>
            {step.text}
            {step.formula !== undefined && <code className={styles['formula']}>{step.formula}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
