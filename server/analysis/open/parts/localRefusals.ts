/** Says that a connection to the own host is refused because another program of the text does not run. Pure. */

/** A refused connection to another container of the same pod, or process of the same host. */
const REFUSED = /\bdial tcp (?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}: connect: connection refused/;
/** The meaning of the refusal where nothing else is known. */
const MEANING = / Nothing listens at that address, or something rejects it: see whether the other side runs\./;
/** A program that does not run, or not for long. */
const DOES_NOT_RUN = new RegExp([
  /\bdoes not start\b|\bcrashed with\b|\bgave up\b|\bended with\b|\bin a crash loop\b/,
  /\brejects its configuration\b|\bpanicked with\b|\bwas killed\b/,
].map(({ source }) => source).join('|'));

/** `said`: what one program logged; `lead`, `facts`: the program that names the log, and what is wrong with it. */
export function asConsequence(said: string, lead: string, facts: string | null): string {
  if (facts === null || !DOES_NOT_RUN.test(facts) || !REFUSED.test(said)) return said;
  return said.replace(MEANING, ` That follows from it: ${lead} does not run.`);
}
