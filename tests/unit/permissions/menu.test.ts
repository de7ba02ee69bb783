import { describe, expect, it } from 'vitest';
import { type ComponentFlags, componentFlags } from '#core/identity/component-flags.ts';
import { MENU, type MenuEntry, type MenuReader, menuFor } from '#core/identity/menu.ts';

const reader = (change: Partial<MenuReader> = {}): MenuReader => ({
  entId: '',
  roles: [],
  ownerType: 'OUTSIDE',
  platformAdmin: false,
  ...change,
});
const namesOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ name, children }) => [name, ...namesOf(children ?? [])]);
const namesFor = (change: Partial<MenuReader>) => namesOf(menuFor(reader(change)));

describe('who gets which entries of the menu', () => {
  it('[6.5a] home_auth_enterprise and home_join_enterprise are for OUTSIDE persons only', () => {
    const both = ['home_auth_enterprise', 'home_join_enterprise'];
    expect(namesFor({})).toEqual(expect.arrayContaining(both));
    for (const change of [{ ownerType: 'INSIDE' as const }, { entId: 'e', roles: ['ENT_ADMIN' as const] }])
      for (const name of both) expect(namesFor(change)).not.toContain(name);
  });

  it('[6.5c] home_personal_auth is for people who act as themselves', () => {
    expect(namesFor({})).toContain('home_personal_auth');
    expect(namesFor({ ownerType: 'INSIDE' })).toContain('home_personal_auth');
    expect(namesFor({ entId: 'e', roles: ['ENT_ADMIN'] })).not.toContain('home_personal_auth');
  });

  it('[6.6f] the account centre is for persons, the company console for enterprises', () => {
    const underneath = (name: string) => namesOf(MENU.find((entry) => entry.name === name)?.children ?? []);
    const asPerson = namesFor({});
    const asEnterprise = namesFor({ entId: 'e', roles: ['ENT_ADMIN'] });
    for (const name of ['account', ...underneath('account')]) {
      expect(asPerson, name).toContain(name);
      expect(asEnterprise, name).not.toContain(name);
    }
    expect(
      asPerson.filter((name) => ['companyControl', ...underneath('companyControl')].includes(name)),
    ).toEqual([]);
    expect(asEnterprise).toContain('companyControl');
  });

  it('starting a task needs an enterprise and a role that sends ([6.4a])', () => {
    expect(namesFor({})).not.toContain('contract_send');
    expect(namesFor({ entId: 'e', roles: ['EMPLOYEE'] })).not.toContain('contract_send');
    for (const role of ['ENT_ADMIN', 'BUSINESS_ADMIN', 'SIGN_OPERATOR', 'HR'] as const)
      expect(namesFor({ entId: 'e', roles: [role] }), role).toContain('contract_send');
  });

  it('[6.6g] entries of the business edition are for enterprises that have it', () => {
    const entry: MenuEntry = {
      title: ['', '', ''],
      name: 'x',
      path: '/x',
      visit: 'ent',
      type: 'MENU',
      business: true,
    };
    const shown = (isBiz: boolean) =>
      menuFor(reader({ entId: 'e', roles: ['ENT_ADMIN'], isBiz }), [entry]).length;
    expect([shown(false), shown(true)]).toEqual([0, 1]);
  });

  it.each([
    ['6.6a', 'front_templateRole'],
    ['6.6b', 'front_templateField'],
  ])('[%s] %s_add, _edit and _delete are held by keepers of a business edition’s console', (_, prefix) => {
    const buttons = ['add', 'edit', 'delete'].map((action) => `${prefix}_${action}`);
    const held = (change: Partial<MenuReader>) =>
      namesFor(change).filter((name) => name.startsWith(`${prefix}_`));
    const here = { entId: 'e', isBiz: true };
    for (const role of ['ENT_ADMIN', 'BUSINESS_ADMIN'] as const)
      expect(held({ ...here, roles: [role] })).toEqual(buttons);
    expect(held({ ...here, roles: ['SEAL_ADMIN'] })).toEqual([]);
    expect(held({ ...here, isBiz: false, roles: ['ENT_ADMIN'] })).toEqual([]);
    expect(held({ isBiz: true })).toEqual([]);
  });

  it('[6.6c] a list’s and its dialogs’ parts follow from the buttons; each can be overridden', () => {
    const flat = (flags: ComponentFlags) =>
      Object.entries(flags).flatMap(([part, own]) =>
        Object.entries(own as Record<string, boolean>).flatMap(([name, on]) =>
          on ? [`${part}.${name}`] : [],
        ),
      );
    const always = ['list.search', 'list.reset', 'add.cancel', 'edit.cancel', 'delete.cancel'];
    const flags = (...buttons: string[]) => componentFlags('x', buttons);
    expect(flat(flags()).sort()).toEqual([...always].sort());
    expect(flat(flags('x_add')).filter((one) => !always.includes(one))).toEqual(['list.add', 'add.save']);
    expect(flat(flags('x_edit')).filter((one) => !always.includes(one))).toEqual(['list.edit', 'edit.save']);
    expect(flat(flags('x_delete', 'y_add')).filter((one) => !always.includes(one))).toEqual([
      'list.delete',
      'delete.confirm',
    ]);
    const all = flags('x_add', 'x_edit', 'x_delete');
    expect(flat(all)).toHaveLength(11);
    for (const [part, own] of Object.entries(all))
      for (const [name, on] of Object.entries(own as Record<string, boolean>)) {
        const other = componentFlags('x', ['x_add', 'x_edit', 'x_delete'], { [part]: { [name]: !on } });
        expect(flat(all).filter((one) => !flat(other).includes(one))).toEqual([`${part}.${name}`]);
      }
  });

  it('a group is shown if one of its pages is; no member is shown the platform’s pages', () => {
    expect(namesFor({ entId: 'e', roles: ['EMPLOYEE'] })).not.toContain('quickSignManage');
    expect(namesFor({ entId: 'e', roles: ['SEAL_OPERATOR'] })).toContain('quickSignManage');
    expect(namesFor({ platformAdmin: true })).toContain('platformOptions');
    expect(namesFor({ platformAdmin: true, entId: 'e', roles: ['ENT_ADMIN'] })).not.toContain(
      'platformOptions',
    );
    expect(namesFor({})).not.toContain('platformOptions');
  });
});
