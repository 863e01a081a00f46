/**
 * Windows written by hand, for tests of the analysis: one value a scrape, `null` where the scrape failed or lacked the
 * series.
 */
import type { Role, RoleSeries, RoleWindow } from '../server/data/metrics/roleNames.ts';
import type { ScrapeErrorKind, TargetKind } from '../core/contract/terms/targetKind.ts';

export interface HandMadeWindow {
  /** Of the first scrape. */
  startMs?: number;
  stepMs?: number;
  kind?: TargetKind;
  /**
   * Only ticks with an entry have a row; `ok` gave samples. Default: every tick that a role has a value for is `ok`.
   */
  ticks?: ('ok' | ScrapeErrorKind | null)[];
  /** By tick; default 0.004. */
  durationSeconds?: number[];
  /** Ticks whose body repeated the one before. */
  repeatedTicks?: number[];
  roles: Partial<Record<Role, (number | null)[]>>;
  /** Series of a role that are distinguished by label. */
  labelled?: { role: Role; labels: Record<string, string>; values: (number | null)[] }[];
}

export function handMadeWindow(description: HandMadeWindow): RoleWindow {
  const { startMs = 1_800_000_000_000, stepMs = 1000, kind = 'prometheus', roles } = description;
  const length = Math.max(description.ticks?.length ?? 0, ...Object.values(roles).map((values) => values.length));
  const ticks = description.ticks ?? new Array<'ok'>(length).fill('ok');
  const rows = ticks.flatMap((tick, index) => (tick === null ? [] : [{ tick, index }]));
  const series = new Map<Role, RoleSeries>();
  for (const [role, values] of Object.entries(roles) as [Role, (number | null)[]][]) {
    const played = rows.map(({ index }) => values[index] ?? null);
    series.set(role, {
      role,
      names: [`test_${role}`],
      values: Float64Array.from(played, (value) => value ?? NaN),
      present: Uint8Array.from(played, (value) => (value === null ? 0 : 1)),
    });
  }
  return {
    startMs,
    endMs: startMs + length * stepMs,
    kind,
    version: '',
    scrapes: {
      length: rows.length,
      startMs: Float64Array.from(rows, ({ index }) => startMs + index * stepMs),
      durationSeconds: Float64Array.from(rows, ({ index }) => description.durationSeconds?.[index] ?? 0.004),
      status: Uint16Array.from(rows, ({ tick }) => (tick === 'ok' ? 200 : 0)),
      bytes: Float64Array.from(rows, ({ tick }) => (tick === 'ok' ? 1000 : 0)),
      error: rows.map(({ tick }) => (tick === 'ok' ? null : { kind: tick, message: `The scrape failed: ${tick}.` })),
      repeated: Uint8Array.from(rows, ({ index }) => (description.repeatedTicks?.includes(index) === true ? 1 : 0)),
    },
    role: (role) => series.get(role),
    labelled: (role) => (description.labelled ?? []).flatMap(({ role: one, labels, values }) => (one !== role ? [] : [{
      name: `test_${role}`,
      labels,
      values: Float64Array.from(rows, ({ index }) => values[index] ?? NaN),
      present: Uint8Array.from(rows, ({ index }) => (values[index] === null || values[index] === undefined ? 0 : 1)),
    }])),
    expectedNames: (role) => [`expected_${role}`],
  };
}

/** The same window as a new question reads it: no signal of it is known yet. */
export function unread(window: RoleWindow): RoleWindow {
  return { ...window, scrapes: { ...window.scrapes } };
}
