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
  ['core/statistics', ['core']],
  ['server/data/metrics', ['core']],
  ['server/analysis/logs', ['core']],
  ['server/analysis/advice', ['core']],
  ['server/analysis/knownIssues', ['core']],
  ['server/kernel/relabel', ['core']],
  ['server/data/incident', ['core', 'server/data/metrics']],
  ['server/analysis/benchmarks', ['core', 'core/statistics']],
  ['server/data/wire', ['core']],
  ['server/analysis/pictures', ['core']],
  ['server/analysis/signals', ['core', 'core/statistics', 'server/data/metrics']],
  [
    'server/analysis/panels',
    [
      'core', 'server/analysis/advice', 'server/analysis/knownIssues', 'core/statistics', 'server/data/metrics', 'server/analysis/logs',
      'server/analysis/signals',
    ],
  ],
  ['server/analysis/panels/overview', ['core', 'server/analysis/advice', 'core/statistics', 'server/analysis/panels']],
  ['server/profile/decode', ['core']],
  ['server/profile/trace', ['core']],
  ['server/profile/foreign', ['core', 'server/profile/decode', 'server/profile/trace']],
  ['server/analysis/open', ['core', 'server/analysis/knownIssues', 'server/profile/foreign']],
  ['server/profile/query', ['core', 'server/profile/decode']],
  ['server/profile/prepare', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/span', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/tree', ['core', 'server/profile/decode', 'server/profile/query']],
  [
    'server/profile/diff',
    ['core', 'core/statistics', 'server/profile/decode', 'server/profile/query', 'server/profile/tree'],
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
  ['server/kernel/logging', ['core']],
  ['server/kernel/allow', ['core']],
  ['server/profile/binaries', ['core', 'server/profile/views (types)']],
  ['server/kernel/config', ['core', 'server/kernel/allow', 'server/kernel/relabel', 'server/kernel/logging (types)']],
  ['server/kernel/files', ['core']],
  ['server/kernel/threads', ['core']],
  ['server/features/object-store', ['core', 'server/kernel/config (types)', 'server/kernel/files']],
  ['server/features/access', ['core', 'server/kernel/config', 'server/kernel/files']],
  ['server/data/archive', ['core', 'server/data/incident']],
  ['server/features/notes', ['core', 'server/data/incident', 'server/kernel/files', 'server/kernel/logging']],
  ['server/features/embeds', ['core', 'server/kernel/files', 'server/kernel/threads', 'server/kernel/logging']],
  [
    'server/data/store',
    [
      'core', 'server/data/incident', 'server/data/metrics', 'server/profile', 'server/data/wire', 'server/kernel/files', 'server/kernel/logging',
    ],
  ],
  [
    'server/program/worker',
    [
      'core', 'server/features/access (types)', 'server/data/archive', 'server/analysis/benchmarks', 'server/profile/binaries', 'server/kernel/files',
      'server/analysis/knownIssues', 'server/analysis/logs', 'server/data/metrics', 'server/analysis/open', 'server/analysis/panels', 'server/analysis/pictures',
      'server/profile',
      'server/analysis/signals', 'server/data/store',
      'server/kernel/threads', 'server/profile/trace', 'server/data/wire', 'server/kernel/logging',
    ],
  ],
  [
    'server/data/scrape',
    ['core', 'server/kernel/allow', 'server/data/metrics', 'server/kernel/config (types)', 'server/data/store (types)', 'server/kernel/logging'],
  ],
  ['server/features/shards', ['core', 'server/features/object-store (types)']],
  [
    'server/features/discovery',
    ['core', 'server/kernel/config', 'server/data/metrics', 'server/kernel/relabel', 'server/data/scrape', 'server/kernel/logging'],
  ],
  [
    'server/features/remote-write',
    [
      'core', 'server/data/metrics', 'server/data/wire', 'server/kernel/config (types)', 'server/kernel/files', 'server/kernel/threads',
      'server/data/store', 'server/program/worker', 'server/data/scrape', 'server/kernel/logging',
    ],
  ],
  [
    'server/features/targets',
    [
      'core', 'server/data/archive', 'server/kernel/config (types)', 'server/data/incident', 'server/analysis/knownIssues',
      'server/features/notes (types)', 'server/analysis/panels', 'server/profile/span', 'server/data/scrape', 'server/analysis/signals',
      'server/features/shards (types)', 'server/data/store (types)', 'server/kernel/threads', 'server/kernel/logging',
    ],
  ],
  [
    'server/features/alerting',
    [
      'core', 'server/kernel/config (types)', 'server/kernel/files (types)', 'server/kernel/relabel', 'server/data/scrape',
      'server/features/targets (types)', 'server/kernel/logging',
    ],
  ],
  [
    'server/program/api/http',
    [
      'core', 'server/features/access', 'server/kernel/config', 'server/analysis/benchmarks (types)', 'server/features/embeds (types)',
      'server/features/notes (types)', 'server/analysis/pictures (types)', 'server/data/store (types)', 'server/features/targets (types)',
      'server/kernel/threads', 'server/kernel/logging',
    ],
  ],
  ['server/program/api/profiles', ['core', 'server/data/store (types)', 'server/program/api/http']],
  [
    'server/program/api/embeds',
    [
      'core', 'server/features/embeds', 'server/analysis/pictures', 'server/data/store (types)', 'server/kernel/threads', 'server/program/api/http',
      'server/program/api/profiles', 'server/kernel/logging',
    ],
  ],
  [
    'server/program/api/targets',
    [
      'core', 'server/data/archive', 'server/kernel/config', 'server/features/notes', 'server/analysis/pictures', 'server/data/store (types)',
      'server/kernel/threads', 'server/program/api/http', 'server/program/api/profiles', 'server/program/api/embeds', 'server/kernel/logging',
    ],
  ],
  [
    'server/program/api/open',
    [
      'core', 'server/kernel/config', 'server/analysis/open', 'server/data/store (types)', 'server/program/api/http', 'server/program/api/targets',
    ],
  ],
  [
    'server/program/api',
    [
      'core', 'server/features/embeds', 'server/kernel/threads', 'server/program/api/http', 'server/program/api/profiles', 'server/program/api/embeds',
      'server/program/api/open', 'server/program/api/targets', 'server/kernel/logging',
    ],
  ],
  [
    'server/program/cli',
    ['core', 'server/analysis/benchmarks', 'server/kernel/config', 'server/analysis/open', 'server/profile', 'server/program/worker', 'server/kernel/logging'],
  ],
  ['server/program/mcp', ['core', 'server/kernel/config', 'server/data/scrape', 'server/program/worker', 'server/program/cli (types)', 'server/kernel/logging']],
  [
    'server',
    [
      'core', 'server/features/access', 'server/features/alerting', 'server/kernel/allow', 'server/profile/binaries', 'server/kernel/config', 'server/kernel/files',
      'server/data/metrics',
      'server/features/notes',
      'server/features/object-store', 'server/analysis/pictures', 'server/features/embeds', 'server/features/shards', 'server/data/store', 'server/program/worker',
      'server/data/scrape', 'server/features/remote-write', 'server/features/targets', 'server/kernel/threads', 'server/program/api', 'server/program/cli',
      'server/kernel/logging', 'server/features/discovery',
      'server/program/mcp',
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
