/** Measures label texts in the font in which they are drawn. */
const MAX_KNOWN = 20_000;

let context: CanvasRenderingContext2D | null = null;
let known = new Map<string, number>();
let knownFont = '';

/** Returns a function for the width of a text in px, in the font of `element`. Caches widths per font. */
export function textWidths(element: Element): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d');
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(element);
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  // A font that arrives later has the same name but other widths.
  const key = `${font} ${document.fonts.status}`;
  if (key !== knownFont || known.size > MAX_KNOWN) known = new Map();
  knownFont = key;
  const drawing = context;
  if (drawing === null) return (text) => text.length * parseFloat(fontSize);
  drawing.font = font;
  return (text) => {
    let width = known.get(text);
    if (width === undefined) {
      width = drawing.measureText(text).width;
      known.set(text, width);
    }
    return width;
  };
}
