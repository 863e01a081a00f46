/** What the page's HTML asked for already (see core/url/firstQuestions.ts); each answer is taken once. */
import { isSameQuestion } from '../../core/url/firstQuestions.ts';

const first = new Map<string, { address: URL; answer: Promise<Response> }>();

/** Called once, before anything is asked: an answer that nothing takes up is complained of by the browser. */
export function takeUpFirst(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-first]')) {
    const address = new URL(href);
    const answer = fetch(href);
    // Told to whoever takes it.
    answer.catch(() => undefined);
    first.set(address.pathname, { address, answer });
  }
}

/** The answer to a question of the page, if its HTML asked it a moment ago. */
export function firstAnswer(address: string): Promise<Response> | null {
  if (first.size === 0) return null;
  const asked = new URL(address, window.location.href);
  const known = first.get(asked.pathname);
  first.delete(asked.pathname);
  return known !== undefined && isSameQuestion(known.address, asked) ? known.answer : null;
}
