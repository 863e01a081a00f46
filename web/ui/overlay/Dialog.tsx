import { CloseButton } from '@mantine/core';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './overlay.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Position: in the middle of the window, at its right edge, or without head and padding. */
  form?: 'window' | 'drawer' | 'bare';
  /** Maximum width in px. */
  width?: number;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: traps the focus, and returns it. Escape, its button and a press outside close it. The
 * element to focus first has `data-autofocus`.
 */
export function Dialog({ title, onClose, form = 'window', width = 440, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closed before removal, because only then the focus returns to its origin.
    return () => element?.close();
  }, []);
  return (
    // A press on the element itself is outside its content.
    <dialog ref={dialog} className={styles['dialog']} data-form={form} style={{ maxWidth: `min(100%, ${width}px)` }}
      aria-labelledby={form === 'bare' ? undefined : id} aria-label={form === 'bare' ? title : undefined}
      onCancel={(event) => { event.preventDefault(); onClose(); }}
      onPointerDown={({ target }) => { if (target === dialog.current) onClose(); }}>
      <div className={styles['content']}>
        {form !== 'bare' && <div className={styles['head']}><h2 id={id}>{title}</h2>
          <CloseButton aria-label="Close" onClick={onClose} /></div>}
        {children}
      </div>
    </dialog>
  );
}
