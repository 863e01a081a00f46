/** Separates the TSDBs whose lines a source mixes: those of tenants, and a receiver's from a Prometheus's. Pure. */
import type { LogLine, LogSource } from '../../../logs/readLog.ts';
import { isFailure } from './loggedFailures.ts';

/** With more TSDBs, none is worth an answer of its own. */
const MAX_TSDBS = 50;
const WRITTEN = 'write block';

/**
 * Returns a source for each TSDB that wrote blocks from its head, or failed to; a line of none of them goes to each it
 * may be of.
 */
export function separateTsdbs(source: LogSource): LogSource[] {
  const writers = new Set(source.lines.filter(isOwn).map(tsdbOf));
  if (writers.size < 2 || writers.size > MAX_TSDBS) return [source];
  return [...writers].map((writer) => {
    const lines = source.lines.filter((line) => {
      const own = tsdbOf(line);
      return own === writer || (!writers.has(own) && writer.startsWith(own));
    });
    const name = [source.name, writer].filter((part) => part !== '').join(' ');
    return {
      ...source, name, lines, readCount: lines.length, cutCount: 0,
      firstMs: lines[0]?.timeMs ?? null, lastMs: lines.at(-1)?.timeMs ?? null,
    };
  });
}

/** Whether a line is of one TSDB: a block was written, or a tenant's compaction failed. */
const isOwn = ({ message, fields }: LogLine): boolean => {
  const said = message.toLowerCase();
  return said === WRITTEN || (isFailure(said) && (fields.tenant ?? fields.user ?? '') !== '');
};

/** Returns what tells TSDBs apart: Thanos Receive, and the tenant, as Thanos and Mimir call it; `""` without either. */
function tsdbOf({ fields }: LogLine): string {
  const tenant = fields.tenant ?? fields.user ?? '';
  return [fields.component === 'receive' ? 'receive' : '', tenant === '' ? '' : `tenant ${tenant}`]
    .filter((part) => part !== '').join(', ');
}
