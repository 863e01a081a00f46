import { Resolver } from 'node:dns/promises';
import type { DiscoverySource } from '../../kernel/config/configTypes.ts';
import type { LabelMap } from '../../kernel/relabel/relabel.ts';
import { MAX_DISCOVERED } from '../../kernel/relabel/targetGroups.ts';
import { hostPort, type SourceAnswer, type SourceReader } from './sourceReader.ts';

type DnsConfig = Omit<Extract<DiscoverySource, { kind: 'dns' }>, 'kind' | 'refreshMs'>;

/** Errors that mean that there are no such records, which counts as an answer. */
const NONE = ['ENODATA', 'ENOTFOUND'];

/** `dns_sd_configs`. A name that cannot be resolved keeps its previous targets; one without records has none. */
export class DnsSource implements SourceReader {
  readonly where: string;
  readonly #config: DnsConfig;
  readonly #resolver: Resolver;
  readonly #known = new Map<string, LabelMap[]>();

  /** `servers`: host:port, instead of the system's. */
  constructor(config: DnsConfig, servers?: readonly string[]) {
    this.#config = config;
    this.where = `${config.type} ${config.names.join(', ')}`;
    this.#resolver = new Resolver({ timeout: 3000, tries: 2 });
    if (servers !== undefined) this.#resolver.setServers(servers);
  }

  async read(): Promise<SourceAnswer> {
    const problems: string[] = [];
    await Promise.all(this.#config.names.map(async (name) => {
      try {
        this.#known.set(name, (await this.#records(name)).slice(0, MAX_DISCOVERED));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        if (NONE.includes(code)) this.#known.set(name, []);
        else problems.push(
          `The ${this.#config.type} records of ${name} cannot be read (${code}). Its previous targets stay; `
            + 'check the name and the resolver of this machine.'
        );
      }
    }));
    return { found: [...this.#known.values()].flat(), problems };
  }

  close(): void {
    this.#resolver.cancel();
  }

  async #records(name: string): Promise<LabelMap[]> {
    const { type, port } = this.#config;
    const at = (address: string, more: Record<string, string> = {}): LabelMap =>
      new Map(Object.entries({ __address__: address, __meta_dns_name: name, ...more }));
    switch (type) {
      case 'SRV': return (await this.#resolver.resolveSrv(name)).map((record) => at(
        hostPort(bare(record.name), record.port),
        { __meta_dns_srv_record_target: rooted(record.name), __meta_dns_srv_record_port: String(record.port) },
      ));
      case 'A': return (await this.#resolver.resolve4(name)).map((address) => at(hostPort(address, port)));
      case 'AAAA': return (await this.#resolver.resolve6(name)).map((address) => at(hostPort(address, port)));
      case 'MX': return (await this.#resolver.resolveMx(name)).map(({ exchange }) => at(
        hostPort(bare(exchange), port), { __meta_dns_mx_record_target: rooted(exchange) },
      ));
      case 'NS': return (await this.#resolver.resolveNs(name)).map((server) => at(
        hostPort(bare(server), port), { __meta_dns_ns_record_target: rooted(server) },
      ));
    }
  }
}

function bare(name: string): string {
  return name.replace(/\.+$/, '');
}

/** Returns the name with the trailing dot that the record has but Node's resolver drops. */
function rooted(name: string): string {
  return `${bare(name)}.`;
}
