import { useId, useState, type KeyboardEvent } from 'react';

/**
 * Handles a list of options below a search field: arrow keys in the field pick an option, wrapping at the ends, and
 * Enter takes it. Returns the props of the field, the list and each option; `pick` picks one directly.
 */
export function useOptionList(count: number, take: (index: number) => void) {
  const [picked, pick] = useState(0);
  const id = useId();
  const at = Math.min(picked, count - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const next = (at + by + count) % Math.max(1, count);
      pick(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      take(at);
    }
  };
  return {
    pick,
    field: {
      role: 'combobox', 'aria-expanded': true, 'aria-controls': id, 'aria-autocomplete': 'list',
      'aria-activedescendant': at < 0 ? undefined : `${id}-${at}`, 'data-autofocus': true, autoComplete: 'off',
      spellCheck: false, onKeyDown,
    } as const,
    list: { id, role: 'listbox' } as const,
    option: (index: number) => ({
      id: `${id}-${index}`, role: 'option', 'aria-selected': index === at, onClick: () => { take(index); },
    }),
  };
}
