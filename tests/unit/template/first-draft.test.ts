import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { readLists, readPage } from '#core/template/room.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { writeFirstDraft } from '../../../app/features/template/room/first-draft.ts';
import { isUnwritten } from '../../../app/features/template/room/is-unwritten.ts';

const version = { content: webTemplate(), hash: 'a0'.repeat(32) };

it('writes a version into a draft once, however many who opened it together do so', () => {
  const [one, other] = [new Y.Doc(), new Y.Doc()];
  expect(isUnwritten(one)).toBe(true);
  for (const doc of [one, other]) writeFirstDraft(doc, version);
  expect(isUnwritten(one)).toBe(false);
  // each goes on writing before they hear of each other
  one.getMap('page').set('header', '甲');
  other.getMap('page').set('footer', '乙');
  Y.applyUpdate(one, Y.encodeStateAsUpdate(other));
  Y.applyUpdate(other, Y.encodeStateAsUpdate(one));
  const { kind: _, body: __, page, rowFields: ___, ...lists } = { rowFields: {}, ...version.content };
  for (const doc of [one, other]) {
    expect(readLists(doc)).toEqual(lists);
    expect(readPage(doc)).toEqual({ ...page, header: '甲', footer: '乙' });
    expect(
      doc
        .getXmlFragment('body')
        .toString()
        .match(/买卖合同/g),
    ).toHaveLength(1);
  }
});
