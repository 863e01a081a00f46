/** Answers that the page's HTML already requested (see core/url/firstQuestions.ts); each is used once. */
import { isSameQuestion } from '../../core/url/firstQuestions.ts';

const first = new Map<string, { address: URL; answer: Promise<Response> }>();

/** Takes over the requests; call it once before any other, because browsers warn about unused preloads. */
export function takeUpFirst(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-first]')) {
    const address = new URL(href);
    const answer = fetch(href);
    // The user of the answer handles the error.
    answer.catch(() => undefined);
    first.set(address.pathname, { address, answer });
  }
}

/** Returns the answer to a request if the page's HTML just made the same one. */
export function firstAnswer(address: string): Promise<Response> | null {
  if (first.size === 0) return null;
  const asked = new URL(address, window.location.href);
  const known = first.get(asked.pathname);
  first.delete(asked.pathname);
  return known !== undefined && isSameQuestion(known.address, asked) ? known.answer : null;
}
