/** Keyboard shortcuts: one listener, single keys and `g` + letter, inactive while typing. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { PANELS } from '../../core/panels.ts';

export interface ShortcutHelp { keys: string; does: string }

/** Content of the shortcut sheet, the same on every page. */
export const shortcutHelp: ShortcutHelp[] = [
  { keys: 'g o', does: 'Overview' },
  ...Object.values(PANELS).map(({ letter, pageTitle }) => ({ keys: `g ${letter}`, does: pageTitle })),
  { keys: 'g p', does: 'Profiles' },
  { keys: 'g d', does: 'Profile diff' },
  { keys: 'g b', does: 'Benchmarks' },
  { keys: 'g e', does: 'Log' },
  { keys: 'g i', does: 'tsdbscope itself: what it costs and dropped' },
  { keys: '[  ]', does: 'Move the window back, forward' },
  { keys: '+  -', does: 'Zoom in, out' },
  { keys: 'l', does: 'Live on, off' },
  { keys: 'a', does: 'Add a target' },
  { keys: 'f', does: 'Open files: logs, profiles, recordings, incidents' },
  { keys: 'n', does: 'Add a note at the cursor or on the selected window' },
  { keys: 'e', does: 'Add this panel to a runbook' },
  { keys: 't', does: 'Light, dark theme' },
  { keys: 'u', does: 'Times in local zone, UTC' },
  { keys: '/', does: 'Search (profile pages)' },
  { keys: 'Ctrl+K  .', does: 'Command palette: pages, moments, targets, profiles, actions' },
  { keys: '?', does: 'How this page is computed' },
  { keys: 'h', does: 'Show this list' },
];

type Handler = () => void;
const handlers = new Map<string, Handler[]>();
const sequenceMs = 1_500;
const changed = new Set<() => void>();
let prefix: { key: string; atMs: number } | null = null;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement
    && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

function onKeyDown(event: KeyboardEvent): void {
  // The only one with a modifier, and the only one that works while typing.
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    const open = handlerOf('Ctrl+K');
    if (open === null) return;
    event.preventDefault();
    open();
    return;
  }
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

/** Calls the latest `handler` on `keys` (`l`, `?`, `g c`). The last one mounted for a key wins; null disables it. */
export function useShortcut(keys: string, handler: Handler | null): void {
  const latest = useRef(handler);
  useEffect(() => { latest.current = handler; });
  const isOn = handler !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    if (handlers.size === 0) document.addEventListener('keydown', onKeyDown);
    const run = (): void => latest.current?.();
    handlers.set(keys, [...(handlers.get(keys) ?? []), run]);
    for (const listener of changed) listener();
    return () => {
      const rest = (handlers.get(keys) ?? []).filter((other) => other !== run);
      if (rest.length > 0) handlers.set(keys, rest);
      else handlers.delete(keys);
      if (handlers.size === 0) document.removeEventListener('keydown', onKeyDown);
      for (const listener of changed) listener();
    };
  }, [keys, isOn]);
}

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  return () => { changed.delete(listener); };
}

/** Returns the current action of `keys` on this page; null if there is none. */
export function handlerOf(keys: string): Handler | null {
  return handlers.get(keys)?.at(-1) ?? null;
}

/** Returns the current action of `keys`, for a button that does the same; null if there is none. */
export function useShortcutRunner(keys: string): Handler | null {
  return useSyncExternalStore(subscribe, () => handlerOf(keys));
}
