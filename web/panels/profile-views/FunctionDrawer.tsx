import { CloseButton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './FunctionDrawer.module.css';

/**
 * The selected function, over the right side of the view; the page stays usable. Escape closes it and returns the
 * focus.
 */
export function FunctionDrawer({ name, onClose, children }: {
  name: string; onClose: () => void; children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !box.current?.contains(document.activeElement)) return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={box} className={styles.drawer} aria-label="Selected function" tabIndex={-1} data-function={name}>
      <CloseButton className={styles.close} aria-label="Close" onClick={onClose} />
      {children}
    </aside>
  );
}
