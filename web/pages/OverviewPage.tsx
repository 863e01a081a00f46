import { OverviewPanel } from '../panels/overview/OverviewPanel.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';

export function OverviewPage() {
  return <NeedsTarget title="Overview"><OverviewPanel /></NeedsTarget>;
}
