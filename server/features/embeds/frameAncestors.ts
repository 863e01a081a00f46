/** Who may show an embed in a frame, and whether a browser would do it. Pure. */

export interface Framing {
  /** Value of the `frame-ancestors` directive. */
  directive: string;
  /** The sources in whose pages the frame shows. */
  works: string[];
  /** Why it shows nowhere and which key to set; null when `works` has one. */
  reason: string | null;
}

/**
 * `sources` as the configuration gives them; none = only pages of tsdbscope itself, which need no snippet. `url` is the
 * embed's address: a page on HTTPS shows no frame from plain HTTP, except from the reader's own machine.
 * Rules: CSP 3 "frame-ancestors", Mixed Content "potentially trustworthy".
 */
export function framingOf(sources: readonly string[], url: string): Framing {
  // Always tsdbscope's own pages too: the dialog that makes an embed shows it in a frame.
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
