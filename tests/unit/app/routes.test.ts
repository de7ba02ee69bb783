import { describe, expect, it } from 'vitest';
import { safeRedirect } from '#app/session/safe-redirect.ts';
import type { ActiveUser, MenuItem } from '#app/session/types.ts';
import { buttonsOf, navigationOf, pathsOf, trailTo } from '#app/shell/menu-tree.ts';
import { routeAccess } from '#app/shell/route-access.ts';
import { flagsOf, ROUTE_FLAGS } from '#app/shell/route-flags.ts';

const item = (name: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  menuId: name,
  name,
  alias: name,
  title: name,
  type: 'MENU',
  category: 'PC_FORE_GROUND',
  path,
  isWhite: false,
  meta: {},
  children: [],
  ...more,
});
const menu = [
  item('home', '/home'),
  item('contractManage', '/contractManage', {
    children: [
      item('pending', '/contract/issuedContract', {
        children: [item('contract_sign', '', { type: 'BUTTON' })],
      }),
      item('start', '/entcontract/startEntContract', { isWhite: true }),
    ],
  }),
  item('seal', '/company/seal'),
  item('back', '/back', { category: 'PC_BACK_GROUND' }),
];
const person = { type: 'person' } as ActiveUser;
const ent = { type: 'ent' } as ActiveUser;
const signedIn = { loggedIn: true, menu, activeUser: ent };

describe('the menu', () => {
  it('[2.13c] [2.13d] [2.13g] only PC_FORE_GROUND is a route, MENU navigation, isWhite hidden', () => {
    const shown = navigationOf(menu);
    expect(shown.map((one) => one.name)).toEqual(['home', 'contractManage', 'seal']);
    expect(shown[1]?.children.map((one) => one.name)).toEqual(['pending']);
    expect(pathsOf(menu)).not.toContain('/back');
    expect(pathsOf(menu)).toContain('/entcontract/startEntContract');
  });

  it('[2.13e] entries of type BUTTON become button permissions', () => {
    expect(buttonsOf(menu)).toEqual(['contract_sign']);
  });

  it('the breadcrumb leads from the top to the page', () => {
    expect(trailTo(menu, '/contract/issuedContract').map((one) => one.name)).toEqual([
      'contractManage',
      'pending',
    ]);
    expect(trailTo(menu, '/nowhere')).toEqual([]);
  });
});

describe('who may see a page', () => {
  it('[2.13b] a visitor may open public pages only, and is sent to /login otherwise', () => {
    const visitor = { loggedIn: false };
    for (const path of [
      '/login',
      '/agreenment/3',
      '/passwordResult/ok/login',
      '/singleSignOn',
      '/error',
      '/unknown',
    ])
      expect(routeAccess(path, visitor)).toBe('open');
    for (const path of ['/home', '/company/seal', '/contract/summary/1/2/3'])
      expect(routeAccess(path, visitor)).toBe('login');
  });

  it('a page that the menu holds is open, another is not', () => {
    expect(routeAccess('/company/seal', signedIn)).toBe('open');
    expect(routeAccess('/company/seal/', signedIn)).toBe('open');
    expect(routeAccess('/company/audit', signedIn)).toBe('denied');
  });

  it('nothing is decided until the menu is known', () => {
    expect(routeAccess('/company/seal', { loggedIn: true })).toBe('wait');
  });

  it('[2.1g] a page for the other kind of identity leads to /home', () => {
    expect(routeAccess('/company/seal', { ...signedIn, activeUser: person })).toBe('home');
    expect(routeAccess('/account/mySignature', signedIn)).toBe('home');
  });

  const UNLOCKED = [
    ['a pending signature', 'contract_sign', ['/fileSign/fileSign']],
    ['a pending track', 'contract_track', ['/contract/summary/p1', '/contract/summary/p1/0/ENDED/']],
    [
      'sending',
      'contract_send',
      ['/entcontract/startEntContract', '/hrcontract/startHRContract', '/contractSend', '/prePlaced'],
    ],
    ['help by document', 'help_document', ['/help/filePreview']],
    ['help by video', 'help_video', ['/help/videoPreview']],
    [
      'creating templates',
      'template_create',
      ['/company/frontBuildModal', '/company/frontTemplateFile/webTemplate', '/company/frontWordPreview'],
    ],
    [
      'editing templates',
      'template_edit',
      ['/company/frontBuildModal', '/company/frontTemplateFile/webTemplate', '/company/frontWordPreview'],
    ],
    ['quick signing', 'quick_sign', ['/quickSignManage/fileQuickSign', '/quickSignManage/quickfilePreview']],
    ['examining', 'contract_examine', ['/contract/examine']],
  ] as const;

  it.each(UNLOCKED)(
    '[2.13f] %s unlocks the screens behind %s, and no other button does',
    (_, name, paths) => {
      const all = new Set(Object.values(ROUTE_FLAGS).flatMap(({ unlockedBy = [] }) => unlockedBy));
      const holding = (buttons: Iterable<string>) => ({
        ...signedIn,
        menu: [item('home', '/home'), ...[...buttons].map((button) => item(button, '', { type: 'BUTTON' }))],
      });
      expect(all).toContain(name);
      for (const path of paths) {
        const others = [...all].filter((one) => !flagsOf(path)?.unlockedBy?.includes(one));
        expect(routeAccess(path, holding([name])), path).toBe('open');
        expect(routeAccess(path, holding(others)), path).toBe('denied');
        expect(routeAccess(path, holding([])), path).toBe('denied');
      }
    },
  );

  it('[2.1b] full-screen and [2.1c] menu-less pages are marked so', () => {
    for (const path of [
      '/fileSign/fileSign',
      '/contract/examine',
      '/contract/preview',
      '/prePlaced',
      '/help/videoPreview',
      '/auth/person',
      '/quickSignManage/quickfilePreview',
    ])
      expect(flagsOf(path)?.fullScreen, path).toBe(true);
    for (const path of ['/home', '/quickSignManage/fileQuickSign', '/company/frontTemplateFile/webTemplate'])
      expect(flagsOf(path)?.hiddenMenu, path).toBe(true);
  });

  it.each([
    ['/contract/done?current=2', '/contract/done?current=2'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['/\t/evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['/login?redirect=/login', '/home'],
    [null, '/home'],
  ])('after logging in, %j leads to %s', (wanted, to) => expect(safeRedirect(wanted)).toBe(to));
});
