/** What a reader chose on a panel besides its window: the period of the fold, charts shown as tables, open parts. */
export interface PanelChoices {
  /** How many block ranges the fold of the compaction page covers. */
  fold: number;
  /** Names of the charts shown as tables, as `tableName` makes them. */
  tables: string[];
  /** Names of the collapsed parts that are open, such as `estimates` or `figures`. */
  open: string[];
}

const MAX_FOLD = 99;
const MAX_NAMES = 20;

/** `cpu-used-cores` of `CPU used (cores)`: a chart in an address. */
export function tableName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60);
}

function parseNames(text: string | null): string[] {
  const names = (text ?? '').split(',').filter((name) => name !== '' && tableName(name) === name);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

export function parsePanelChoices(query: URLSearchParams): PanelChoices {
  const fold = Number(/^[1-9]\d?$/.exec(query.get('fold') ?? '')?.[0] ?? 1);
  return {
    fold: Math.min(fold, MAX_FOLD), tables: parseNames(query.get('tables')), open: parseNames(query.get('open')),
  };
}

/** For an address; what is as it is by default is null. */
export function panelChoiceTexts({ fold, tables, open }: PanelChoices): [key: string, text: string | null][] {
  return [['fold', fold === 1 ? null : String(fold)], ['tables', tables.join(',')], ['open', open.join(',')]];
}
