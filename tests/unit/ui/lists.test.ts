import { describe, expect, it } from 'vitest';
import type { Action } from '#app/kit/action.ts';
import { splitForPhone } from '#app/kit/action-button.tsx';
import { countText } from '#app/ui/badge.tsx';
import { type FileRules, refusalOf } from '#app/ui/file-rules.ts';
import { cleanFilters, emptyFilters, showFilters } from '#app/ui/search-filters.ts';
import { layOut } from '#app/ui/table/cells.tsx';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, pageButtons, pageFromText } from '#app/ui/table/page-buttons.ts';
import { allowedActions, inlineButtons, splitActions } from '#app/ui/table/row-actions.tsx';
import { snakeCase } from '#app/ui/table/types.ts';
import { readList, writeFilters } from '#app/ui/table/use-list-state.ts';

const EMPTY = { name: '', kinds: [] as readonly string[], time: ['', ''] as readonly string[], mine: false };

describe('pages of a list', () => {
  it('[9.15] sizes are 10, 25 and 50, 10 at first, and there are at most 7 buttons', () => {
    expect(PAGE_SIZES).toEqual([10, 25, 50]);
    expect(DEFAULT_PAGE_SIZE).toBe(10);
    for (const last of [1, 5, 7, 8, 30, 1000])
      for (let current = 1; current <= Math.min(last, 60); current++) {
        const buttons = pageButtons(current, last);
        expect(buttons.length).toBeLessThanOrEqual(7);
        const pages = buttons.flatMap((b) => ('page' in b ? [b.page] : []));
        expect(pages).toContain(1);
        expect(pages).toContain(last);
        expect(pages).toContain(current);
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
      }
  });

  it('omitted page numbers are shown as a gap, and only those', () => {
    const show = (current: number, last: number) =>
      pageButtons(current, last)
        .map((b) => ('page' in b ? b.page : '…'))
        .join(' ');
    expect(show(1, 14)).toBe('1 2 3 4 5 … 14');
    expect(show(4, 14)).toBe('1 2 3 4 5 … 14');
    expect(show(7, 14)).toBe('1 … 6 7 8 … 14');
    expect(show(11, 14)).toBe('1 … 10 11 12 13 14');
    expect(show(3, 7)).toBe('1 2 3 4 5 6 7');
  });

  it.each([
    ['0', 1],
    ['7', 7],
    ['99', 14],
    ['a1b2', 12],
    ['-3', 3],
    ['', undefined],
    ['abc', undefined],
  ])('[5.18a] a jump to %j goes to page %s', (text, page) => expect(pageFromText(text, 14)).toBe(page));
});

describe('the search of a list', () => {
  it('[5.18b] texts are stripped of all white space', () => {
    expect(cleanFilters({ ...EMPTY, name: ' 劳动 合同\t\n' })).toEqual({ ...EMPTY, name: '劳动合同' });
  });

  it('[5.18d] reset sets ranges to an empty pair, boxes to false and all else to empty', () => {
    const set = { name: 'a', kinds: ['x', 'y', 'z'], time: ['2026-11-01', '2026-11-20'], mine: true };
    expect(emptyFilters(set)).toEqual(EMPTY);
  });

  it('what is typed while a search is under way stays when its answer arrives', () => {
    const [first, second] = [
      { ...EMPTY, name: '甲' },
      { ...EMPTY, name: '乙' },
    ];
    // Nothing typed since: the fields show the cleaned text.
    expect(showFilters({ typed: { ...EMPTY, name: ' 甲' }, sent: [first] }, EMPTY, first)).toEqual({
      typed: first,
      sent: [],
    });
    // Typed since, and searched again before the first answer.
    expect(showFilters({ typed: second, sent: [first] }, EMPTY, first)).toEqual({ typed: second, sent: [] });
    const both = showFilters({ typed: second, sent: [first, second] }, EMPTY, first);
    expect(both).toEqual({ typed: second, sent: [second] });
    expect(showFilters(both, first, second)).toEqual({ typed: second, sent: [] });
    // An answer that was overtaken never comes.
    expect(showFilters({ typed: second, sent: [first, second] }, EMPTY, second).sent).toEqual([]);
    // Another page: nothing changes; back or a saved view: the fields show it.
    expect(showFilters({ typed: second, sent: [] }, first, { ...first }).typed).toBe(second);
    expect(showFilters({ typed: second, sent: [second] }, first, EMPTY)).toEqual({ typed: EMPTY, sent: [] });
  });

  it('filters, page and sort can be read back from the address', () => {
    const params = new URLSearchParams('tab=done&current=3&size=25&descs=create_time');
    const filters = { name: '合同', kinds: ['a', 'b', 'c'], time: ['2026-11-01', ''], mine: true };
    writeFilters(params, filters, EMPTY);
    expect(params.get('tab')).toBe('done');
    const read = readList(params, EMPTY);
    expect(read.filters).toEqual(filters);
    expect(read.filtered).toBe(true);
    // searching begins at page 1 again
    expect(read.page).toEqual({ current: 1, size: 25, descs: ['create_time'] });
  });

  it('nonsense in the address is read as nothing', () => {
    const read = readList(new URLSearchParams('current=-4&size=1000000&mine=x'), EMPTY);
    expect(read.page).toEqual({ current: 1, size: 10 });
    expect(read.filters.mine).toBe(false);
  });

  it('[3.25b] columns are sorted by their name in snake_case', () => {
    expect(snakeCase('createTime')).toBe('create_time');
  });
});

describe('rows', () => {
  it('[9.29] three buttons are shown in a row, one in English, and the rest under "more"', () => {
    expect([inlineButtons('zh-CN'), inlineButtons('zh-TW'), inlineButtons('en-US')]).toEqual([3, 3, 1]);
    expect(splitActions(['a', 'b', 'c', 'd'], 'zh-CN')).toEqual({ shown: ['a', 'b', 'c'], more: ['d'] });
  });

  it('at a phone page’s foot two actions stay beside "more", none that cannot be undone', () => {
    const action = (id: string, danger = false): Action<null> => ({ id, label: id, danger, to: () => '/' });
    const split = (main: string | undefined, ...actions: Action<null>[]) => {
      const { shown, more } = splitForPhone(actions, main);
      return [shown, more].map((some) => some.map(({ id }) => id));
    };
    const three = [action('revoke', true), action('extend'), action('urge')];
    expect(split('sign', ...three)).toEqual([['revoke', 'extend', 'urge'], []]);
    expect(split('sign', ...three, action('sign'))).toEqual([
      ['urge', 'sign'],
      ['extend', 'revoke'],
    ]);
    expect(split(undefined, ...three, action('download'))).toEqual([
      ['extend', 'urge'],
      ['download', 'revoke'],
    ]);
  });

  it('[6.6d] an action is hidden for the rows that it is not for, and makes room for the next', () => {
    type Row = { ended: boolean };
    const action = (id: string, hidden?: (row: Row) => boolean) => ({
      id,
      label: id,
      onAction: () => undefined,
      ...(hidden ? { hidden } : {}),
    });
    const actions = [action('edit', (row) => row.ended), action('view'), action('copy'), action('delete')];
    const shown = (ended: boolean) =>
      splitActions(allowedActions(actions, { ended }), 'zh-CN').shown.map(({ id }) => id);
    expect(shown(false)).toEqual(['edit', 'view', 'copy']);
    expect(shown(true)).toEqual(['view', 'copy', 'delete']);
  });

  it('long texts are formatted if they are JSON', () => {
    expect(layOut('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(layOut('plain {text')).toBe('plain {text');
  });

  it.each([
    [undefined, '--'],
    [0, '0'],
    [999, '999'],
    [1000, '999+'],
  ])('[9.28] a count of %s is shown as %s', (count, text) => expect(countText(count)).toBe(text));
});

describe('[5.10d] formats, size and number of uploads are parameters', () => {
  const rules: FileRules = { types: ['.pdf', '.ofd'], maxBytes: 1000, maxFiles: 2 };
  const file = (name: string, size = 10) => ({ name, size });
  it.each([
    ['a file that is fine', file('a.PDF'), [], undefined],
    ['another format', file('a.exe'), [], 'type'],
    ['too large', file('a.pdf', 1001), [], 'size'],
    ['empty', file('a.pdf', 0), [], 'empty'],
    ['the same again', file('a.pdf'), [file('a.pdf')], 'twice'],
    ['one too many', file('c.pdf'), [file('a.pdf'), file('b.pdf')], 'count'],
  ])('%s', (_, one, already, why) => expect(refusalOf(one, already, rules)).toBe(why));
});
