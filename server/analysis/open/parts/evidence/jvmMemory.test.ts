/** Tests how much memory a JVM asked for, and the setting of its heap. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { jvmMemory } from './jvmMemory.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const END = '# There is insufficient memory for the Java Runtime Environment to continue.';
const commit = (bytes: number): string => 'OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory('
  + `0x00000000a6600000, ${bytes}, 0) failed; error='Cannot allocate memory' (errno=12)`;

it('a heap that the host does not give, with the setting of its server', () => {
  const facts = of('$ docker logs search', commit(2_147_483_648), '#', END, '', 'The image is elasticsearch:7.9.');
  expect(facts).toContain('The JVM asked the operating system for memory and got none, and ends');
  expect(facts).toContain('It asked for 2,147,483,648 bytes (2 GiB) at once, which only a heap takes. The heap of '
    + 'Elasticsearch is set with ES_JAVA_OPTS or jvm.options.');
  expect(facts).toContain('"os::commit_memory(0x00000000a6600000, 2147483648, 0) failed; error=');
  expect(facts).toContain('look at free memory of the host and at the limit of the container');
  expect(facts).not.toContain('outside of its heap');
});

it('in the words of newer versions', () => {
  expect(of('OpenSearch ends:', '', commit(1_073_741_824).replace('Cannot allocate memory', 'Not enough space')))
    .toContain('got none, and ends: look at free memory of the host');
});

it('of a server in a container, which its image names', () => {
  const { name, interest } = recognize(new TextEncoder().encode(['```', 'docker ps -a',
    'CONTAINER ID   IMAGE           COMMAND         CREATED          STATUS                      PORTS     NAMES',
    '0a1b2c3d4e5f   cassandra:3.11  "/entry.sh"     34 seconds ago   Exited (1) 33 seconds ago             db', '```',
    '', '```', 'docker logs db', commit(1_073_741_824), '#', END, '```'].join('\n')));
  expect(name).toContain('Cassandra 3.11');
  expect(interest).toContain('The heap of Cassandra is set with MAX_HEAP_SIZE and HEAP_NEWSIZE');
});

it('a little that the host does not give', () => {
  expect(of(END, '# Native memory allocation (mmap) failed to map 12288 bytes for committing reserved memory.'))
    .toContain('It asked for 12,288 bytes (12 KiB) at once, which is little: nearly nothing was left, or the limit');
});

it.each([
  ['other facts', 'The heap is full.', commit(4096)],
  ['several servers and no amount', 'The JVM asked the operating system for memory and got none, and ends',
    'Kafka, and HBase'],
])('nothing beside %s', (_, facts, text) => { expect(jvmMemory(facts, text)).toBeNull(); });
