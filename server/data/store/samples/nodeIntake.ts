/** Filters a scrape of a target's node_exporter, and renames its series so that they differ from the target's own. */
import type { Steps } from '../../../../core/steps.ts';
import { isNodeName, NODE_PREFIX } from '../../metrics/nodeNames.ts';
import { ExpositionParser } from '../../metrics/exposition/parseExposition.ts';
import type { ScrapeError } from '../../metrics/series.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import type { RawNodeScrape } from '../dataStore.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';

/** A host with 1,000 cores has 10,000 series. */
const MAX_SERIES = 20_000;

const NOT_A_NODE = 'Its answer has no metric of a node_exporter, such as node_cpu_seconds_total; '
  + 'does node_exporter: in the configuration name one?';

/** Intake of one target's node_exporter; caches the series it has seen. */
export class NodeIntake {
  private readonly parser = new ExpositionParser();
  /** Renamed series by the parser's series objects, which stay the same while it caches them; null: not kept. */
  private readonly renamed = new WeakMap<object, { name: string; labels: Labels } | null>();

  /** Returns samples or an error: exactly one of them is null. */
  *taking({ body, contentType, error }: RawNodeScrape): Steps<
    { samples: SampleBatch; error: null } | { samples: null; error: ScrapeError }
  > {
    if (error) return { samples: null, error };
    if (body === null)
      return { samples: null, error: { kind: 'other', message: 'The node_exporter returned no body.' } };
    const parsed = yield* this.parser.parsing(body, contentType);
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
      const message = `It has ${series.length} series of CPU, disks and memory; the limit for one host is `
        + `${MAX_SERIES}. Is the URL that of a single node_exporter?`;
      return { samples: null, error: { kind: 'too_large', message } };
    }
    if (series.length === 0) return { samples: null, error: { kind: 'format', message: NOT_A_NODE } };
    return { samples: { series, values }, error: null };
  }
}
