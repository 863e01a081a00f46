import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExportLink } from '../../../core/views/profile/viewExports.ts';

/** The shown view as a file, in every form the server writes. */
export function ExportMenu({ links }: { links: readonly ExportLink[] }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" disabled={links.length === 0}
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          title={links.length === 0 ? 'Choose a function first.' : 'This view as a file'}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This view as a file</Menu.Label>
        {
          links.map(
            ({ label, href, file }) => <Menu.Item key={href} component="a" href={href} download={file}>{label}
              </Menu.Item>
          )
        }
      </Menu.Dropdown>
    </Menu>
  );
}
