/** View of an embed: finding, picture, age. Receives answers; makes no requests. */
import type { EmbedData, Part, Severity } from '../../core/contract/contract.ts';
import { ownWord } from '../../core/finding.ts';
import { DRAWN } from '../../core/panels.ts';
import { onPage, render, renderAnswer } from '../../core/text/parts.ts';
import { totalFinding, totalsFinding } from '../../core/views/profile/profileFinding.ts';
import { element, setText } from './element.ts';
import { isPanelAnswer } from './embedData.ts';
import { isLiveData, pageHref, type AgeLine } from './embedWords.ts';
import { createPanelStage, type PanelStage } from './panelStage.ts';
import type { EmbedFlame } from './embedFlame.ts';

/** Words of severities, which do not depend on colour. */
const severityWords: Record<Severity, string> = {
  ok: 'OK', info: 'Note', warning: 'Warning', critical: 'Critical', unknown: 'Not enough data',
};
export interface EmbedView {
  show(data: EmbedData): void;
  age(line: AgeLine): void;
  /** Replaces everything permanently. */
  gone(sentence: string): void;
  /** Shown until the first answer. */
  waiting(sentence: string): void;
  recolour(): void;
}

interface FlameStage { kind: 'flame'; flame: EmbedFlame; beside: HTMLElement }

export function createView(root: HTMLElement): EmbedView {
  const title = element('h1', {});
  const severity = element('span', { class: 'severity' });
  const sentence = element('p', { class: 'finding', 'aria-live': 'polite', 'data-testid': 'finding' });
  const context = element('p', { class: 'context' });
  const stage = element('div', { class: 'stage' });
  const ageMark = element('span', { class: 'ageMark', 'aria-hidden': 'true' });
  const ageText = element('span', { 'data-testid': 'age' });
  const age = element('p', { class: 'age' }, ageMark, ageText);
  const link = element(
    'a', { class: 'link', target: '_blank', rel: 'noopener', 'aria-label': 'Open in tsdbscope' }, 'Open',
    element('span', {}, ' in tsdbscope')
  );
  const wait = element('p', { class: 'waiting', role: 'status' });
  const page = element('main', { class: 'embed', 'aria-busy': 'true' },
    element('header', {}, element('div', { class: 'top' }, title, severity), sentence, context),
    stage, element('footer', {}, age, link));
  root.replaceChildren(page);
  stage.append(wait);
  let panel: PanelStage | null = null;
  let flame: FlameStage | null = null;
  let shownWord: string | null = null;
  let newest: EmbedData | null = null;

  const headline = (
    name: string, finding: { severity: Severity; claim: readonly Part[]; code?: string }, words: string
  ): void => {
    const claim = render(finding.claim, onPage('local'));
    setText(title, name);
    setText(sentence, claim);
    sentence.title = claim;
    sentence.dataset['code'] = finding.code ?? '';
    setText(context, words);
    const word = ownWord(finding) ?? severityWords[finding.severity];
    if (shownWord === word) return;
    shownWord = word;
    severity.dataset['severity'] = finding.severity;
    severity.replaceChildren(
      element('i', { class: 'dot', 'aria-hidden': 'true' }), word
    );
  };

  const showFlame = async (data: EmbedData): Promise<void> => {
    const [{ createFlame }, { changesTable }] =
      await Promise.all([import('./embedFlame.ts'), import('./embedTables.ts')]);
    // A newer answer may have arrived while the code was loading.
    const subject = (newest ?? data).subject;
    if (subject?.kind !== 'flamegraph' && subject?.kind !== 'diff') return;
    if (flame === null) {
      flame = { kind: 'flame', flame: createFlame(), beside: element('div', { class: 'tables' }) };
      stage.replaceChildren(flame.flame.node, ...(subject.kind === 'diff' ? [flame.beside] : []));
    }
    flame.flame.show(subject);
    if (subject.kind === 'diff') flame.beside.replaceChildren(...changesTable(subject));
    page.removeAttribute('aria-busy');
  };

  const showTables = async (data: EmbedData): Promise<void> => {
    const { benchmarkTables } = await import('./embedTables.ts');
    const subject = (newest ?? data).subject;
    if (subject?.kind !== 'benchmark') return;
    stage.replaceChildren(element('div', { class: 'tables', 'data-alone': '' }, ...benchmarkTables(subject.answer)));
    page.removeAttribute('aria-busy');
  };

  return {
    show: (data) => {
      newest = data;
      stage.dataset['kind'] = data.subject?.kind ?? 'none';
      document.title = `${data.title} · tsdbscope`;
      link.setAttribute('href', pageHref(data));
      const { subject } = data;
      if (subject === null) {
        headline(data.title, { severity: 'unknown', claim: [{ text: data.error ?? 'There is no answer yet.' }] }, '');
        stage.replaceChildren();
        panel = null;
        page.removeAttribute('aria-busy');
        return;
      }
      switch (subject.kind) {
        case 'panel': {
          if (!isPanelAnswer(subject.answer)) {
            headline(
              data.title,
              {
                severity: 'unknown',
                claim: [
                  {
                    text:
                      'The answer lacks what this chart needs: page and server are of '
                        + 'different versions. Reload the page.',
                  },
                ],
              },
              ''
            );
            return;
          }
          panel ??= createPanelStage(stage);
          // Its sentences use the time zone of its charts.
          const answer = renderAnswer(subject.answer, onPage('local'));
          const picture = panel.show(subject.panel, answer, isLiveData(data));
          headline(`${DRAWN[subject.panel].title} · ${subject.target}`, answer.finding, picture.context);
          page.removeAttribute('aria-busy');
          return;
        }
        case 'flamegraph': case 'diff':
          headline(
            data.title,
            data.finding ?? (subject.kind === 'diff' ? totalsFinding(subject.answer) : totalFinding(subject.answer)),
            ''
          );
          void showFlame(data);
          return;
        case 'benchmark':
          headline(data.title, subject.answer.finding, subject.answer.columns.join(' against '));
          void showTables(data);
      }
    },
    age: ({ kind, text }) => {
      age.dataset['kind'] = kind;
      // The finding is valid for the data's time; the state since then is unknown.
      page.toggleAttribute('data-stale', kind === 'old' || kind === 'lost');
      ageText.title = text;
      setText(ageText, text);
    },
    gone: (words) => {
      document.title = 'No longer shown · tsdbscope';
      root.replaceChildren(
        element(
          'main', { class: 'nothing' }, element('h1', {}, 'Nothing to show here any more'),
          element('p', { 'data-testid': 'gone' }, words)
        )
      );
    },
    waiting: (words) => { if (newest === null) setText(wait, words); },
    recolour: () => panel?.recolour(),
  };
}
