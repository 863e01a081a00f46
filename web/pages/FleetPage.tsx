import { FleetPanel } from '../panels/fleet/FleetPanel.tsx';

/** All targets at once. */
export default function FleetPage() {
  return <FleetPanel />;
}
