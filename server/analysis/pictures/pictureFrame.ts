/** Frame of every picture around its charts: title, finding and context above; data age and product mark below. */
import type { Severity } from '../../../core/contract/contract.ts';
import { formatAge, formatDateTime } from '../../../core/text/format.ts';
import { SEVERITY_INKS, SEVERITY_WORDS, severityShape } from './severityMark.ts';
import { number, placed, SANS_FAMILY, stacked, TYPE, type Block, type Sheet } from './sheet.ts';
import { cleaned, escaped } from './words.ts';

export interface PictureHead {
  /** Subject of the picture: `prom-eu-1 · GC & CPU`. */
  title: string;
  severity: Severity | null;
  /** Replaces the severity's own word. */
  word?: string;
  /** Finding; '' for none. */
  sentence: string;
  /** Window and counts; '' for none. */
  context: string;
  /** A warning under the finding; '' for none. */
  note: string;
}

/** Age of the data shown. */
export interface PictureAge {
  /** Unknown if 0 or NaN. */
  dataTimeMs: number;
  nowMs: number;
  frozen: boolean;
  /** A `series` continues; a `profile` was taken once, a `comparison` made once. */
  of: 'series' | 'profile' | 'comparison';
}

const PADDING = 20;
const PADDING_NARROW = 14;
const BLOCK_GAP = 20;
const FINDING_LINES = 6;
const FINDING_LINES_NARROW = 10;
const TITLE_HEIGHT = 18;
const FOOT_HEIGHT = 28;

function paddingOf(sheet: Sheet): number {
  return sheet.isNarrow ? PADDING_NARROW : PADDING;
}

/** Returns the width of blocks. */
export function innerWidth(sheet: Sheet): number {
  return sheet.widthPx - 2 * paddingOf(sheet);
}

/** Returns the whole SVG. */
export function framed(sheet: Sheet, head: PictureHead, blocks: readonly Block[], age: PictureAge | null): string {
  const padding = paddingOf(sheet);
  const body = stacked([headBlock(sheet, head), ...blocks], BLOCK_GAP);
  const footTop = padding + body.height + 14;
  const height = Math.ceil(footTop + FOOT_HEIGHT);
  const width = sheet.widthPx;
  const inside = [
    placed(body.svg, padding, padding),
    placed(foot(sheet, age), padding, footTop),
  ].join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
      + `viewBox="0 0 ${width} ${height}" role="img" font-family="${SANS_FAMILY}">`,
    `<title>${escaped(cleaned(head.title))}</title>`,
    head.sentence === '' ? '' : `<desc>${escaped(cleaned(head.sentence))}</desc>`,
    sheet.defs(),
    sheet.rect(0, 0, width, height, sheet.fill('surface')),
    sheet.rect(0.5, 0.5, width - 1, height - 1, `fill="none" ${sheet.stroke('line', 1)}`, 4),
    inside,
    '</svg>\n',
  ].join('');
}

function headBlock(sheet: Sheet, head: PictureHead): Block {
  const { sentence, context, note } = head;
  const width = innerWidth(sheet);
  const finding = sheet.paragraph(
    sentence, sheet.isNarrow ? TYPE.findingSmall : TYPE.finding, width,
    sheet.isNarrow ? FINDING_LINES_NARROW : FINDING_LINES
  );
  const circumstances = sheet.paragraph(context, TYPE.body, width, 3);
  const warning = sheet.paragraph(note, { ...TYPE.body, ink: 'ink-failure' }, width, 3);
  return stacked([titleLine(sheet, head), finding, circumstances, warning], 5);
}

/** Draws the title, followed by the severity as shape, colour and word. */
function titleLine(sheet: Sheet, { title, severity, word: given }: PictureHead): Block {
  const width = innerWidth(sheet);
  if (severity === null)
    return { height: TITLE_HEIGHT, svg: sheet.text(0, 12, title, TYPE.title, { room: width, cut: 'middle' }) };
  const style = { ...TYPE.title, ink: SEVERITY_INKS[severity] };
  const word = given ?? SEVERITY_WORDS[severity];
  const wordWidth = sheet.widthOf(word, style);
  const titleRoom = width - wordWidth - 34;
  const titleWidth = Math.min(titleRoom, sheet.widthOf(cleaned(title), TYPE.title));
  return {
    height: TITLE_HEIGHT,
    svg: sheet.text(0, 12, title, TYPE.title, { room: titleRoom, cut: 'middle' })
      + placed(severityShape(sheet, severity), titleWidth + 16, 2)
      + sheet.text(titleWidth + 34, 12, word, style),
  };
}

const MARK = 'tsdbscope';

/** Draws a hairline, the age of the data, and the product name. */
function foot(sheet: Sheet, age: PictureAge | null): string {
  const width = innerWidth(sheet);
  const markWidth = sheet.widthOf(MARK, TYPE.faint) + 20;
  return [
    `<path d="M0 .5h${number(width)}" fill="none" ${sheet.stroke('line', 1)}/>`,
    age === null ? '' : sheet.text(0, 17, ageText(age, sheet.isNarrow), TYPE.faint, { room: width - markWidth - 12 }),
    placed(icon(), width - markWidth, 6),
    sheet.text(width, 17, MARK, TYPE.faint, { anchor: 'end' }),
  ].join('');
}

/** Draws public/icon.svg in 14 px. */
function icon(): string {
  return '<g transform="scale(.4375)" fill="none" stroke-width="2.4" '
    + 'stroke-linejoin="round" stroke-linecap="round"><rect width="32" height="32" rx="6" fill="#0b2e46"/>'
    + '<path d="M4 21h5l3-9 4 14 4-18 3 13h5" stroke="#56b4e9"/><path d="M20 4v4" stroke="#e69f00"/></g>';
}

/** Returns `Data until 2026-11-20 15:00:00 UTC, 12 s old when drawn`, because a saved picture does not age. */
function ageText({ dataTimeMs, nowMs, frozen, of }: PictureAge, isShort: boolean): string {
  if (!(dataTimeMs > 0)) return '';
  const at = `${formatDateTime(dataTimeMs / 1000, 'utc')} UTC`;
  if (frozen) return `Frozen at ${at}`;
  if (of !== 'series') return isShort ? at : `${of === 'profile' ? 'Profile of' : 'Compared at'} ${at}`;
  const age = formatAge((nowMs - dataTimeMs) / 1000).replace(' ago', '');
  if (isShort) return `Until ${at.slice(5)}${age === 'just now' ? '' : `, ${age} old`}`;
  return `Data until ${at}${age === 'just now' ? '' : `, ${age} old when drawn`}`;
}
