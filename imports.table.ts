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
  ['core/views/flame', ['core']],
  ['core/url', ['core']],
  ['core/views', ['core']],
  ['core/statistics', ['core']],

  // kernel: configuration, files, threads, log; it knows no panel and no feature
  ['server/kernel/logging', ['core']],
  ['server/kernel/allow', ['core']],
  ['server/kernel/relabel', ['core']],
  ['server/kernel/files', ['core']],
  ['server/kernel/threads', ['core']],
  ['server/kernel/config', ['core', 'server/kernel/allow', 'server/kernel/relabel', 'server/kernel/logging (types)']],
  ['server/kernel/http', ['core', 'server/kernel/logging', 'server/kernel/threads', 'server/kernel/config']],
  [
    'server/kernel',
    ['core', 'server/kernel/config (types)', 'server/kernel/files (types)', 'server/kernel/http (types)'],
  ],

  // profile: the way of a profile, pure
  ['server/profile/decode', ['core']],
  ['server/profile/trace', ['core']],
  ['server/profile/foreign', ['core', 'server/profile/decode', 'server/profile/trace']],
  ['server/profile/query', ['core', 'server/profile/decode']],
  ['server/profile/prepare', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/span', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/tree', ['core', 'server/profile/decode', 'server/profile/query']],
  ['server/profile/diff', ['core', 'server/profile/decode', 'server/profile/query', 'server/profile/tree']],
  [
    'server/profile/views',
    [
      'core', 'server/profile/decode', 'server/profile/query', 'server/profile/tree', 'server/profile/diff',
    ],
  ],
  [
    'server/profile/reports',
    [
      'core', 'server/profile/decode', 'server/profile/query', 'server/profile/tree', 'server/profile/diff',
      'server/profile/views',
    ],
  ],
  ['server/profile/binaries', ['core', 'server/profile/views (types)']],

  // data: the way of a sample, from the scrape to the disk
  ['server/data/metrics', ['core']],
  ['server/data/wire', ['core']],
  ['server/data/incident', ['core', 'server/data/metrics']],
  ['server/data/archive', ['core', 'server/data/incident']],
  [
    'server/data/store',
    [
      'core', 'server/kernel/files', 'server/kernel/logging', 'server/profile', 'server/data/metrics',
      'server/data/wire', 'server/data/incident',
    ],
  ],
  [
    'server/data/scrape',
    [
      'core', 'server/kernel/allow', 'server/kernel/logging', 'server/kernel/config (types)', 'server/data/metrics',
      'server/data/store (types)',
    ],
  ],

  // analysis: from roles and texts to answers, pure
  ['server/analysis/logs', ['core']],
  ['server/analysis/advice', ['core']],
  ['server/analysis/knownIssues', ['core']],
  ['server/analysis/benchmarks', ['core']],
  ['server/analysis/pictures', ['core']],
  [
    'server/analysis/open',
    ['core', 'server/profile/foreign', 'server/data/metrics', 'server/analysis/knownIssues', 'server/analysis/logs'],
  ],
  ['server/analysis/signals', ['core', 'server/data/metrics']],
  [
    'server/analysis/panels',
    [
      'core', 'server/data/metrics', 'server/analysis/advice', 'server/analysis/knownIssues', 'server/analysis/logs',
      'server/analysis/signals',
    ],
  ],
  ['server/analysis/panels/overview', ['core', 'server/analysis/advice', 'server/analysis/panels']],

  // features: each stands on what is above, and names the features that it needs
  ['server/features/access', ['core', 'server/kernel']],
  ['server/features/object-store', ['core', 'server/kernel']],
  ['server/features/notes', ['core', 'server/kernel']],
  ['server/features/embeds', ['core', 'server/kernel']],
  ['server/features/pictures', ['core', 'server/kernel', 'server/analysis/pictures']],
  ['server/features/logs', ['core', 'server/kernel', 'server/analysis/open']],
  ['server/features/benchmarks', ['core', 'server/kernel', 'server/analysis/benchmarks']],
  ['server/features/profiles', ['core', 'server/kernel', 'server/data/store (types)']],
  [
    'server/features/shards',
    ['core', 'server/kernel', 'server/data/scrape (types)', 'server/features/object-store (types)'],
  ],
  ['server/features/discovery', ['core', 'server/kernel', 'server/data']],
  ['server/features/remote-write', ['core', 'server/kernel', 'server/data']],
  [
    'server/features/targets',
    [
      'core', 'server/kernel', 'server/data', 'server/analysis', 'server/profile/span',
      'server/features/logs (types)', 'server/features/notes (types)', 'server/features/shards (types)',
    ],
  ],
  [
    'server/features/add-targets',
    ['core', 'server/kernel', 'server/data/scrape', 'server/features/targets (types)'],
  ],
  [
    'server/features/postmortem',
    [
      'core', 'server/kernel', 'server/data/incident', 'server/data/store (types)', 'server/features/targets (types)',
    ],
  ],
  [
    'server/features/handover',
    [
      'core', 'server/kernel', 'server/data/incident', 'server/features/targets (types)',
      'server/features/postmortem (types)',
    ],
  ],
  [
    'server/features/scraping',
    [
      'core', 'server/kernel', 'server/data', 'server/features/discovery (types)', 'server/features/shards (types)',
      'server/features/targets (types)', 'server/features/add-targets (types)',
    ],
  ],
  ['server/features/alerting', ['core', 'server/kernel', 'server/data/scrape', 'server/features/targets (types)']],

  // program: threads, routes, commands, and what opens all of it
  [
    'server/program/worker',
    [
      'core', 'server/kernel', 'server/profile', 'server/data', 'server/analysis',
    ],
  ],
  [
    'server/program/api/http',
    [
      'core', 'server/kernel', 'server/analysis/pictures (types)', 'server/features/access (types)',
      'server/features/benchmarks (types)', 'server/features/embeds (types)',
      'server/features/logs (types)', 'server/features/pictures (types)', 'server/features/targets (types)',
    ],
  ],
  [
    'server/program/api/embeds',
    [
      'core', 'server/kernel', 'server/data/store (types)', 'server/analysis/pictures', 'server/features/embeds',
      'server/features/profiles', 'server/program/api/http',
    ],
  ],
  [
    'server/program/api/targets',
    [
      'core', 'server/kernel', 'server/data/store (types)', 'server/analysis/pictures', 'server/features/targets',
      'server/features/profiles', 'server/program/api/http',
    ],
  ],
  [
    'server/program/api/open',
    [
      'core', 'server/kernel', 'server/data/store (types)', 'server/analysis/benchmarks', 'server/analysis/open',
      'server/features/logs (types)', 'server/features/profiles', 'server/features/targets', 'server/program/api/http',
    ],
  ],
  [
    'server/program/api',
    ['core', 'server/kernel', 'server/features/embeds', 'server/program/api'],
  ],
  ['server/program/cli', ['core', 'server/kernel', 'server/profile', 'server/analysis', 'server/program/worker']],
  [
    'server/program/mcp',
    [
      'core', 'server/kernel', 'server/data/scrape', 'server/program/worker', 'server/program/cli (types)',
    ],
  ],
  [
    'server/program',
    [
      'core', 'server/kernel', 'server/profile', 'server/data', 'server/analysis/pictures', 'server/features',
      'server/program',
    ],
  ],
  ['server', ['core', 'server/kernel', 'server/data/scrape', 'server/program']],

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
