import { describe, expect, it } from 'vitest';
import { filledPage, sentencePage } from './embedPage.ts';
import { framingOf } from './frameAncestors.ts';
import { embedLinks, embedSnippets } from './snippets.ts';

describe('where a frame shows', () => {
  it.each<[string, string[], string, string[]]>([
    ['nowhere without a name, whoever asks', [], 'https://scope.example', []],
    ['nowhere with none', ["'none'"], 'https://scope.example', []],
    [
      'on every origin named', ['https://wiki.example', 'http://old.example'], 'https://scope.example',
      ['https://wiki.example', 'http://old.example'],
    ],
    [
      'not on https when it is plain http itself', ['https://wiki.example', 'http://old.example'],
      'http://scope.example', ['http://old.example'],
    ],
    [
      'on https too when it is the reader\'s own machine', ['https://wiki.example'], 'http://localhost:9797',
      ['https://wiki.example'],
    ],
    [
      'on https too at an address of the machine', ['https://wiki.example'], 'http://127.0.0.1:9797',
      ['https://wiki.example'],
    ],
    ['nowhere when all are https and it is not', ['https://wiki.example', 'https:'], 'http://10.0.0.1', []],
  ])('%s', (_name, sources, url, works) => {
    const framing = framingOf(sources, url);
    expect(framing.works).toEqual(works);
    expect(framing.reason === null).toBe(works.length > 0);
    if (framing.reason !== null) expect(framing.reason).toMatch(/embed: \{(frame_ancestors|external_url): /);
  });

  it('tells the browser the very sources, and only itself without any', () => {
    expect(framingOf([], 'http://a').directive).toBe("'self'");
    expect(framingOf(["'self'", 'https://*.example'], 'http://a').directive).toBe("'self' https://*.example");
  });
});

const links = embedLinks('https://scope.example', 'a.b.c');
const NASTY = 'GC](http://evil) "of" <script>alert(1)</script> $& & [x]\n# heading';

describe('the snippets', () => {
  it('are a frame and a picture linked to the live view', () => {
    expect(embedSnippets(links, 'GC of prom', ['https://wiki.example'])).toMatchObject({
      iframe:
        '<iframe src="https://scope.example/embed/a.b.c" title="GC of prom" width="100%" '
          + 'height="380" loading="lazy" style="border:0"></iframe>',
      iframeReason: null, notes: [],
      markdown: '[![GC of prom](https://scope.example/embed/a.b.c.png)](https://scope.example/embed/a.b.c)',
    });
  });

  it('offer no frame where none would show', () => {
    const { iframe, iframeReason } = embedSnippets(links, 'GC', []);
    expect(iframe).toBeNull();
    expect(iframeReason).toContain('frame_ancestors');
  });

  it('warn of an address that is the reader\'s own machine, and of plain http', () => {
    expect(embedSnippets(embedLinks('http://127.0.0.1:9797', 'a.b.c'), 'GC', []).notes.join()).toContain('own machine');
    expect(embedSnippets(embedLinks('http://scope.example', 'a.b.c'), 'GC', []).notes.join()).toContain('plain http');
  });

  it('take a title for text, whatever is in it', () => {
    const { iframe, markdown } = embedSnippets(links, NASTY, ['*']);
    expect(iframe).toContain(
      'title="GC](http://evil) &quot;of&quot; &lt;script&gt;alert(1)&lt;/script&gt; $&amp; &amp; [x]\n# heading"'
    );
    expect(markdown).toBe(
      String.raw`[![GC\](http://evil) "of" \<script\>alert(1)\</script\> $\& \& \[x\] \# heading]`
        + '(https://scope.example/embed/a.b.c.png)](https://scope.example/embed/a.b.c)'
    );
  });
});

describe('the page', () => {
  const html =
    '<html><head><meta name="description" content="x" '
      + '/><title>t</title><!--embed-head--></head><body><noscript>x</noscript></body></html>';
  const about = { ...links, token: 'a.b.c', up: '../', theme: 'auto' as const, description: 'A "sentence" <b>.' };

  it('says what it is about to whoever unfolds the link, as text', () => {
    const filled = filledPage(html, { ...about, title: NASTY });
    expect(filled).toContain(
      '<title>GC](http://evil) &quot;of&quot; &lt;script&gt;alert(1)&lt;/script&gt; $&amp; &amp; [x]\n# heading</title>'
    );
    expect(filled).toContain('<meta property="og:description" content="A &quot;sentence&quot; &lt;b&gt;.">');
    expect(filled).toContain('<meta property="og:image" content="https://scope.example/embed/a.b.c.png">');
    expect(filled).toContain(
      'type="application/json+oembed" '
        + 'href="https://scope.example/oembed?url=https%3A%2F%2Fscope.example%2Fembed%2Fa.b.c&amp;format=json"'
    );
    expect(filled).not.toMatch(/<script|<b>|content="x"/);
  });

  it('is the picture where no script may run, in the reader\'s theme or its own', () => {
    expect(filledPage(html, { ...about, title: 'GC "x"' })).toContain(
      '<noscript><picture><source srcset="../embed/a.b.c.svg?theme=dark" media="(prefers-color-scheme: '
        + 'dark)"><img src="../embed/a.b.c.svg" alt="GC &quot;x&quot;"'
    );
    expect(filledPage(html, { ...about, title: 'GC', theme: 'dark' }))
      .toContain('<noscript><img src="../embed/a.b.c.svg" alt="GC"');
  });

  it('of a sentence holds no markup of others', () => {
    expect(sentencePage('no <img src=x onerror=alert(1)>')).toContain('no &lt;img src=x onerror=alert(1)&gt;');
  });
});
