import { WalReplayPanel } from '../panels/wal-replay/WalReplayPanel.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';

export default function WalReplayPage() {
  return <NeedsTarget title="WAL replay"><WalReplayPanel /></NeedsTarget>;
}
