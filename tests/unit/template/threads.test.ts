import { expect, it } from 'vitest';
import * as Y from 'yjs';
import {
  answerThread,
  markNotified,
  mentionsIn,
  readThreads,
  startThread,
  untoldOf,
} from '../../../app/features/template/editor/threads.ts';

const people = [
  { id: 'a', name: '张三' },
  { id: 'b', name: '张三丰' },
  { id: 'c', name: '李四' },
  { id: 'd', name: '李四' },
  { id: 'e', name: '' },
];

it('a mention means the longest name behind the @, and everybody who is called so', () => {
  expect(mentionsIn('@张三丰 请看', people)).toEqual(['b']);
  expect(mentionsIn('@张三 和 @李四', people)).toEqual(['a', 'c', 'd']);
  expect(mentionsIn('张三 与 mail@example.com', people)).toEqual([]);
});

it('knows for which of one’s own messages people still have to be notified', () => {
  const doc = new Y.Doc();
  const said = (by: string, mentions: string[]) => ({ by, name: by, text: '…', at: 1, mentions });
  const thread = startThread(doc, said('me', ['a']));
  answerThread(doc, thread, said('me', []));
  answerThread(doc, thread, said('other', ['me']));
  const untold = () => untoldOf(doc, readThreads(doc), 'me').map(({ key }) => key);
  const [first] = readThreads(doc)[0]!.messages;
  expect(untold()).toEqual([first!.key]);
  markNotified(doc, first!.key);
  expect(untold()).toEqual([]);
});
