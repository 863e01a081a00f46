import { useStatus, useTargets } from '../api/queries.ts';
import type { StorageFault } from '../../core/contract/contract.ts';
import { formatAge } from '../../core/text/format.ts';
import { Banner } from '../ui/frame/Shell.tsx';
import { useNow } from '../ui/useNow.ts';
import { useUrlState } from '../url/useUrlState.ts';

/**
 * Banners for the whole page: the server is down, the disk is full, a file cannot be read, this is a demo. Ages in them
 * are not live, so that a screen reader does not repeat the banner each second.
 */
export function ServerBanners() {
  const status = useStatus();
  const targets = useTargets();
  const now = useNow(1_000);
  const { state } = useUrlState();
  const shownTarget = state.target ?? targets.data?.[0]?.name;
  const isShown = ({ target }: StorageFault): boolean =>
    target === null || state.page === 'overview' || target === shownTarget;
  return (
    <>
      {targets.error !== null && targets.data !== undefined && (
        <Banner kind="critical">
          <strong>tsdbscope does not answer.</strong> What is shown was
            read <span aria-live="off">{formatAge(now - targets.dataUpdatedAt / 1_000)}</span> and stays; the page tries
            again every few seconds by itself.
        </Banner>
      )}
      {status.data?.storage.state === 'stopped' && (
        <Banner kind="critical"><strong>Recording has
          stopped.</strong> {status.data.storage.reason ?? 'The storage gave no reason.'}</Banner>
      )}
      {status.data?.storage.faults.filter(isShown).map(({ message }) => (
        <Banner key={message} kind="warning">{message}</Banner>
      ))}
      {status.data?.storage.notices.map((notice) => <Banner key={notice} kind="warning">{notice}</Banner>)}
      {status.data?.demo === true && state.page === 'overview' && (
        <Banner kind="info">
          This is the demo: recordings of a real incident and a real WAL replay. For your own: <code>npm start --
            http://localhost:9090</code>
        </Banner>
      )}
    </>
  );
}
