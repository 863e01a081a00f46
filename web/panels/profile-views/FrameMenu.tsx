import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { Frame } from '../../../core/views/flame/flameGraphData.ts';
import { nameWithin } from '../../../core/views/flame/frameLabel.ts';
import { withFrame } from '../../../core/views/profile/filterFields.ts';
import type { FunctionTab, PageFilters } from '../../../core/url/profileChoices.ts';

/** Place at which a menu was requested, in viewport pixels. */
export interface MenuPlace { frame: Frame; x: number; y: number; zoom: () => void }

interface FrameMenuActions {
  filters: PageFilters;
  onFilters: (filters: PageFilters) => void;
  /** Opens the drawer of a function. */
  onOpen: (name: string, tab: FunctionTab) => void;
}

/** Returns how to open the menu of a frame and, while it is open, what to draw. */
export function useFrameMenu(
  { filters, onFilters, onOpen }: FrameMenuActions
): { open: (place: MenuPlace) => void; menu: ReactNode } {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const clipboard = useClipboard();
  const open = useCallback((next: MenuPlace) => setPlace(next), []);
  if (place === null) return { open, menu: null };
  const { frame, x, y, zoom } = place;
  const { name } = frame;
  const filter = (key: 'focus' | 'ignore' | 'hide') => onFilters(withFrame(filters, key, name));
  const hasFunction = frame.depth > 0 && name !== '';
  return {
    open,
    menu: (
      <Menu key={`${frame.key} ${x} ${y}`} opened onClose={() => setPlace(null)} position="bottom-start" shadow="md"
        width={260} returnFocus trapFocus menuItemTabIndex={0}>
        <Menu.Target>
          <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} aria-hidden="true" />
        </Menu.Target>
        <Menu.Dropdown aria-label={`Actions on ${nameWithin(name, 60)}`}>
          <Menu.Label>{frame.depth === 0 ? 'all' : nameWithin(name, 34)}</Menu.Label>
          <Menu.Item onClick={zoom}>Zoom in</Menu.Item>
          {hasFunction && (
            <>
              <Menu.Item onClick={() => filter('focus')}>Focus: only stacks through it</Menu.Item>
              <Menu.Item onClick={() => filter('ignore')}>Ignore: without these stacks</Menu.Item>
              <Menu.Item onClick={() => filter('hide')}>Hide the frame</Menu.Item>
              <Menu.Item onClick={() => clipboard.copy(name)}>Copy name</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => onOpen(name, 'callers')}>Callers and callees</Menu.Item>
              <Menu.Item onClick={() => onOpen(name, 'lines')}>Source lines</Menu.Item>
              <Menu.Item onClick={() => onOpen(name, 'sandwich')}>Sandwich</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    ),
  };
}
