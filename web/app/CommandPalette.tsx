import { useMemo, useState } from 'react';
import { systemClock } from '../../core/time/clock.ts';
import { elementAt } from '../../core/elementAt.ts';
import { formatClock, formatDateTime } from '../../core/text/format.ts';
import { onPage, render } from '../../core/text/parts.ts';
import { PANELS } from '../../core/panels.ts';
import { matching, type Command } from '../../core/views/palette.ts';
import { momentPatch } from '../../core/views/overview/overviewView.ts';
import { incidentPath } from '../api/incidentQueries.ts';
import { useFindings, useProfiles } from '../api/queries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { openedProfile } from '../url/otherProfile.ts';
import { asOfIn, windowOf } from '../../core/url/panelWindow.ts';
import { useUrlState, type UrlPatch } from '../url/useUrlState.ts';
import type { Target } from '../../core/contract/contract.ts';
import type { PageKey } from '../../core/url/urlState.ts';
import { handlerOf } from '../ui/shortcuts.ts';
import { useOptionList } from '../ui/useOptionList.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import styles from './CommandPalette.module.css';

type Runnable = Command & ({ patch: UrlPatch } | { run: () => void });

export interface PaletteProps {
  pages: readonly { key: PageKey; title: string; letter: string }[];
  onClose: () => void;
}

/** Actions by their keys; each is listed only where its key is active. */
const ACTIONS: readonly (readonly [keys: string, label: string])[] = [
  ['t', 'Switch between light and dark theme'], ['l', 'Live on or off'], ['u', 'Times in local zone or UTC'],
  ['a', 'Add a target'], ['f', 'Open files'], ['n', 'Add a note'], ['e', 'Add this panel to a runbook'],
  ['+', 'Zoom in'], ['-', 'Zoom out'],
  ['[', 'Move the window back'], [']', 'Move the window forward'], ['?', 'How this page is computed'],
  ['h', 'Keyboard shortcuts'],
];

function actionsNow(): Runnable[] {
  return ACTIONS.flatMap(([keys, label]): Runnable[] => {
    const run = handlerOf(keys);
    return run === null ? [] : [{ key: `action ${keys}`, group: 'Actions', label, hint: keys, run }];
  });
}

/** Returns the actions for the current target. */
function targetActions(target: Target, window: { start: number; end: number; asOf?: number }): Runnable[] {
  const file = incidentPath(
    target.name, window, { include: ['profiles', 'uploads', 'replays', 'notes'], keepCommandLines: false }
  );
  return [
    {
      key: 'export', group: 'Actions', label: 'Export this window as an incident file',
      run: () => location.assign(file),
    },
    ...(target.url === null ? [] : [{
      key: 'capture', group: 'Actions' as const, label: 'Take a profile', hint: target.name,
      patch: openedProfile(null),
    }]),
  ];
}

function useCommands(pages: PaletteProps['pages']): Runnable[] {
  const { target, targets } = useCurrentTarget();
  const { state } = useUrlState();
  const { zone, range } = state;
  const { data: profiles } = useProfiles();
  const [now] = useState(() => systemClock.nowMs() / 1_000);
  const { data: findings } = useFindings(target, state.range);
  return useMemo(() => {
    const window = windowOf(range, target, now);
    return [
      ...pages.map(({ key, title, letter }): Runnable => (
        { key: `page ${key}`, group: 'Pages', label: title, hint: `g ${letter}`, patch: { page: key } }
      )),
      ...(findings ?? []).flatMap((finding): Runnable[] => (finding.moment === null ? [] : [{
        key: `moment ${finding.panel} ${finding.code}`, group: 'Moments', label: render(finding.claim, onPage(zone)),
        hint: `${formatClock(finding.moment, zone)} · ${PANELS[finding.panel].title}`,
        patch: { page: finding.panel, ...momentPatch(finding, window) },
      }])),
      ...(targets ?? []).map(({ name, state: is }): Runnable => (
        { key: `target ${name}`, group: 'Targets', label: name, hint: is, patch: { target: name, range: null } }
      )),
      ...actionsNow(), ...(target === null ? [] : targetActions(target, { ...window, ...asOfIn(range) })),
      ...(profiles ?? []).map(({ id, name, kind, time }): Runnable => ({
        key: `profile ${id}`, group: 'Profiles', label: name,
        hint: time === null ? kind : `${kind} · ${formatDateTime(time, zone)}`,
        patch: openedProfile(id),
      })),
    ];
  }, [pages, targets, target, range, zone, now, findings, profiles]);
}

/** A dialog that finds pages, moments, targets, profiles and actions by words. */
export function CommandPalette({ pages, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const { set } = useUrlState();
  const commands = useCommands(pages);
  const shown = useMemo(() => matching(commands, typed), [commands, typed]);
  const go = (command: Runnable): void => {
    onClose();
    if ('patch' in command) set(command.patch);
    // Runs after the dialog has returned the focus.
    else systemClock.after(0, command.run);
  };
  const options = useOptionList(shown.length, (i) => go(elementAt(shown, i)));
  return (
    <Dialog onClose={onClose} form="bare" width={620} title="Command palette">
      <input className={styles['input']} aria-label="Search pages, moments, targets, profiles, actions"
        placeholder="Page, moment, target, profile, action" {...options.field} value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          options.pick(0);
        }} />
      <div {...options.list} aria-label="Commands" className={styles['list']}>
        {shown.map((command, i) => (
          <div key={command.key} {...options.option(i)} className={styles['option']}
            onPointerMove={() => options.pick(i)}>
            <span className={styles['group']}>{command.group}</span>
            <span className={styles['label']}>{command.label}</span>
            {command.hint !== undefined && <span className={styles['hint']}>{command.hint}</span>}
          </div>
        ))}
      </div>
      {shown.length === 0
        && <p role="status" className={styles['none']}>Nothing found for “{typed.slice(0, 80)}”.</p>}
    </Dialog>
  );
}
