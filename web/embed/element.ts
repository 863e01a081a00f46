/** Creates elements without markup: content is added as text nodes, because much of it is a target's own text. */

type Attributes = Record<string, string | undefined>;

function put(made: Element, attributes: Attributes, children: readonly (Node | string)[]): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children);
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  put(made, attributes, children);
  return made;
}

export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  put(made, attributes, children);
  return made;
}

/** Writes only differing text, so that unchanged text causes no layout and is not read aloud again. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
