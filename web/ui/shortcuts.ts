/** Keyboard shortcuts of the page: one listener, single keys and `g` + letter, never while the reader types. */
import { useEffect, useRef } from 'react';
import { PANELS } from '../../core/panels.ts';

export interface ShortcutHelp { keys: string; does: string }

/** What the sheet shows; pages add nothing of their own to it, so that it is the same everywhere. */
export const shortcutHelp: ShortcutHelp[] = [
  { keys: 'g o', does: 'Overview' },
  ...Object.values(PANELS).map(({ letter, pageTitle }) => ({ keys: `g ${letter}`, does: pageTitle })),
  { keys: 'g p', does: 'Profiles' },
  { keys: 'g d', does: 'Profile diff' },
  { keys: 'g b', does: 'Benchmarks' },
  { keys: '[  ]', does: 'window half its width back, forward' },
  { keys: '+  -', does: 'zoom in, out' },
  { keys: 'l', does: 'live on, off' },
  { keys: 'n', does: 'a note at the cursor, or on the window brushed' },
  { keys: 'e', does: 'this panel into a runbook' },
  { keys: 't', does: 'light, dark' },
  { keys: 'u', does: 'times in your zone, in UTC' },
  { keys: '/', does: 'search (profile pages)' },
  { keys: '?', does: 'how this page is computed' },
  { keys: 'h', does: 'this sheet' },
];

type Handler = () => void;
const handlers = new Map<string, Handler[]>();
const sequenceMs = 1_500;
let prefix: { key: string; atMs: number } | null = null;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
  const before = prefix !== null && event.timeStamp - prefix.atMs < sequenceMs ? `${prefix.key} ` : '';
  prefix = null;
  const handler = handlers.get(before + event.key)?.at(-1);
  if (handler !== undefined) {
    event.preventDefault();
    handler();
  } else if (before === '' && event.key === 'g') {
    prefix = { key: 'g', atMs: event.timeStamp };
  }
}

/** Calls the latest `handler` on `keys` (`l`, `?`, `g c`). The last one mounted for a key wins; null switches it off. */
export function useShortcut(keys: string, handler: Handler | null): void {
  const latest = useRef(handler);
  useEffect(() => { latest.current = handler; });
  const isOn = handler !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    if (handlers.size === 0) document.addEventListener('keydown', onKeyDown);
    const run = (): void => latest.current?.();
    handlers.set(keys, [...(handlers.get(keys) ?? []), run]);
    return () => {
      const rest = (handlers.get(keys) ?? []).filter((other) => other !== run);
      if (rest.length > 0) handlers.set(keys, rest);
      else handlers.delete(keys);
      if (handlers.size === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [keys, isOn]);
}
