import { Button } from '@mantine/core';
import { formatDateTime, zoneName } from '../../core/text/format.ts';
import { asOfIn } from '../../core/url/panelWindow.ts';
import { Banner } from '../ui/frame/Shell.tsx';
import { useUrlState } from '../url/useUrlState.ts';

/** Says that the page shows a past state, as from the link of an alert, and links to the current one. */
export function AsOfBanner() {
  const { state: { range, zone }, set } = useUrlState();
  const { asOf } = asOfIn(range);
  if (asOf === undefined) return null;
  return (
    <Banner kind="info">
      This page shows the state as of {formatDateTime(asOf, zone)} {zoneName(zone, asOf)}, not the
      current one. <Button size="compact-xs" variant="default" onClick={() => set({ range: null })}>Show now</Button>
    </Banner>
  );
}
