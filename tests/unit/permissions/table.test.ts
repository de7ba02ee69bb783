import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Access, type AnyCall, ROLES, type Role } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { isAppError } from '#core/errors.ts';
import { isGroup, MENU, type MenuEntry, menuFor } from '#core/identity/menu.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import type { Actor } from '#edge/kernel/context.ts';
import { type Asker, callsByAccess, mayDo, permissionsDocument } from '#scripts/permissions-document.ts';
import { IDENTITIES, VISITOR } from '#tests/fixtures/identities.ts';

const callOf = (id: string) => allCalls().find((call) => call.id === id);

describe('[6.9] who may do what', () => {
  it('says of every call what it lets somebody do, each thing in one row', () => {
    const rows = [...callsByAccess().keys()];
    for (const { may } of rows) expect(may.length).toBeGreaterThan(5);
    const said = rows.map(({ may }) => may);
    expect(said.filter((may, at) => said.indexOf(may) !== at)).toEqual([]);
  });

  it('[6.1] is what the product lets through by its calls, for each role and kind of owner', () => {
    const problems: string[] = [];
    let pairs = 0;
    for (const call of allCalls())
      for (const identity of IDENTITIES) {
        pairs++;
        const [told, said] = [mayDo(call.access, identity), mayByCall(call, identity)];
        if (told !== said)
          problems.push(
            `${call.id}: the page ${told ? 'lets' : 'refuses'} ${identity.name}, the product does not`,
          );
      }
    console.log(`permissions: ${pairs} pairs of call and identity compared`);
    expect(problems.join('\n')).toBe('');
  });

  it('[2.13d] [2.13e] lets everyone who is shown a menu entry make the call that it opens', () => {
    const problems: string[] = [];
    for (const { name, opens = '' } of entriesOf(MENU, (entry) => !isGroup(entry))) {
      const call = callOf(opens);
      if (!call) {
        problems.push(`the entry '${name}' of the menu opens '${opens}', which is no call`);
        continue;
      }
      for (const identity of IDENTITIES) {
        // An API key opens no page.
        if (identity === VISITOR || identity.scopes) continue;
        // in the business edition, which adds entries to what the roles give ([6.6g])
        const shown = entriesOf(menuFor({ ...identity, isBiz: true })).some((entry) => entry.name === name);
        if (shown && !mayDo(call.access, identity))
          problems.push(`'${name}' is shown to ${identity.name}, who may not make ${call.id}`);
      }
    }
    expect(problems.join('\n')).toBe('');
  });

  it('[6.1] [2.13d] [2.13e] is printed in docs/permissions.md: calls, menu entries, role notes', () => {
    expect(
      readFileSync('docs/permissions.md', 'utf8') === permissionsDocument()
        ? ''
        : 'run npm run permissions and commit docs/permissions.md',
    ).toBe('');
  });

  it('lets an administrator do what any member may, and never what a person alone may', () => {
    const asker = (roles: readonly Role[]): Asker => ({
      signedIn: true,
      entId: 'e',
      roles,
      ownerType: 'OUTSIDE',
      platformAdmin: false,
      sso: false,
      scopes: null,
    });
    for (const access of callsByAccess().keys())
      for (const role of ROLES)
        if (mayDo(access, asker([role]))) expect(mayDo(access, asker(['ENT_ADMIN'])), access.may).toBe(true);
    const personal: Access = { actor: 'person', may: '' };
    expect(mayDo(personal, asker(['ENT_ADMIN']))).toBe(false);
  });
});

const entriesOf = (
  entries: readonly MenuEntry[],
  which: (entry: MenuEntry) => boolean = () => true,
): MenuEntry[] =>
  entries.flatMap((entry) => [...(which(entry) ? [entry] : []), ...entriesOf(entry.children ?? [], which)]);

function mayByCall({ access }: AnyCall, asker: Asker): boolean {
  if (access.actor === 'anyone') return true;
  if (!asker.signedIn) return false;
  try {
    const key = asker.scopes && { id: 'k', name: '', scopes: asker.scopes, businessTypes: null };
    checkAccess(access, { ...asker, key, accountId: 'a', roles: [...asker.roles] } as unknown as Actor);
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}
