/**
 * From a body of the node_exporter beside a target to what is kept of it, under names that no target's own can be
 * mistaken for.
 */
import { isNodeName, NODE_PREFIX } from '../../metrics/nodeNames.ts';
import { ExpositionParser } from '../../metrics/parseExposition.ts';
import type { ScrapeError } from '../../metrics/series.ts';
import type { Labels } from '../../../core/contract/targetKind.ts';
import type { RawNodeScrape } from '../dataStore.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';

/** A host of a thousand cores has ten thousand; whatever has more is none, or invents names. */
const MAX_SERIES = 20_000;

/** One per target: it remembers the series it has seen. */
export class NodeIntake {
  private readonly parser = new ExpositionParser();
  /** By the parser's own series, which stay the same while it remembers them; null: not wanted. */
  private readonly renamed = new WeakMap<object, { name: string; labels: Labels } | null>();

  /** `samples` is null exactly when `error` is not. */
  take({ body, contentType, error }: RawNodeScrape): { samples: SampleBatch; error: null }
    | { samples: null; error: ScrapeError } {
    if (error) return { samples: null, error };
    if (body === null)
      return { samples: null, error: { kind: 'other', message: 'The node_exporter brought no body.' } };
    const parsed = this.parser.parse(body, contentType);
    if (parsed.error !== null) return { samples: null, error: { kind: 'format', message: parsed.error } };
    const series: { name: string; labels: Labels }[] = [];
    const values: number[] = [];
    for (const [i, own] of parsed.series.entries()) {
      let kept = this.renamed.get(own);
      if (kept === undefined) {
        kept = isNodeName(own.name) ? { name: NODE_PREFIX + own.name, labels: own.labels } : null;
        this.renamed.set(own, kept);
      }
      if (kept === null) continue;
      series.push(kept);
      values.push(parsed.values[i] ?? NaN);
    }
    if (series.length > MAX_SERIES) {
      return {
        samples: null,
        error: {
          kind: 'too_large',
          message: `It has ${series.length} series of CPU, disks and memory, more than the ${MAX_SERIES} that ` + `are kept of one host; is node_exporter's URL that of one host?`,
        },
      };
    }
    return series.length > 0 ? { samples: { series, values }, error: null } : {
      samples: null, error: {
        kind: 'format',
        message:
          'Its answer holds no metric of a node_exporter (node_cpu_seconds_total and the like); '
            + 'does node_exporter: in the configuration name one?',
      },
    };
  }
}
