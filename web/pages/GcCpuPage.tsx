import { GcCpuPanel } from '../panels/gc-cpu/GcCpuPanel.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';

export default function GcCpuPage() {
  return <NeedsTarget title="GC & CPU"><GcCpuPanel /></NeedsTarget>;
}
