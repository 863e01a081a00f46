import { Drawer } from '@mantine/core';
import { useUrlState } from '../../url/useUrlState.ts';
import type { FiguresProps } from './FiguresButton.tsx';
import { FiguresSection } from './FiguresSection.tsx';

/** Every figure of a panel with its range and source, optionally next to those of another window or target. */
export default function FiguresDrawer({ onClose, ...figures }: FiguresProps & { onClose: () => void }) {
  const { zone } = useUrlState().state;
  return (
    <Drawer opened onClose={onClose} position="right" size="min(100%, 960px)" title="Figures"
      closeButtonProps={{ 'aria-label': 'Close' }}>
      <FiguresSection {...figures} zone={zone} />
    </Drawer>
  );
}
