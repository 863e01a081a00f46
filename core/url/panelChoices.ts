/** What a reader chose on a panel besides its window: the period of the fold, and the charts shown as tables. */
export interface PanelChoices {
  /** How many block ranges the fold of the compaction page covers. */
  fold: number;
  /** Names of the charts shown as tables, as `tableName` makes them. */
  tables: string[];
}

const MAX_FOLD = 99;
const MAX_TABLES = 20;

/** `cpu-used-cores` of `CPU used (cores)`: a chart in an address. */
export function tableName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60);
}

export function parsePanelChoices(query: URLSearchParams): PanelChoices {
  const fold = Number(/^[1-9]\d?$/.exec(query.get('fold') ?? '')?.[0] ?? 1);
  const tables = (query.get('tables') ?? '').split(',').filter((name) => name !== '' && tableName(name) === name);
  return { fold: Math.min(fold, MAX_FOLD), tables: [...new Set(tables)].slice(0, MAX_TABLES) };
}

/** For an address; what is as it is by default is null. */
export function panelChoiceTexts({ fold, tables }: PanelChoices): [key: string, text: string | null][] {
  return [['fold', fold === 1 ? null : String(fold)], ['tables', tables.join(',')]];
}
