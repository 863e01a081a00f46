import { MemoryPanel } from '../panels/memory/MemoryPanel.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';

export default function MemoryPage() {
  return <NeedsTarget title="Memory & capacity"><MemoryPanel /></NeedsTarget>;
}
