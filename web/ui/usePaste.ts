import { useEffect, useRef } from 'react';

/** Passes text that is pasted anywhere on the page to `onText`, except into a field. null: pastes are left alone. */
export function usePaste(onText: ((text: string) => void) | null): void {
  const latest = useRef(onText);
  useEffect(() => { latest.current = onText; });
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent): void => {
      if (target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')) return;
      latest.current?.(clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
