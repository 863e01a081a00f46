/**
 * The server's call graph, drawn from its SVG text without trusting it: the text is parsed as XML, which runs nothing,
 * and only known elements with known attributes of known form are recreated. Scripts, links, images, styles and
 * handlers cannot get in.
 */
const SVG_NS = 'http://www.w3.org/2000/svg';

const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/i;
const NUMBERS = /^[-\d\s.,eMCLZ]*$/i;
const COLOUR = /^(none|currentColor|#[0-9a-f]{3,8})$/i;
const WORD = /^[a-z-]{1,20}$/i;

/** Allowed attributes per element, and the form of their values. `data-function` and `class` are read separately. */
const ALLOWED: ReadonlyMap<string, Record<string, RegExp>> = new Map(Object.entries<Record<string, RegExp>>({
  g: { transform: /^translate\([-\d\s.,]+\)$/ },
  path: { d: NUMBERS, fill: COLOUR, stroke: COLOUR, 'stroke-width': NUMBER, 'stroke-dasharray': NUMBERS },
  polygon: { points: NUMBERS, fill: COLOUR, stroke: COLOUR },
  rect: {
    x: NUMBER, y: NUMBER, width: NUMBER, height: NUMBER, rx: NUMBER, fill: COLOUR, stroke: COLOUR,
    'stroke-width': NUMBER,
  },
  text: { x: NUMBER, y: NUMBER, 'font-size': NUMBER, 'text-anchor': WORD, fill: COLOUR, 'font-weight': WORD },
  title: {}, desc: {},
}));
const TEXT_ELEMENTS = new Set(['text', 'title', 'desc']);
const CLASSES = new Set(['node', 'edge']);

/** Returns whether an attribute of an element is allowed with this value. */
export function isDrawn(element: string, attribute: string, value: string): boolean {
  const forms = ALLOWED.get(element);
  return forms !== undefined && Object.hasOwn(forms, attribute) && forms[attribute]?.test(value) === true;
}

export interface GraphNode {
  /** The function's printed name. */
  name: string;
  group: SVGGElement;
}

export interface GraphPicture {
  svg: SVGSVGElement; width: number; height: number; nodes: GraphNode[]; description: string
}

/** Returns the picture; null if the text does not have the form that the server writes. */
export function graphPicture(text: string): GraphPicture | null {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const [width, height] = [Number(parsed.getAttribute('width')), Number(parsed.getAttribute('height'))];
  if (parsed.localName !== 'svg' || !(width > 0) || !(height > 0)) return null;
  const svg = document.createElementNS(SVG_NS, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const nodes: GraphNode[] = [];
  copyInto(svg, parsed, nodes);
  const description = [...parsed.children].filter(({ localName }) => localName === 'desc').map((one) => one.textContent)
    .join(' ');
  return { svg, width, height, nodes, description };
}

function copyInto(target: Element, source: Element, nodes: GraphNode[]): void {
  for (const child of source.children) {
    const name = child.localName;
    // The page shows the picture's header in its own type.
    const isHeader = source.localName === 'svg' && TEXT_ELEMENTS.has(name);
    if (!ALLOWED.has(name) || child.namespaceURI !== SVG_NS || isHeader) continue;
    const copy = document.createElementNS(SVG_NS, name);
    for (const { name: attribute, value } of child.attributes) if (isDrawn(name, attribute, value))
      copy.setAttribute(attribute, value);
    const kind = child.getAttribute('class') ?? '';
    if (CLASSES.has(kind)) copy.setAttribute('data-kind', kind);
    if (copy instanceof SVGGElement && kind === 'node')
      nodes.push({ name: child.getAttribute('data-function') ?? '', group: copy });
    if (TEXT_ELEMENTS.has(name)) copy.textContent = child.textContent;
    else copyInto(copy, child, nodes);
    // Separates lines by spaces, for readers of the text without positions.
    target.append(copy, ' ');
  }
}
