import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { PanelBase, PanelName } from '../../../core/contract/contract.ts';
import { PANELS } from '../../../core/panels.ts';
import { apiPath } from '../../api/client.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { MenuLabel, MenuLink, Popup } from '../../ui/overlay/Popup.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';

/** Exports the panel: into a runbook, or its data as files, with the window and step of the shown response. */
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
  const samples = (format: 'openmetrics' | 'parquet'): string => apiPath('/targets/{target}/export', {
    path: { target: target.name }, query: { start: start.toFixed(3), end: end.toFixed(3), format },
  });
  const samplesFile = fileName(target.name);
  const file = fileName(`${target.name}-${name}`);
  return (
    <>
      <AddToRunbook source={{ panel: name }} />
      <Popup role="menu" label="Download the data of this panel" align="end" trigger={(opens) => (
        <Button size="compact-xs" variant="default" leftSection={<IconDownload size={13} aria-hidden="true" />}
          title="Download the data of this panel" {...opens}>Data</Button>
      )}>
        {() => (
          <>
            <MenuLabel>Download the data of this panel</MenuLabel>
            <MenuLink href={link('csv')} download={`${file}-series.csv`}>CSV: time series</MenuLink>
            {PANELS[name].tables.map(({ part, label }) => (
              <MenuLink key={part} href={link('csv', part)} download={`${file}-${part}.csv`}>CSV: {label}</MenuLink>
            ))}
            <MenuLink href={link('csv', 'figures')} download={`${file}-figures.csv`}>CSV: figures</MenuLink>
            <MenuLink href={link('json')} download={`${file}.json`}>JSON: everything</MenuLink>
            <MenuLabel>Download the samples of this window</MenuLabel>
            <MenuLink href={samples('openmetrics')} download={`${samplesFile}.om`}>OpenMetrics, for promtool</MenuLink>
            <MenuLink href={samples('parquet')} download={`${samplesFile}.parquet`}>Parquet, for DuckDB</MenuLink>
          </>
        )}
      </Popup>
    </>
  );
}

function fileName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '-');
}
