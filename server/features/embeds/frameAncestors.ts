/** Determines which pages may show an embed in a frame, and whether a browser would do it. Pure. */

export interface Framing {
  /** Value of the `frame-ancestors` directive. */
  directive: string;
  /** Sources whose pages can show the frame. */
  works: string[];
  /** Why no page can show it and which key to set; null if `works` is not empty. */
  reason: string | null;
}

/**
 * `sources`: as configured; none = only pages of tsdbscope itself, which need no snippet. `url`: address of the
 * embed: a page on HTTPS shows no frame from plain HTTP, except from the reader's own machine.
 * Rules: CSP 3 "frame-ancestors", Mixed Content "potentially trustworthy".
 */
export function framingOf(sources: readonly string[], url: string): Framing {
  // Always allows tsdbscope's own pages, because the dialog that makes an embed shows it in a frame.
  const directive = ["'self'", ...sources.filter((source) => source !== "'self'" && source !== "'none'")].join(' ');
  if (sources.length === 0 || sources[0] === "'none'") {
    return {
      directive, works: [],
      reason:
        'No other page may frame this tsdbscope; name the runbook\'s origin in the configuration, such as embed: '
          + '{frame_ancestors: [https://wiki.example.org]}, and start again. The picture and the link work without it.',
    };
  }
  const { protocol, hostname } = new URL(url);
  const works = sources.filter((source) => protocol === 'https:' || isLocal(hostname) || !/^https:/.test(source));
  const reason =
    'Pages on https do not show a frame from plain http; put tsdbscope behind https and name that address in the '
      + 'configuration, as embed: {external_url: https://...}. The link works without it.';
  return { directive, works, reason: works.length === 0 ? reason : null };
}

export function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]'
    || /^127(\.\d{1,3}){3}$/.test(hostname);
}
