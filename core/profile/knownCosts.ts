/** Says what functions with much of a profile do, and what to change so that they do less. Pure. */

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^fmt\.(?:Sprint|Sprintln|Sprintf|Append\w{0,2})$/, 'Such functions of fmt build texts: if these are for log '
    + 'lines of a level that is off, build them only where the level is on.'],
  [/(?:^|\/)beorn7\/perks\/quantile\./, 'The package perks/quantile computes the quantiles of summaries '
    + '(client_golang): use histograms instead, or drop the objectives of summaries, or some of their label values.'],
  [/(?:^|\/)prometheus\/promql\/parser\.\(\*yyParserImpl\)\.Parse$/, 'Parse of promql/parser parses expressions '
    + 'and selectors, which is usually a small part: find by its callers what has so many or such long ones parsed.'],
  [/(?:^|\/)prometheus\/(?:pkg|model)\/relabel\.[pP]rocess$/, 'relabel.Process applies the rules of relabel_configs to '
    + 'each discovered target whenever targets are updated, and those of metric_relabel_configs to each series of a '
    + 'scrape: discover fewer targets (roles, namespaces, selectors), or use fewer rules.'],
];

/** Returns what a function does and what to change; null for one that is not known. */
export const costStep = (name: string): string | null => KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? null;
