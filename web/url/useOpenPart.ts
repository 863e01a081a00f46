import { useCallback, type SyntheticEvent } from 'react';
import { useUrlState } from './useUrlState.ts';

export interface OpenPart {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Props of a `details` element that follows the address. */
  details: { open: boolean; onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => void };
}

/**
 * Returns whether a part of a page is open, stored in the address under `id` (lower case, digits, hyphens); one that is
 * open by default is stored as `not-ID` once closed. Adds no history entry.
 */
export function useOpenPart(id: string, byDefault = false): OpenPart {
  const { state, set } = useUrlState();
  const name = byDefault ? `not-${id}` : id;
  const isOpen = state.open.includes(name) !== byDefault;
  const setOpen = useCallback((next: boolean): void => set(({ open }) => {
    const others = open.filter((one) => one !== name);
    return { open: next === byDefault ? others : [...others, name] };
  }, 'replace'), [byDefault, name, set]);
  return {
    isOpen, setOpen,
    details: {
      open: isOpen,
      // Parts inside it also report here.
      onToggle: ({ currentTarget, target }) => {
        if (target === currentTarget && currentTarget.open !== isOpen) setOpen(currentTarget.open);
      },
    },
  };
}
