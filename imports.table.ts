/**
 * Which folder may import which, the ground floor first. A file belongs to the longest row that fits it, may import its
 * own row, and what the row names. A row names only rows above it in this list, so that no import goes back up.
 * `(types)` = `import type` only. `imports.test.ts` checks the code against it; the picture in `docs/architecture.md`
 * is drawn from it.
 */
export const IMPORTS: readonly (readonly [folder: string, may: readonly string[]])[] = [
  // core: pure; both halves import it, it imports neither
  ['core/contract', []],
  ['core/look', []],
  ['core/client', ['core/contract']],
  ['core/text', ['core/contract']],
  ['core', ['core/contract', 'core/text']],
  ['core/contract/questions', ['core']],
  ['core/views/charts', ['core']],
  ['core/views/flame', ['core/contract', 'core/text']],
  ['core/url', ['core']],
  ['core/views', ['core']],

  // server, pure: no clock, no chance, no I/O
  ['server/statistics', ['core']],
  ['server/metrics', ['core']],
  ['server/logs', ['core']],
  ['server/advice', ['core']],
  ['server/knownIssues', ['core']],
  ['server/relabel', ['core']],
  ['server/incident', ['core', 'server/metrics']],
  ['server/benchmarks', ['core', 'server/statistics']],
  ['server/wire', ['core']],
  ['server/pictures', ['core']],
  ['server/signals', ['core', 'server/statistics', 'server/metrics']],
  [
    'server/panels',
    [
      'core', 'server/advice', 'server/knownIssues', 'server/statistics', 'server/metrics', 'server/logs',
      'server/signals',
    ],
  ],
  ['server/panels/overview', ['core', 'server/advice', 'server/statistics', 'server/panels']],
  ['server/profile/decode', ['core']],
  ['server/trace', ['core']],
  ['server/profile/foreign', ['core', 'server/profile/decode', 'server/trace']],
  ['server/open', ['core', 'server/knownIssues', 'server/profile/foreign']],
  ['server/profile/query', ['core', 'server/profile/decode']],
  ['server/profile/prepare', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/span', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/tree', ['core', 'server/profile/decode', 'server/profile/query']],
  [
    'server/profile/diff',
    ['core', 'server/statistics', 'server/profile/decode', 'server/profile/query', 'server/profile/tree'],
  ],
  [
    'server/profile/views',
    ['core', 'server/profile/decode', 'server/profile/query', 'server/profile/tree', 'server/profile/diff'],
  ],
  [
    'server/profile/reports',
    [
      'core', 'server/profile/decode', 'server/profile/query', 'server/profile/tree', 'server/profile/diff',
      'server/profile/views',
    ],
  ],

  // server, with the world: files, threads, network
  ['server/logging', ['core']],
  ['server/allow', ['core']],
  ['server/binaries', ['core', 'server/profile/views (types)']],
  ['server/config', ['core', 'server/allow', 'server/relabel', 'server/logging (types)']],
  ['server/files', ['core']],
  ['server/threads', ['core']],
  ['server/objects', ['core', 'server/config (types)', 'server/files']],
  ['server/access', ['core', 'server/config', 'server/files']],
  ['server/archive', ['core', 'server/incident']],
  ['server/notes', ['core', 'server/incident', 'server/files', 'server/logging']],
  ['server/embed', ['core', 'server/files', 'server/threads', 'server/logging']],
  [
    'server/store',
    [
      'core', 'server/incident', 'server/metrics', 'server/profile', 'server/wire', 'server/files', 'server/logging',
    ],
  ],
  [
    'server/worker',
    [
      'core', 'server/access (types)', 'server/archive', 'server/benchmarks', 'server/binaries', 'server/files',
      'server/knownIssues', 'server/logs', 'server/metrics', 'server/open', 'server/panels', 'server/pictures',
      'server/profile',
      'server/signals', 'server/store',
      'server/threads', 'server/trace', 'server/wire', 'server/logging',
    ],
  ],
  [
    'server/scrape',
    ['core', 'server/allow', 'server/metrics', 'server/config (types)', 'server/store (types)', 'server/logging'],
  ],
  ['server/shards', ['core', 'server/objects (types)']],
  [
    'server/discovery',
    ['core', 'server/config', 'server/metrics', 'server/relabel', 'server/scrape', 'server/logging'],
  ],
  [
    'server/engine',
    [
      'core', 'server/metrics', 'server/wire', 'server/config (types)', 'server/files', 'server/threads',
      'server/store', 'server/worker', 'server/scrape', 'server/logging',
    ],
  ],
  [
    'server/targets',
    [
      'core', 'server/archive', 'server/config (types)', 'server/incident', 'server/knownIssues',
      'server/notes (types)', 'server/panels', 'server/profile/span', 'server/scrape', 'server/signals',
      'server/shards (types)', 'server/store (types)', 'server/threads', 'server/logging',
    ],
  ],
  [
    'server/alerting',
    [
      'core', 'server/config (types)', 'server/files (types)', 'server/relabel', 'server/scrape',
      'server/targets (types)', 'server/logging',
    ],
  ],
  [
    'server/api/http',
    [
      'core', 'server/access', 'server/config', 'server/benchmarks (types)', 'server/embed (types)',
      'server/notes (types)', 'server/pictures (types)', 'server/store (types)', 'server/targets (types)',
      'server/threads', 'server/logging',
    ],
  ],
  ['server/api/profiles', ['core', 'server/store (types)', 'server/api/http']],
  [
    'server/api/embeds',
    [
      'core', 'server/embed', 'server/pictures', 'server/store (types)', 'server/threads', 'server/api/http',
      'server/api/profiles', 'server/logging',
    ],
  ],
  [
    'server/api/targets',
    [
      'core', 'server/archive', 'server/config', 'server/notes', 'server/pictures', 'server/store (types)',
      'server/threads', 'server/api/http', 'server/api/profiles', 'server/api/embeds', 'server/logging',
    ],
  ],
  [
    'server/api/open',
    [
      'core', 'server/config', 'server/open', 'server/store (types)', 'server/api/http', 'server/api/targets',
    ],
  ],
  [
    'server/api',
    [
      'core', 'server/embed', 'server/threads', 'server/api/http', 'server/api/profiles', 'server/api/embeds',
      'server/api/open', 'server/api/targets', 'server/logging',
    ],
  ],
  [
    'server/cli',
    ['core', 'server/benchmarks', 'server/config', 'server/open', 'server/profile', 'server/worker', 'server/logging'],
  ],
  ['server/mcp', ['core', 'server/config', 'server/scrape', 'server/worker', 'server/cli (types)', 'server/logging']],
  [
    'server',
    [
      'core', 'server/access', 'server/alerting', 'server/allow', 'server/binaries', 'server/config', 'server/files',
      'server/metrics',
      'server/notes',
      'server/objects', 'server/pictures', 'server/embed', 'server/shards', 'server/store', 'server/worker',
      'server/scrape', 'server/engine', 'server/targets', 'server/threads', 'server/api', 'server/cli',
      'server/logging', 'server/discovery',
      'server/mcp',
    ],
  ],

  // web: the page and what is embedded of it
  ['web/types', []],
  ['web/url', ['core']],
  ['web/look', ['core']],
  ['web/api', ['core', 'web/url']],
  ['web/ui', ['core', 'web/url', 'web/api']],
  ['web/charts/flame', ['core', 'web/types', 'web/url', 'web/ui']],
  ['web/charts/time', ['core', 'web/url', 'web/api', 'web/ui']],
  ['web/notes', ['core', 'web/url', 'web/api', 'web/ui', 'web/charts/time']],
  ['web/runbook', ['core', 'web/url', 'web/api', 'web/ui']],
  ['web/panels/shared', ['core', 'web/url', 'web/api', 'web/ui', 'web/runbook']],
  ['web/panels/profile-views', ['core', 'web/url', 'web/api', 'web/ui', 'web/charts/flame', 'web/runbook']],
  [
    'web/panels',
    [
      'core', 'web/url', 'web/api', 'web/ui', 'web/charts/flame', 'web/charts/time', 'web/runbook',
      'web/panels/shared', 'web/panels/profile-views',
    ],
  ],
  ['web/pages', ['core', 'web/url', 'web/api', 'web/ui', 'web/panels']],
  ['web/app', ['core', 'web/url', 'web/api', 'web/ui', 'web/charts/time', 'web/notes', 'web/panels', 'web/pages']],
  // Plain DOM: view models and drawing only, no React.
  ['web/embed', ['core', 'web/url', 'web/api', 'web/charts/flame', 'web/charts/time']],
  ['web', ['core', 'web/url', 'web/look', 'web/api', 'web/ui', 'web/app']],
];
