import { AccessPanel } from '../panels/access/AccessPanel.tsx';

/** Access tokens and the audit log. */
export default function AccessPage() {
  return <AccessPanel />;
}
