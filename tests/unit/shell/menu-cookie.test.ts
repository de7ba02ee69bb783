import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepMenu, readStoredMenu } from '#app/session/menu-cookie.ts';
import { buttonsOf, navigationOf, pathsOf } from '#app/shell/menu-tree.ts';

const ME = { userId: 'demouser0001', entId: 'demoent0000a' };
let written: string[];
beforeEach(() => {
  written = [];
  vi.stubGlobal('document', {
    set cookie(value: string) {
      written.push(value);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const cookie = () => written.at(-1)?.split(';')[0] ?? '';

it('[2.13a] routes and buttons return from the cookie unchanged; titles from the server', () => {
  keepMenu(ME, ['/home', '/contract/done'], ['contract_sign']);
  const menu = readStoredMenu(ME, `other=1; ${cookie()}; more=2`) ?? [];
  expect(pathsOf(menu)).toEqual(['/home', '/contract/done']);
  expect(buttonsOf(menu)).toEqual(['contract_sign']);
  expect(navigationOf(menu)).toEqual([]);
  expect(written.at(-1)).toMatch(/; Path=\/; SameSite=Strict$/);
});

it('another identity’s menu and invalid menus are never restored', () => {
  keepMenu(ME, ['/home'], []);
  expect(readStoredMenu({ ...ME, entId: '' }, cookie())).toBeUndefined();
  expect(readStoredMenu({ ...ME, userId: 'demouser0002' }, cookie())).toBeUndefined();
  for (const broken of [
    '',
    'sass_menu=',
    'sass_menu=%7B',
    'sass_menu=null',
    'sass_menu=%7B%22owner%22%3A1%7D',
  ])
    expect(readStoredMenu(ME, broken)).toBeUndefined();
});

it('a menu larger than a cookie is not kept', () => {
  keepMenu(
    ME,
    Array.from({ length: 300 }, (_, i) => `/a/page/of/some/length/${i}`),
    [],
  );
  expect(written.at(-1)).toContain('Max-Age=0');
});
