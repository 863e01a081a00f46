/** JSON Schema of the tables of known issues, joined. */
const VERSION = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' };
const TEXT = { type: 'string', minLength: 4, maxLength: 160 };
const PATTERNS = { type: 'array', items: { type: 'string', minLength: 4 }, minItems: 1 };

export const SCHEMA = {
  type: 'array',
  minItems: 55,
  items: {
    type: 'object',
    additionalProperties: false,
    required: [
      'project', 'issue', 'title', 'kinds', 'since', 'fixed', 'severity', 'confidence', 'symptoms', 'effect', 'until',
      'why', 'sources', 'verified',
    ],
    properties: {
      project: { enum: ['prometheus', 'VictoriaMetrics', 'VictoriaLogs', 'thanos', 'mimir', 'go'] },
      issue: { type: 'integer', minimum: 1 },
      title: { type: 'string', minLength: 10, maxLength: 50 },
      kinds: {
        type: 'array', minItems: 1,
        items: { enum: ['prometheus', 'prometheus-agent', 'victoriametrics', 'thanos', 'mimir'] },
      },
      since: { anyOf: [VERSION, { type: 'null' }] },
      fixed: { type: 'array', items: VERSION, minItems: 1 },
      flags: { type: 'object', additionalProperties: { type: 'string' } },
      severity: { enum: ['info', 'warning', 'critical'] },
      confidence: { enum: ['sure', 'likely'] },
      symptoms: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          anyOf: ['finding', 'log', 'stacks', 'panic', 'negative', 'gogcPercent'].map((name) => ({
            type: 'object', required: [name], properties: { [name]: {} },
          })),
          properties: {
            finding: { type: 'string', pattern: '^[a-z-]+$' },
            log: { type: 'string', minLength: 10 },
            stacks: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['functions'],
                properties: {
                  functions: PATTERNS, minShare: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
                  minWaitMinutes: { type: 'number', exclusiveMinimum: 0 },
                  longerThanFlag: { type: 'string', pattern: '^[a-z.-]+$' },
                  withoutFlag: { type: 'string', pattern: '^[a-z.-]+$' }, isOpen: { enum: [true] },
                },
              },
            },
            panic: {
              type: 'object', additionalProperties: false, required: ['functions'],
              properties: { message: { type: 'string', minLength: 4 }, functions: PATTERNS },
            },
            negative: { enum: ['headChunks'] },
            gogcPercent: { type: 'integer' },
            outOfOrder: { type: 'boolean' },
            confidence: { enum: ['likely'] },
            severity: { enum: ['info', 'warning'] },
          },
        },
      },
      effect: TEXT,
      until: {
        type: 'object', additionalProperties: false, required: ['step', 'risk'], properties: { step: TEXT, risk: TEXT },
      },
      why: TEXT,
      sources: { type: 'array', items: TEXT, minItems: 1 },
      verified: TEXT,
    },
  },
};
