import { EmptyState } from '../ui/PanelFrame.tsx';
import { Link } from '../ui/Link.tsx';
import { useUrlState } from '../url/useUrlState.ts';

export function NotFoundPage() {
  const { href } = useUrlState();
  return <EmptyState headingLevel={1} what="Page not found"
    why={<p>The link may be incomplete, or from another version.</p>}
    action={<Link href={href({ page: 'overview' })}>Go to the overview</Link>} />;
}
