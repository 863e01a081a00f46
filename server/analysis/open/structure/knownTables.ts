/** Recognizes tables of commands about clusters and stores by their headers, and summarizes them. */
import type { Format } from '../look/format.ts';
import { counted, mostFrequent, named, sentence, type Named } from '../look/named.ts';
import { badMembers, RING, ringMembers } from './ringRows.ts';
import { tableFacts } from './tableFacts.ts';
import { MAX_LINES, tablesOf } from './tables.ts';

const CLUSTER = 'Open the log of the server (kubectl logs POD, also with --previous).';
const NODE = /^(\S{1,253})\s+((?:Not)?Ready(?:,\S+)?|Unknown)\s+\S+\s+\S+\s+(v\d\S+)/gm;
const CLAIM = /^(?:\S+\s+)?(\S{1,253})\s+(Bound|Pending|Lost)\s+(?:(\S+)\s+)?(\d\S*i?)?/gm;
const STATES = /\b(ACTIVE|PENDING|JOINING|LEAVING|LEFT|UNHEALTHY|Unhealthy)\b/g;
const LABELS = /^[^\w\n]{0,20}LABEL ?NAME[^\w\n]{1,60}VALUE COUNT\b/mi;

const facts = (text: string): string | null => {
  const [table] = text.split('\n', MAX_LINES + 1).length > MAX_LINES ? [] : tablesOf(text);
  return table === undefined ? null : tableFacts(table);
};

const ROWS: readonly Named[] = [
  {
    id: 'kubectl-nodes', name: 'a list of nodes of kubectl get', pattern: /^NAME\s+STATUS\s+ROLES\s+AGE\s+VERSION/m,
    except: /^(?:NAMESPACE\s+)?NAME\s+READY\s/m,
    fact: (text) => {
      const nodes = [...text.matchAll(NODE)];
      const bad = nodes.filter(([, , status]) => status !== 'Ready').map(([, name]) => name);
      return nodes.length === 0 ? null : sentence([
        `it lists ${counted(nodes.length, 'node')}`, `of version ${mostFrequent(nodes.map(([, , , of = '']) => of), 1)
          .replace(/^.* in /, '')}`,
        bad.length === 0 ? 'all ready' : `not ready or not schedulable: ${bad.slice(0, 3).join(', ')}`,
      ]);
    },
    remedy: CLUSTER,
  },
  {
    id: 'kubectl-claims', name: 'a list of volume claims of kubectl get',
    pattern: /^(?:NAMESPACE\s+)?NAME\s+STATUS\s+VOLUME\s+CAPACITY/m, remedy: CLUSTER,
    fact: (text) => {
      const claims = [...text.matchAll(CLAIM)];
      const bad = claims.filter(([, , status]) => status !== 'Bound').map(([, name, status]) => `${name} is ${status}`);
      return claims.length === 0 ? null : sentence([
        `it lists ${counted(claims.length, 'claim')}`, bad.length === 0 ? 'all bound' : bad.slice(0, 3).join(', '),
      ]);
    },
  },
  {
    id: 'kubectl-table', name: 'a table of kubectl get',
    pattern: /^(?:NAMESPACE\s+)?NAME\s+(?:(?:READY|DESIRED)\s.*\bAGE\b|TYPE\s+CLUSTER-IP|VERSION\s.*\bREPLICAS\b)/m,
    except: /^(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS/m, remedy: CLUSTER,
    fact: (text) => {
      const rows = [...text.matchAll(/^(?:\S+\s+)?(\S{1,253})\s+(\d+)\/(\d+)\s/gm)];
      const bad = rows.filter(([, , ready, wanted]) => ready !== wanted);
      return rows.length === 0 ? null : sentence([
        `it lists ${counted(rows.length, 'object')}`, bad.length === 0 ? 'all ready'
          : bad.slice(0, 3).map(([, name, ready, wanted]) => `${name} has ${ready} of ${wanted} ready`).join(', '),
      ]);
    },
  },
  {
    id: 'helm-list', name: 'a list of releases of Helm', program: 'Helm', remedy: CLUSTER,
    pattern: /^NAME\s+NAMESPACE\s+REVISION\s+UPDATED\s+STATUS\s+CHART/m,
    fact: (text) => {
      const charts = [...text.matchAll(/\b(deployed|failed|pending-\w+|superseded)\s+(\S{1,100})/g)];
      const bad = charts.filter(([, status]) => status !== 'deployed').map(([, status, of]) => `${of} is ${status}`);
      return charts.length === 0 ? null : sentence([
        `it lists ${counted(charts.length, 'release')}, such as ${charts[0]?.[2]}`, ...bad.slice(0, 3),
      ], '; ');
    },
  },
  {
    id: 'label-cardinality', name: 'a table of labels by their number of values', pattern: LABELS, fact: facts,
    remedy: 'For the series themselves, open /api/v1/status/tsdb or promtool tsdb analyze of a block.',
  },
  {
    id: 'vmagent-targets', name: 'the targets of vmagent or VictoriaMetrics', program: 'vmagent',
    pattern: /^\s*state=(?:up|down), endpoint=\S/m, remedy: 'Open the log of vmagent: it has the errors of scrapes.',
    fact: (text) => {
      const states = [...text.matchAll(/^\s*state=(up|down), /gm)].map(([, state]) => state);
      const down = states.filter((state) => state === 'down').length;
      const error = /^\s*state=down, .{0,2000}\berror="?([^"\n]{1,200})/m.exec(text)?.[1];
      return `It lists ${counted(states.length, 'target')}, ${down === 0 ? 'none' : down} of them down${
        error === undefined ? '' : `; the first error is: ${error.replace(/\.$/, '')}`}.`;
    },
  },
  {
    id: 'ring', name: 'the members of a hash ring', remedy: 'Open the log of the member that is not active.',
    pattern: RING,
    fact: (text) => {
      const members = ringMembers(text);
      const states = members.length > 0 ? members.map(({ state }) => state)
        : [...text.matchAll(STATES)].map(([, state = '']) => state);
      const bad = badMembers(members);
      return states.length === 0 ? null : `It lists ${counted(states.length, 'member')}: ${
        mostFrequent(states).replaceAll(' in ', ' ')}${bad === null ? '' : ` (not active: ${bad})`}.`;
    },
  },
];

export const KNOWN_TABLES: readonly Format[] = ROWS.map(named);
