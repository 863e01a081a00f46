/** Requests the code and the data of the first screen in parallel, before it is drawn. */
import type { QueryClient } from '@tanstack/react-query';
import { isPanelName } from '../../core/panels.ts';
import { targetNamed } from '../../core/url/targetNamed.ts';
import { parseUrl } from '../../core/url/urlState.ts';
import { fleetOptions } from '../api/fleetQuery.ts';
import { linesOptions } from '../api/linesQuery.ts';
import { findingsOptions, panelOptions, statusOptions, targetsOptions } from '../api/queries.ts';
import { withoutPrefix } from '../url/pathPrefix.ts';
import { loadPage } from './App.tsx';

/** Requests the line that is drawn first first. The page itself retries failed requests and shows their errors. */
export async function askEarly(client: QueryClient): Promise<void> {
  const { page, target: name, range } = parseUrl(withoutPrefix(window.location.pathname), window.location.search);
  loadPage(page);
  if (page === 'fleet') void client.prefetchQuery(fleetOptions(range));
  void client.prefetchQuery(statusOptions);
  await client.prefetchQuery(targetsOptions);
  const target = targetNamed(client.getQueryData(targetsOptions.queryKey) ?? [], name);
  if (target === null || (page !== 'overview' && !isPanelName(page))) return;
  void client.prefetchQuery(linesOptions(target, range));
  if (page === 'overview') void client.prefetchQuery(findingsOptions(target, range));
  else void client.prefetchQuery(panelOptions(page, target, range));
}
