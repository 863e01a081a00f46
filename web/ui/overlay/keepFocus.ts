/**
 * Keeps the place of a reader without a pointer: where an action removes or disables the focused element, as "Show all
 * rows" or "Retry" do, the nearest of its ancestors that is left gets the focus. A browser leaves it on the body, from
 * which arrow keys and screen readers begin at the top.
 */

function isDisabled(element: Element): boolean {
  return element.matches(':disabled');
}

/** Returns whether the element is shown, so that it can take the focus. */
function isShown(element: Element): boolean {
  return element.isConnected && element.getClientRects().length > 0;
}

/** Focuses an element that the Tab key skips. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Listens on the document; call it once. */
export function startKeepingFocus(): void {
  /** The focused element and its ancestors, the innermost first; empty once the reader has left them. */
  let path: Element[] = [];
  /** A disabled element that gets the focus back when it is enabled, and the one that has it meanwhile. */
  let lent: { from: HTMLElement; to: HTMLElement } | null = null;

  const look = (): void => {
    const active = document.activeElement;
    if (lent !== null && (active !== lent.to || !lent.from.isConnected)) lent = null;
    if (lent !== null && !isDisabled(lent.from)) {
      const { from } = lent;
      lent = null;
      return from.focus({ preventScroll: true });
    }
    const [focused] = path;
    if (focused === undefined || (active !== document.body && active !== focused)) return undefined;
    if (focused.isConnected && !isDisabled(focused)) return undefined;
    const place = path.slice(1).find((element) => element instanceof HTMLElement && isShown(element));
    path = [];
    if (!(place instanceof HTMLElement) || place === document.body || place === document.documentElement)
      return undefined;
    focusOnce(place);
    if (focused instanceof HTMLElement && focused.isConnected) lent = { from: focused, to: place };
    return undefined;
  };

  document.addEventListener('focusin', ({ target }) => {
    path = [];
    for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) path.push(at);
  });
  // A press elsewhere leaves the element on purpose; one on another element focuses that.
  document.addEventListener('pointerdown', () => { path = []; }, true);
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'],
  });
}
