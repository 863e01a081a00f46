/** Inputs of a panel from the target's node_exporter. Pure. */
import type { RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';

/** Host figures (node_exporter) by the window's scrape rows; each absent if not exported. */
export interface NodeInputs {
  diskReadBytes?: RoleSeries;
  diskWrittenBytes?: RoleSeries;
  /** Page cache, a gauge. */
  cachedBytes?: RoleSeries;
}

/** Returns the host inputs of the compaction panel; undefined if no node_exporter answered. */
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
