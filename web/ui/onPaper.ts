/**
 * Prints the page in the light theme and at the width of a sheet, because charts keep the size at which they were
 * drawn. Restores it after printing.
 */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const schemeAttribute = 'data-mantine-color-scheme';
/** Width of a portrait A4 or letter sheet without margins. The rail is added: it is not printed, but in the layout. */
const sheetPx = 700;

const listeners = new Set<() => void>();
let restore: (() => void) | null = null;

function notifyAll(): void {
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
  // The sheet is drawn right after the event.
  flushSync(notifyAll);
}

function end(): void {
  restore?.();
  restore = null;
  notifyAll();
}

/** Listens to the window, also for pages without charts; call it once. */
export function startPrinting(): void {
  window.addEventListener('beforeprint', start);
  window.addEventListener('afterprint', end);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

/** Returns whether the page is being printed. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => restore !== null);
}
