import { Button, Popover } from '@mantine/core';
import { spanId, windowOf } from '../../../core/profileSpan.ts';
import { coverageWords } from '../../../core/views/charts/spanWords.ts';
import { inTimeOrder, windowsBeside, type WindowSpan } from '../../../core/views/profile/sides/sideWindows.ts';
import { useSpanProfile } from '../../api/spanQueries.ts';
import { Link } from '../../ui/Link.tsx';
import { openedDiff } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './Profiles.module.css';

/** For the profile of a window: typical windows for comparison, or another; else nothing. */
export function CompareSpan({ id }: { id: string }) {
  const { href } = useUrlState();
  const span = windowOf(id);
  if (span === null) return null;
  return (
    <Popover position="bottom-start" shadow="md" width="min(360px, calc(100vw - 24px))" trapFocus returnFocus>
      <Popover.Target><Button size="xs" variant="default" px={8}>Compare with …</Button></Popover.Target>
      <Popover.Dropdown>
        <ul className={styles.beside}>
          {windowsBeside(span).map(({ label, span: other }) => (
            <li key={label}><Beside label={label} span={span} other={other} /></li>
          ))}
          <li><Link href={href(openedDiff([], [id]))}>another window or profile …</Link></li>
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function Beside({ label, span, other }: { label: string; span: WindowSpan; other: WindowSpan }) {
  const { href } = useUrlState();
  const { data, error } = useSpanProfile(other);
  const { before, after } = inTimeOrder(other, span);
  const to = openedDiff([spanId(before)], [spanId(after)], span.kind === 'cpu' ? 'duration' : 'none');
  return (
    <>
      {(data?.ids.length ?? 0) > 0 ? <Link href={href(to)}>{label}</Link> : <span>{label}</span>}
      <span className={styles.note}>{error !== null ? error.message : data === undefined ? '…' : coverageWords(data)}
      </span>
    </>
  );
}
