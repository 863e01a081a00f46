/** Reports that a region of HBase was not served because it split, if the sentences of the text say so. Pure. */

const NOT_SERVED = /\b(?:NotServingRegionException|PleaseThrottleException|RegionOpeningException)\b/;
const SPLITS = new RegExp([
  /\bregions? (?:is |are |gets? |was |were )?split(?:s|ting)?\b/,
  /\bsplit(?:s|ting)? (?:of )?(?:a |the |its )?regions?\b/,
].map(({ source }) => source).join('|'), 'i');
const DENIED = /\b(?:no|not|never|without|pre)[ -](?:\w{1,12} ){0,2}$/i;
const MAX_CHARS = 32 * 1024;

/** Returns the sentence; null if the error is of another kind, or no words beside it name a split. */
export function regionSplit(text: string, error: string): string | null {
  if (!NOT_SERVED.test(error)) return null;
  const head = text.slice(0, MAX_CHARS);
  const at = SPLITS.exec(head)?.index;
  return at === undefined || DENIED.test(head.slice(Math.max(0, at - 40), at)) ? null
    : 'By the text, a region was being split then, and is not served meanwhile.';
}
