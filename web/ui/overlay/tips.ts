import './tips.css';
/**
 * One tooltip for the whole page: the `data-tip` text of the hovered or focused element. Describes the element to
 * screen readers while shown; any key or press closes it.
 */
const gapPx = 6;

/** Places the tooltip below the element, above it if there is no space, and inside the window. */
function place(tip: HTMLElement, anchor: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = anchor.left + (anchor.width - width) / 2;
  const below = anchor.bottom + gapPx;
  tip.style.left = `${Math.max(gapPx, Math.min(left, window.innerWidth - width - gapPx))}px`;
  tip.style.top = `${below + height > window.innerHeight ? anchor.top - gapPx - height : below}px`;
}

/** Listens on the document; call it once. */
export function startTips(): void {
  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.className = 'tip';
  tip.popover = 'manual';
  tip.role = 'tooltip';
  document.body.append(tip);
  let shown: HTMLElement | null = null;
  const hide = (): void => {
    shown?.removeAttribute('aria-describedby');
    if (shown !== null) tip.hidePopover();
    shown = null;
  };
  const show = (target: EventTarget | null): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (element === shown) return;
    hide();
    const text = element?.dataset['tip'] ?? '';
    if (element === null || text === '') return;
    shown = element;
    tip.textContent = text;
    tip.showPopover();
    place(tip, element.getBoundingClientRect());
    element.setAttribute('aria-describedby', tip.id);
  };
  document.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse') show(event.target); });
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) show(target);
  });
  document.addEventListener('focusout', hide);
  for (const type of ['pointerdown', 'keydown', 'scroll'] as const)
    document.addEventListener(type, hide, { capture: true, passive: true });
}
