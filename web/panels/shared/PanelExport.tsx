import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { PanelBase, PanelName } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';

/** Tables of a panel besides its lines over time and its figures: the part of the answer, and its name in words. */
const tables: Record<PanelName, readonly { part: string; label: string }[]> = {
  'gc-cpu': [
    { part: 'around', label: 'CPU around one cycle' }, { part: 'cycles', label: 'GC cycles' }, { part: 'correlation.lags', label: 'correlation by lag' },
    { part: 'estimates', label: 'GC CPU by estimator' },
  ],
  compaction: [{ part: 'fold', label: 'the fold' }, { part: 'compactions', label: 'compactions' }, { part: 'blocks', label: 'blocks' }],
  'wal-replay': [{ part: 'phases', label: 'phases' }, { part: 'earlier', label: 'earlier starts' }],
  memory: [{ part: 'parts', label: 'parts of the memory' }, { part: 'warmUps', label: 'warm-ups' }],
  scrapes: [{ part: 'gaps', label: 'gaps and their causes' }, { part: 'overlapTests', label: 'overlaps against chance' }, { part: 'byState', label: 'durations by state' }],
};

/** The panel taken elsewhere: into a runbook, or what it draws as files, of the window and step of the answer that is shown. */
export function PanelExport({ name, panel }: { name: PanelName; panel: PanelBase }) {
  const { target } = useCurrentTarget();
  if (target === null) return null;
  const { start, end, step } = panel.range;
  const link = (format: 'json' | 'csv', part?: string): string =>
    apiPath(`/targets/{target}/panels/${name}`, {
      path: { target: target.name },
      query: { start: start.toFixed(3), end: end.toFixed(3), step: step > 0 ? Math.round(step * 1_000) / 1_000 : undefined, format, part },
    });
  const file = `${target.name}-${name}`.replace(/[^A-Za-z0-9._-]+/g, '-');
  return (
    <>
      <AddToRunbook source={{ panel: name }} />
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button size="compact-xs" variant="default" leftSection={<IconDownload size={13} aria-hidden="true" />} title="What is drawn here, as files">Data</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>What is drawn here, as files</Menu.Label>
          <Menu.Item component="a" href={link('csv')} download={`${file}-series.csv`}>CSV: lines over time</Menu.Item>
          {tables[name].map(({ part, label }) => <Menu.Item key={part} component="a" href={link('csv', part)} download={`${file}-${part}.csv`}>CSV: {label}</Menu.Item>)}
          <Menu.Item component="a" href={link('csv', 'figures')} download={`${file}-figures.csv`}>CSV: numbers</Menu.Item>
          <Menu.Item component="a" href={link('json')} download={`${file}.json`}>JSON: all of it</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
