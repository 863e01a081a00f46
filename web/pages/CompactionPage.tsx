import { CompactionPanel } from '../panels/compaction/CompactionPanel.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';

export default function CompactionPage() {
  return <NeedsTarget title="Compaction"><CompactionPanel /></NeedsTarget>;
}
