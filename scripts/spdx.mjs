/**
 * An SPDX 2.3 document (https://spdx.github.io/spdx-spec/v2.3/) of the release and what it depends on.
 * `licences`: what `pnpm licenses list --json` says, packages by licence.
 */
export function spdxDocument({ name, version, license, sha256, createdMs }, licences) {
  const self = {
    ...packageOf(name, version, license),
    checksums: [{ algorithm: 'SHA256', checksumValue: sha256 }],
  };
  const packages = Object.values(licences).flat().flatMap(({ name: of, versions, license: by }) =>
    versions.map((each) => packageOf(of, each, by)));
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${name}-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}-${sha256.slice(0, 16)}`,
    creationInfo: { created: new Date(createdMs).toISOString().replace(/\.\d+Z/, 'Z'), creators: [`Tool: ${name}`] },
    packages: [self, ...packages],
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', self.SPDXID),
      ...packages.map(({ SPDXID }) => relation(self.SPDXID, 'DEPENDS_ON', SPDXID)),
    ],
  };
}

function packageOf(name, version, licence) {
  return {
    SPDXID: `SPDXRef-${`${name}-${version}`.replaceAll(/[^A-Za-z0-9.-]/g, '-')}`,
    name,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    // A licence that its package does not state, or states in words, is none of SPDX's expressions.
    licenseDeclared: /^[\w.()+ -]+$/.test(licence ?? '') && licence !== 'Unknown' ? licence : 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    externalRefs: [{
      referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl',
      referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    }],
  };
}

function relation(spdxElementId, relationshipType, relatedSpdxElement) {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}
