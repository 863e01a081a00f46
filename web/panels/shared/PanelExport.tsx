import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { PanelBase, PanelName } from '../../../core/contract/contract.ts';
import { PANELS } from '../../../core/panels.ts';
import { apiPath } from '../../api/client.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';

/** Exports the panel: into a runbook, or its data as files, with the window and step of the response shown. */
export function PanelExport({ name, panel }: { name: PanelName; panel: PanelBase }) {
  const { target } = useCurrentTarget();
  if (target === null) return null;
  const { start, end, step } = panel.range;
  const link = (format: 'json' | 'csv', part?: string): string =>
    apiPath(`/targets/{target}/panels/${name}`, {
      path: { target: target.name },
      query: {
        start: start.toFixed(3), end: end.toFixed(3), format, part,
        step: step > 0 ? Math.round(step * 1_000) / 1_000 : undefined,
      },
    });
  const file = `${target.name}-${name}`.replace(/[^A-Za-z0-9._-]+/g, '-');
  return (
    <>
      <AddToRunbook source={{ panel: name }} />
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button size="compact-xs" variant="default" leftSection={<IconDownload size={13} aria-hidden="true" />}
            title="Download the data of this panel">Data</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Download the data of this panel</Menu.Label>
          <Menu.Item component="a" href={link('csv')} download={`${file}-series.csv`}>CSV: time series</Menu.Item>
          {PANELS[name].tables.map(({ part, label }) => (
            <Menu.Item key={part} component="a" href={link('csv', part)} download={`${file}-${part}.csv`}>
              CSV: {label}</Menu.Item>
          ))}
          <Menu.Item component="a" href={link('csv', 'figures')} download={`${file}-figures.csv`}>CSV:
            figures</Menu.Item>
          <Menu.Item component="a" href={link('json')} download={`${file}.json`}>JSON: everything</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
