/** Reports that a rejected field is a section of another program's configuration. Pure. */

const FIELD = /\bfield (\w{2,40}) not found in type \w{2,40}\.\w{2,40}/;

/** Programs that reject a configuration, the sections that they do not have, and the program that has them. */
const SECTIONS: readonly (readonly [program: RegExp, sections: RegExp, owner: string])[] = [
  [/^Loki$/, /^(?:scrape_configs|positions|clients|target_config)$/, 'Promtail'],
  [/^Promtail$/, /^(?:schema_config|storage_config|ingester|compactor|ruler|querier)$/, 'Loki'],
  [/^(?:Mimir|Cortex|Tempo|Alertmanager)$/, /^(?:scrape_configs|rule_files|alerting)$/, 'Prometheus'],
  [/^Prometheus$/, /^(?:route|receivers|inhibit_rules)$/, 'Alertmanager'],
];

/** Returns which program the section is of; null unless it is known to be one of another program. */
export function straySection(program: string | null, reason: string): string | null {
  const section = FIELD.exec(reason)?.[1];
  if (program === null || section === undefined) return null;
  const owner = SECTIONS.find(([of, sections]) => of.test(program) && sections.test(section))?.[2];
  return owner === undefined ? null : `The section ${section} is of ${owner}, not of ${program}: move it to the file `
    + `of ${owner}, and see which file each of the two reads (-config.file, the mounts of a container).`;
}
