/**
 * The flame graph of a profile or a diff in an embed: click or Enter zooms, arrow keys navigate. Loaded only for those.
 */
import '../../core/look/flame.css';
import './embedFlame.css';
import type { DiffFlameGraph, FlameGraph } from '../../core/contract/contract.ts';
import { fromTo } from '../../core/text/change.ts';
import { cssFill, drawFlame, focusFrame, ROW_PX, type DrawnFlame } from '../charts/flame/flameChart.ts';
import { diffLegend, familyColours } from '../../core/views/flame/flameColours.ts';
import {
  diffFrames, pathTo, singleFrames, type Frame, type FlameFrames,
} from '../../core/views/flame/flameGraphData.ts';
import { middleCut, shortName } from '../../core/views/flame/flameNames.ts';
import { diffPaint, singlePaint, type FramePaint } from '../../core/views/profile/framePaint.ts';
import { visibleFrames } from '../../core/views/flame/flameVisible.ts';
import { walk, type Step } from '../../core/views/flame/flameWalk.ts';
import { formatProfileValue, formatRatio } from '../../core/text/format.ts';
import { element, setText, svgElement } from './element.ts';

export type FlameSubject = { kind: 'flamegraph'; answer: FlameGraph } | { kind: 'diff'; answer: DiffFlameGraph };

export interface EmbedFlame {
  node: HTMLElement;
  show(subject: FlameSubject): void;
}

const STEPS: Record<string, Step | undefined> = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'rowStart', End: 'rowEnd',
};
interface Look {
  flame: FlameFrames; painter: FramePaint; spoken: (frame: Frame) => string; legend: [fill: string, words: string][];
  label: string
}

function share(part: number, total: number): string {
  return total === 0 ? '' : formatRatio(part / total);
}

function singleLook(answer: FlameGraph): Look {
  const { total, unit, sampleType } = answer;
  const flame = singleFrames(answer.root);
  const colours = familyColours(flame.frames);
  const cum = ({ weight }: Frame): number => (weight.mode === 'single' ? weight.cum : weight.after);
  return {
    flame, label: `Flame graph of ${sampleType}, callers above callees`,
    legend: colours.legend.map(({ variable, words }) => [`var(${variable})`, middleCut(words, 36)]),
    spoken: (frame) => `${frame.depth === 0 ? 'all' : shortName(frame.name)}, `
      + `${formatProfileValue(cum(frame), unit)} (${share(cum(frame), total)})`,
    painter: singlePaint(answer, colours),
  };
}

function diffLook({ totals, unit, sampleType, root }: DiffFlameGraph): Look {
  const sides = ({ weight }: Frame): { before: number; after: number } =>
    (weight.mode === 'diff' ? weight : { before: 0, after: 0 });
  const isNoise = ({ weight }: Frame): boolean => weight.mode === 'diff' && weight.sure === 'noise';
  return {
    flame: diffFrames(root, 'larger'), 
    legend: diffLegend(totals, 'change', unit).map(({ shade, words }) => [cssFill(`flame-${shade}`), words]),
    label: `Flame graph of the change in ${sampleType}, callers above callees`,
    spoken: (frame) => `${frame.depth === 0 ? 'all' : shortName(frame.name)}, `
      + `${fromTo(sides(frame).before, sides(frame).after, unit)}${isNoise(frame) ? ', within noise' : ''}`,
    painter: diffPaint({ totals, unit }, { by: 'change', widthBy: 'larger' }),
  };
}

function pattern(id: string, className: string, angle: number): SVGElement {
  const look = { patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${angle})` };
  return svgElement('pattern', { id, class: className, width: '7', height: '7', ...look },
    svgElement('rect', { class: 'hatchBase', width: '7', height: '7' }),
    svgElement('rect', { class: 'hatchLine', width: '2', height: '7' }));
}

export function createFlame(): EmbedFlame {
  const path = element('p', { class: 'flamePath', 'aria-live': 'polite' });
  const back = element('button', { type: 'button', hidden: '' }, 'Show all');
  const host = element('div', { class: 'flameHost', role: 'tree' });
  const scroll = element('div', { class: 'flameScroll' }, host);
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const hatches = svgElement(
    'svg', { width: '0', height: '0', 'aria-hidden': 'true', class: 'patterns' },
    svgElement('defs', {}, pattern('flame-gone', 'gone', 45), pattern('flame-new', 'new', -45))
  );
  const node = element(
    'section', { class: 'flame', 'data-flame': '' }, hatches, element('div', { class: 'flameHead' }, path, back),
    scroll, legend
  );
  let look: Look | null = null;
  let drawn: DrawnFlame | null = null;
  let zoomKey = 0;
  let focusKey = 0;

  const words = (key: number): void => {
    const frame = look?.flame.frames[key];
    if (frame === undefined || look === null) return;
    setText(path, key === 0 ? 'All stacks. Click a frame to zoom into it.' : look.spoken(frame));
    path.title = frame.depth === 0 ? ''
      : pathTo(look.flame.frames, key).slice(1).map(({ name }) => name).join('\n').slice(0, 4_000);
  };

  const draw = (): void => {
    if (look === null || host.clientWidth === 0) return;
    const { frames } = look.flame;
    const widthPx = host.clientWidth;
    const visible = visibleFrames(frames, zoomKey, widthPx);
    if (!visible.keys.has(focusKey)) focusKey = zoomKey;
    const rows = Math.max(visible.deepest + 1, Math.floor(scroll.clientHeight / ROW_PX));
    const picture = { frames, visible, painter: look.painter, widthPx, rows, grow: 'down' as const };
    if (drawn === null) drawn =
      drawFlame(host, picture, { onHover: (hover) => words(hover?.key ?? zoomKey), onClick: zoomInto, onFonts: draw });
    else drawn.show(picture);
    drawn.dress({ found: null, selectedName: null, focusKey, spoken: look.spoken }, null);
    back.hidden = zoomKey === 0;
    words(zoomKey);
  };
  const zoomInto = (key: number): void => {
    zoomKey = key;
    focusKey = key;
    draw();
  };

  back.addEventListener('click', () => zoomInto(0));
  host.addEventListener('keydown', (event) => {
    if (look === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const { frames } = look.flame;
    if (step !== undefined) {
      focusKey = walk(frames, visibleFrames(frames, zoomKey, host.clientWidth).keys, focusKey, step);
      draw();
      words(focusKey);
    } else if (event.key === 'Enter' || event.key === ' ') zoomInto(focusKey);
    else if (event.key === 'Backspace') zoomInto(frames[zoomKey]?.parentKey ?? 0);
    else if (event.key === 'Escape') zoomInto(0);
    else return;
    event.preventDefault();
    focusFrame(host, focusKey, true);
  });
  new ResizeObserver(draw).observe(scroll);

  return {
    node,
    show: (subject) => {
      // Keeps the zoomed frame in the new tree, found by its names; else shows all.
      const names = look === null ? [] : pathTo(look.flame.frames, zoomKey).slice(1).map(({ name }) => name);
      look = subject.kind === 'flamegraph' ? singleLook(subject.answer) : diffLook(subject.answer);
      zoomKey = keyAt(look.flame.frames, names);
      host.setAttribute(
        'aria-label', `${look.label}. Arrows walk, Enter zooms, Backspace goes back, Escape shows all.`
      );
      legend.replaceChildren(
        ...look.legend.map(([fill, text]) => element(
          'li', {},
          svgElement(
            'svg', { width: '14', height: '12', 'aria-hidden': 'true' },
            svgElement('rect', { width: '14', height: '12', rx: '2', fill })
          ),
          text
        ))
      );
      draw();
    },
  };
}

function keyAt(frames: readonly Frame[], names: readonly string[]): number {
  let key = 0;
  for (const name of names) {
    const child: number | undefined = frames[key]?.childKeys.find((one) => frames[one]?.name === name);
    if (child === undefined) return 0;
    key = child;
  }
  return key;
}
