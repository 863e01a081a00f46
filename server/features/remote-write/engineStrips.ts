/** Reads from the engine what the page of all targets shows of the targets of other tsdbscopes. */
import type { Labels, TargetKind } from '../../../core/contract/terms/targetKind.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { HttpAccess } from '../../kernel/config/configTypes.ts';
import { readEngineWindow, SCRAPE_RECORDS } from '../../data/metrics/engineMatrix.ts';
import { roleSelectors, roleWindow } from '../../data/metrics/roles.ts';
import { FIGURE_ROLES, type ScrapeFigures } from '../../data/metrics/scrapeFigures.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { scrapedLabels, targetLabels } from '../../data/wire/engineLabels.ts';
import { askEngine } from './askEngine.ts';

/** Coarser steps for older samples, the widest first; `ageMs`: age from which each applies. */
const COARSE = [{ ageMs: 7_200_000, stepMs: 120_000 }, { ageMs: 180_000, stepMs: 15_000 }] as const;
/** Newer samples may be incomplete, because remote write is seconds behind. */
const SETTLED_MS = 3000;
const RECORDS = [SCRAPE_RECORDS.up, SCRAPE_RECORDS.failed];

export interface StripTarget {
  name: string; kind: TargetKind; version: string; labels: Labels; scrapeIntervalSeconds: number;
}

/** A scrape with the values that the page of all targets also takes from scrapes of its own. */
export interface StripScrape {
  timeMs: number; failed: boolean; intervalMs: number; figures: ScrapeFigures | null;
  processStartSeconds: number | null;
}

export interface EngineStripsOptions { access: HttpAccess; externalLabels: Labels; now: () => number }

export class EngineStrips {
  readonly #client: TargetClient;
  readonly #options: EngineStripsOptions;

  constructor(options: EngineStripsOptions) {
    this.#options = options;
    this.#client = new TargetClient(options.access);
  }

  /**
   * Returns the target's scrapes after `sinceMs` and before `untilMs`, ascending; for older times, only one scrape per
   * step.
   */
  async scrapes(target: StripTarget, sinceMs: number, untilMs = Infinity): Promise<Result<StripScrape[]>> {
    const nowMs = this.#options.now();
    const scrapes: StripScrape[] = [];
    let startMs = sinceMs + 1;
    for (const { ageMs, stepMs } of [...COARSE, { ageMs: SETTLED_MS, stepMs: undefined }]) {
      const endMs = Math.min(nowMs - ageMs, untilMs);
      if (endMs <= startMs) continue;
      const read = await this.#read(target, { startMs, endMs, ...(stepMs === undefined ? {} : { stepMs }) });
      if (!read.ok) return read;
      scrapes.push(...read.value);
      startMs = endMs;
    }
    return ok(scrapes);
  }

  async #read(
    { name, kind, version, labels, scrapeIntervalSeconds }: StripTarget,
    span: { startMs: number; endMs: number; stepMs?: number },
  ): Promise<Result<StripScrape[]>> {
    const own = { ...this.#options.externalLabels, ...targetLabels(name, labels) };
    const names = [...RECORDS, ...roleSelectors(kind, ['processStartSeconds', ...FIGURE_ROLES])];
    const answer = await askEngine(this.#client, { names, own, ...span });
    if (!answer.ok) return answer;
    const window = readEngineWindow([answer.value], (of) => scrapedLabels(of, own));
    if (typeof window === 'string') return fail('target_error', window);
    const byRole = roleWindow(window, kind, version);
    const { scrapes } = byRole;
    const columns = FIGURE_ROLES.map((figure) => [figure, byRole.role(figure)] as const);
    const started = byRole.role('processStartSeconds');
    const rows: StripScrape[] = [];
    for (let row = 0; row < scrapes.length; row += 1) {
      const error = scrapes.error[row] ?? null;
      // A skipped scrape says nothing about the target.
      if (error?.kind === 'skipped') continue;
      const present = columns.flatMap(([figure, series]) => (
        series?.present[row] === 1 ? [[figure, series.values[row] ?? NaN] as const] : []
      ));
      rows.push({
        timeMs: scrapes.startMs[row] ?? 0, failed: error !== null,
        intervalMs: span.stepMs ?? scrapeIntervalSeconds * 1000,
        figures: present.length === 0 ? null : Object.fromEntries(present),
        processStartSeconds: started?.present[row] === 1 ? started.values[row] ?? null : null,
      });
    }
    return ok(rows);
  }
}
