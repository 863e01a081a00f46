/**
 * Draws an answer of the API as an SVG picture. Pure: the same answer, style and time give the same text. The page's
 * own view models decide what is drawn; all text from a target, a profile or a file passes through `Sheet.text`.
 */
import type { DrawnBase, Finding, PictureSubject } from '../../../core/contract/contract.ts';
import { ownWord } from '../../../core/finding.ts';
import { DRAWN } from '../../../core/panels.ts';
import { ON_PICTURE, render } from '../../../core/text/parts.ts';
import { benchmarkTables } from './benchmarkTable.ts';
import { diffFlame, flame, totalsText } from './flame.ts';
import type { Faces } from './fontMetrics.ts';
import { paletteOf } from './palette.ts';
import { panelPicture } from './panelCharts.ts';
import { framed, innerWidth, type PictureHead } from './pictureFrame.ts';
import { MIN_WIDTH, MAX_SCALE, MAX_WIDTH, type PictureLook, type PictureStyle } from './pictureTypes.ts';
import { Sheet, TYPE, type Block } from './sheet.ts';

function sheetFor(look: PictureLook, faces: Faces): Sheet {
  const width = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, look.widthPx)));
  return new Sheet(paletteOf(look.theme), faces, width, Math.max(1, Math.min(MAX_SCALE, look.scale)));
}

export function pictureOf(subject: PictureSubject, style: PictureStyle, nowMs: number, faces: Faces): string {
  const sheet = sheetFor(style, faces);
  const { head, blocks } = contentOf(sheet, subject);
  const said = style.finding === undefined ? {} : saidOf(style.finding);
  return framed(sheet, { ...head, ...said, note: style.note ?? '' }, blocks, {
    dataTimeMs: style.dataTimeMs, nowMs, frozen: style.frozen, of: subject.kind === 'panel' ? 'series'
      : subject.kind === 'benchmark' ? 'comparison' : 'profile',
  });
}

/** Draws an error message as a picture of the same width. */
export function errorPicture(message: string, look: PictureLook, faces: Faces): string {
  const sheet = sheetFor(look, faces);
  const said = sheet.paragraph(message, { ...TYPE.body, sizePx: 13, ink: 'ink' }, innerWidth(sheet), 8);
  return framed(
    sheet, { title: 'tsdbscope', severity: 'critical', word: 'No picture', sentence: '', context: '', note: '' },
    [said], null
  );
}

interface Content { head: PictureHead; blocks: Block[] }

function contentOf(sheet: Sheet, subject: PictureSubject): Content {
  switch (subject.kind) {
    case 'panel': {
      const answer = subject.answer as DrawnBase;
      const { context, blocks } = panelPicture(sheet, subject.panel, answer);
      return { head: headOf(`${subject.target} · ${DRAWN[subject.panel].title}`, answer.finding, context), blocks };
    }
    case 'flamegraph':
      return {
        head: headOf(subject.title, null, totalsText(subject.answer)),
        blocks: [flame(sheet, innerWidth(sheet), subject.answer)],
      };
    case 'diff':
      return {
        head: headOf(subject.title, null, totalsText(subject.answer)),
        blocks: [diffFlame(sheet, innerWidth(sheet), subject.answer)],
      };
    case 'benchmark':
      return {
        head: headOf(subject.title, subject.answer.finding, subject.answer.columns.join(' against ')),
        blocks: benchmarkTables(sheet, innerWidth(sheet), subject.answer),
      };
  }
}

function headOf(title: string, finding: Finding | null, context: string): PictureHead {
  return { title, severity: null, sentence: '', ...(finding === null ? {} : saidOf(finding)), context, note: '' };
}

function saidOf(finding: Finding): Pick<PictureHead, 'severity' | 'sentence' | 'word'> {
  const { severity, claim } = finding;
  const word = ownWord(finding);
  return { severity, sentence: render(claim, ON_PICTURE), ...(word === undefined ? {} : { word }) };
}
