import { useUrlState } from '../../url/useUrlState.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { FiguresProps } from './figuresProps.ts';
import { FiguresSection } from './FiguresSection.tsx';

/** Every figure of a panel with its range and source, optionally next to those of another window or target. */
export default function FiguresDrawer({ onClose, ...figures }: FiguresProps & { onClose: () => void }) {
  const { zone } = useUrlState().state;
  return (
    <Dialog onClose={onClose} form="drawer" width={960} title="Figures">
      <FiguresSection {...figures} zone={zone} />
    </Dialog>
  );
}
