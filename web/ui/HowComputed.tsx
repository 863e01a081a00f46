import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpenPart } from '../url/useOpenPart.ts';
import styles from './HowComputed.module.css';
import { Dialog } from './overlay/Dialog.tsx';
import { useShortcut } from './shortcuts.ts';

/** The `?` button of a panel and its drawer; the key `?` opens it too. */
export function HowComputed({ children }: { children: ReactNode }) {
  const { isOpen, setOpen } = useOpenPart('how');
  useShortcut('?', () => setOpen(!isOpen));
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label="How this is computed" data-tip="How this is computed (?)"
        onClick={() => setOpen(true)}>?</ActionIcon>
      {isOpen && <Dialog form="drawer" width={620} title="How this is computed" onClose={() => setOpen(false)}>
        <div className={styles['text']}>{children}</div></Dialog>}
    </>
  );
}

export interface HowStep {
  name: string;
  /** A few sentences. */
  text: ReactNode;
  formula?: string;
}

/** A list of steps with formulas: the content of a drawer. */
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
