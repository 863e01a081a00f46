import { SelfPanel } from '../panels/self/SelfPanel.tsx';

/** What tsdbscope itself costs, and what it dropped. */
export default function SelfPage() {
  return <SelfPanel />;
}
