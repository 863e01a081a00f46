/** Tells that a later version of another program corrects a fault, if the text names the version with it. Pure. */

interface Fault { seenBy: RegExp; facts: RegExp; program: string; version: string; says: string }

/** A fault by the program that meets it and its facts; the program whose version makes it, and what is known. */
const FIXED: readonly Fault[] = [{
  // Mimir and Cortex make their blocks themselves.
  seenBy: /^Thanos/, facts: /out-of-order chunks/i, program: 'Prometheus', version: '2.47.0',
  says: 'Prometheus 2.47.0 writes blocks with chunks out of order, which 2.47.1 corrects (prometheus 12874): update '
    + 'the Prometheus that writes the blocks; those that it wrote stay so.',
}];
const MAX_CHARS = 64 * 1024;

/** A version behind the name of its program, with a few words or marks between them, or in the tag of its image. */
const namedWith = (program: string, version: string): RegExp => new RegExp(
  String.raw`\b${program}\b[^\n]{0,40}?(?<![\d.])v?${version.replaceAll('.', String.raw`\.`)}(?!\d|\.\d|-rc)`, 'i'
);

/** Returns what is known of such a version; null if the text does not name it. `owner`: the program of the facts. */
export function fixedVersions(facts: string, text: string, owner: string | null): string | null {
  const head = text.slice(0, MAX_CHARS);
  return FIXED.find((one) => one.seenBy.test(owner ?? '') && one.facts.test(facts) && head.includes(one.version)
    && namedWith(one.program, one.version).test(head))?.says ?? null;
}
