/** What the target's node_exporter adds to a panel. Pure. */
import type { RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';

/** The machine's figures (node_exporter), by the window's scrape rows; each absent where it does not. */
export interface NodeInputs {
  diskReadBytes?: RoleSeries;
  diskWrittenBytes?: RoleSeries;
  /** Page cache, a gauge. */
  cachedBytes?: RoleSeries;
}

/** What the compaction panel takes of the host; undefined where no node_exporter answered. */
export function hostInputs(window: RoleWindow): NodeInputs | undefined {
  const [
    read, written, cached,
  ] = [window.role('hostDiskReadBytes'), window.role('hostDiskWrittenBytes'), window.role('hostCachedBytes')];
  if (read === undefined && written === undefined && cached === undefined) return undefined;
  return {
    ...(read === undefined ? {} : { diskReadBytes: read }),
    ...(written === undefined ? {} : { diskWrittenBytes: written }),
    ...(cached === undefined ? {} : { cachedBytes: cached }),
  };
}
