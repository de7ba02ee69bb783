import { expect, it } from 'vitest';
import { commentFiles, fileOfComment, isOnPage, readersOfComment } from '#core/approval/comments.ts';

it('a comment stays with its file wherever that stands now, and loses its place if it changes', () => {
  const on = { fileSha256: 'b', fileIndex: 1 };
  const files = (...digests: string[]) => digests.map((sha256) => ({ sha256 }));
  expect(fileOfComment(on, files('a', 'b'))).toBe(1);
  expect(fileOfComment(on, files('b', 'a'))).toBe(0);
  expect(fileOfComment(on, files('b', 'b'))).toBe(1);
  expect(fileOfComment(on, files('a', 'c'))).toBe(null);
  expect(fileOfComment(on, [])).toBe(null);
});

it('only what has pages can be commented, and only on them', () => {
  expect(commentFiles({ businessId: 'x', documents: [] })).toEqual([]);
  expect(commentFiles({ templateId: 'x' })).toEqual([]);
  const page = { widthMm: 210, heightMm: 297 };
  for (const [x, y, on] of [
    [0, 0, true],
    [210, 297, true],
    [210.1, 1, false],
    [1, 297.1, false],
    [-0.1, 1, false],
    [1, -0.1, false],
  ] as const)
    expect(isOnPage(page, x, y)).toBe(on);
  expect(isOnPage(undefined, 1, 1)).toBe(false);
});

it('a comment tells applicant or deciders, and its conversation, never its author or a leaver', () => {
  const told = (by: string, writers: string[] = []) =>
    readersOfComment({
      by,
      applicantId: 'sender',
      writers,
      waiting: ['a', 'b'],
      taking: ['sender', 'a', 'b', 'c'],
    }).sort();
  expect(told('a')).toEqual(['sender']);
  expect(told('b', ['a', 'c'])).toEqual(['a', 'c', 'sender']);
  expect(told('sender')).toEqual(['a', 'b']);
  expect(told('sender', ['c', 'sender', 'gone'])).toEqual(['a', 'b', 'c']);
});
