import {
  useId, useLayoutEffect, useRef, useState, type AnchorHTMLAttributes, type ButtonHTMLAttributes,
  type KeyboardEvent, type ReactNode,
} from 'react';
import styles from './overlay.module.css';

const gapPx = 6;

/** Attributes that a button needs to open a popup. */
interface TriggerProps { popoverTarget: string; 'aria-haspopup': 'menu' | 'dialog'; 'aria-expanded': boolean }

interface PopupProps {
  role: 'menu' | 'dialog';
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  /** Aligned edges of button and box. */
  align?: 'start' | 'end';
  children: (close: () => void) => ReactNode;
}

/** Places the box below its button, inside the window. */
function place(box: HTMLElement, align: 'start' | 'end'): void {
  const anchor = box.previousElementSibling?.getBoundingClientRect();
  if (anchor === undefined) return;
  const left = align === 'start' ? anchor.left : anchor.right - box.offsetWidth;
  const rightmost = document.documentElement.clientWidth - box.offsetWidth - gapPx;
  box.style.left = `${Math.max(gapPx, Math.min(left, rightmost))}px`;
  box.style.top = `${anchor.bottom + gapPx}px`;
  box.style.maxHeight = `${window.innerHeight - anchor.bottom - 2 * gapPx}px`;
}

function items(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
}

/** Handles keys: arrow keys, Home and End navigate a menu; Tab closes it. */
function walk(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const all = items(event.currentTarget);
  const at = all.findIndex((item) => item === document.activeElement);
  const to = {
    ArrowDown: (at + 1) % all.length, ArrowUp: (Math.max(at, 0) - 1 + all.length) % all.length, Home: 0,
    End: all.length - 1,
  }[event.key];
  if (event.key === 'Tab') close();
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

/**
 * A box in the browser's top layer below its button; Escape, a press elsewhere or a choice in a menu closes it, and the
 * focus returns. Its content exists only while it is open.
 */
export function Popup({ role, label, trigger, align = 'start', children }: PopupProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => document.getElementById(id)?.hidePopover();
  useLayoutEffect(() => {
    const element = box.current;
    if (!isOpen || element === null) return undefined;
    const follow = (): void => place(element, align);
    follow();
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? items(element)[0] ?? element)
      .focus({ preventScroll: true });
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [isOpen, align]);
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': role, 'aria-expanded': isOpen })}
      <div ref={box} id={id} popover="auto" role={role} aria-label={label} tabIndex={-1} className={styles['popup']}
        data-open={isOpen || undefined} onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={role === 'menu' ? (event) => walk(event, close) : undefined}
        onClick={role !== 'menu' ? undefined : ({ target }) => {
          if (target instanceof Element && target.closest('[role="menuitem"]') !== null) close();
        }}>
        {isOpen && children(close)}
      </div>
    </>
  );
}

/** An item of a menu. */
export function MenuButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" role="menuitem" tabIndex={-1} className={styles['item']} {...props} />;
}

/** A file or page to choose in a menu. */
export function MenuLink({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a role="menuitem" tabIndex={-1} className={styles['item']} {...rest}>{children}</a>;
}

/** Heading of the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={styles['label']} role="presentation">{children}</div>;
}
