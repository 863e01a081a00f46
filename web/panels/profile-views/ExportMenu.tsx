import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExportLink } from '../../../core/views/profile/viewExports.ts';

/** Downloads of the view in every format. */
export function ExportMenu({ links }: { links: readonly ExportLink[] }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" disabled={links.length === 0}
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          title={links.length === 0 ? 'Choose a function first' : 'Download this view'}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Download this view</Menu.Label>
        {links.map(({ label, href, file }) => <Menu.Item key={href} component="a" href={href} download={file}>{label}
          </Menu.Item>)}
      </Menu.Dropdown>
    </Menu>
  );
}
