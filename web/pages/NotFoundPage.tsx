import { EmptyState } from '../ui/PanelFrame.tsx';
import { Link } from '../ui/Link.tsx';
import { useUrlState } from '../url/useUrlState.ts';

export function NotFoundPage() {
  const { href } = useUrlState();
  return <EmptyState headingLevel={1} what="There is no such page"
    why={<p>The link may be cut off or from another version.</p>}
    action={<Link href={href({ page: 'overview' })}>Go to the overview</Link>} />;
}
