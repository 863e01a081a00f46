/** Tells that a later version of another program corrects a fault, if the text names the version with it. Pure. */

/** A fault by the facts, the program whose version makes it, that version, and what is known of it. */
const FIXED: readonly (readonly [facts: RegExp, program: string, version: string, says: string])[] = [
  [/out-of-order chunks/i, 'Prometheus', '2.47.0', 'Prometheus 2.47.0 writes blocks with chunks out of order, which '
    + '2.47.1 corrects (prometheus 12874): update the Prometheus that writes the blocks; those that it wrote stay so.'],
];
const MAX_CHARS = 64 * 1024;

/** A version behind the name of its program, with a few words or marks between them, or in the tag of its image. */
const namedWith = (program: string, version: string): RegExp => new RegExp(
  String.raw`\b${program}\b[^\n]{0,40}?(?<![\d.])v?${version.replaceAll('.', String.raw`\.`)}(?!\d|\.\d|-rc)`, 'i'
);

/** Returns what is known of such a version; null if the text does not name it. */
export function fixedVersions(facts: string, text: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  return FIXED.find(([fault, program, version]) =>
    fault.test(facts) && head.includes(version) && namedWith(program, version).test(head))?.[3] ?? null;
}
