/**
 * The page on paper: light whatever the reader's theme, and as wide as a sheet, so that charts, which keep the size
 * they were drawn at, are drawn for it. As it was before once the sheet is out.
 */
import { useSyncExternalStore } from 'react';

const schemeAttribute = 'data-mantine-color-scheme';
/** An upright A4 or letter sheet within its margins, and the rail, which is not printed but stands there until then. */
const sheetPx = 700;

const listeners = new Set<() => void>();
let restore: (() => void) | null = null;

function tellAll(): void {
  for (const listener of listeners) listener();
}

function start(): void {
  if (restore !== null) return;
  const root = document.documentElement;
  const scheme = root.getAttribute(schemeAttribute);
  const rail = window.matchMedia('(min-width: 900px)').matches
    ? parseFloat(getComputedStyle(root).getPropertyValue('--rail-width')) : 0;
  root.setAttribute(schemeAttribute, 'light');
  document.body.style.maxWidth = `${sheetPx + rail}px`;
  restore = () => {
    document.body.style.maxWidth = '';
    if (scheme !== null) root.setAttribute(schemeAttribute, scheme);
  };
  tellAll();
}

function end(): void {
  restore?.();
  restore = null;
  tellAll();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
  };
}

/** True from just before the page is printed until it is. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => restore !== null);
}
