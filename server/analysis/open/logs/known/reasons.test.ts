/** Tests where a quotation of a message ends. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { reasonInCode, reasonOf } from './reasons.ts';

const PATH = '/prometheus/01F6J0P4KBBWVJD2M8B1PE7C5E';
const ERROR = `block dir: "${PATH}": open ${PATH}/meta.json: no such file or directory`;

describe('the reason behind a message', () => {
  it.each([
    [
      ': meta.json: no such file or directory」というエラーが出る場合、原因は',
      ': meta.json: no such file or directory',
    ],
    [': lock DB directory” is what we see', ': lock DB directory'],
    [': lock DB directory» означает, что', ': lock DB directory'],
    [': no such fileというエラー', ': no such file'],
    [': no such file 이라는 오류', ': no such file'],
    [': no such file的错误。', ': no such file'],
    [': open /数据/wal: no such file。', ': open /数据/wal: no such file'],
    [`: ${ERROR}" appears`, `: ${ERROR}`],
    [': no such file. Then it stops', ': no such file'],
    [': a', ': a'],
  ])('%s', (rest, reason) => { expect(reasonOf(rest)).toBe(reason); });

  it('of a long text ends with a word', () => { expect(reasonOf(` ${'word '.repeat(100)}`)).toMatch(/word$/); });

  it('within back quotes ends with them', () => {
    expect(reasonInCode('I get `opening storage failed: lock` as it starts', 'opening storage failed')).toBe(': lock');
    expect(reasonInCode('I get opening storage failed: lock as `it` starts', 'opening storage failed')).toBeNull();
  });
});

it('an article tells the block that it quotes, and nothing of its own sentences', () => {
  const said = recognize(new TextEncoder().encode([
    'ログに「',
    'opening storage failed: meta.json: no such file or directory」'
      + 'というエラーが出る場合、原因はデータの破損です。',
    '',
    'Podを再起動すると、ログに「'
      + `opening storage failed: ${ERROR}」といったエラーが出力されます。`,
  ].join('\n'))).interest ?? '';
  expect(said).toContain('The block 01F6J0P4KBBWVJD2M8B1PE7C5E has no meta.json');
  expect(said).not.toMatch(/[\p{Script=Han}\p{Script=Hiragana}]/u);
});
