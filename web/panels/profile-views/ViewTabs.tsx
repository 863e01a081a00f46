import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { profileViews } from '../../../core/url/urlState.ts';
import type { ProfileViewName } from '../../../core/url/urlState.ts';
import styles from './ViewTabs.module.css';

const NAMES: Record<ProfileViewName, string> = {
  flame: 'Flame graph', top: 'Top', sandwich: 'Sandwich', peek: 'Callers & callees', lines: 'Lines',
  graph: 'Call graph', labels: 'Labels', subsystems: 'Subsystems',
};

interface ViewTabsProps {
  view: ProfileViewName;
  onView: (view: ProfileViewName) => void;
  /** The search of the current view; null if the view has its own. */
  search: ReactNode;
  /** Copy and export of the current view. */
  actions: ReactNode;
  children: ReactNode;
}

/** Tabs with the views of a profile or a diff, the same for both. */
export function ViewTabs({ view, onView, search, actions, children }: ViewTabsProps) {
  return (
    <Tabs value={view} keepMounted={false} className={styles.tabs} onChange={(value) => {
      const next = profileViews.find((known) => known === value);
      if (next) onView(next);
    }}>
      <div className={styles.head}>
        <Tabs.List aria-label="Views" className={styles.list}>
          {profileViews.map(
            (name) => <Tabs.Tab key={name} value={name} className={styles.tab}>{NAMES[name]}</Tabs.Tab>
          )}
        </Tabs.List>
        <div className={styles.actions}>{actions}</div>
      </div>
      {search}
      <Tabs.Panel value={view} className={styles.panel}>{children}</Tabs.Panel>
    </Tabs>
  );
}
