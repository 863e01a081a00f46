import { SelfPanel } from '../panels/self/SelfPanel.tsx';

/** Resource usage of tsdbscope itself, and what it dropped. */
export default function SelfPage() {
  return <SelfPanel />;
}
