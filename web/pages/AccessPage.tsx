import { AccessPanel } from '../panels/access/AccessPanel.tsx';

/** Who may do what, and who did what. */
export default function AccessPage() {
  return <AccessPanel />;
}
