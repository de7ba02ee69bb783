import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyCall, ROLES, type Role } from '#core/call.ts';
import { isAppError } from '#core/errors.ts';
import { isGroup, MENU, type MenuEntry, menuFor } from '#core/identity/menu.ts';
import { type Asker, mayDo, PERMISSIONS, ROLE_NOTES, type Who } from '#core/identity/permissions.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import type { Actor } from '#edge/kernel/context.ts';
import { IDENTITIES, VISITOR } from '#tests/fixtures/identities.ts';
import { allCalls } from '../../../scripts/openapi-document.ts';
import { permissionsDocument } from '../../../scripts/permissions-document.ts';

const rowOf = (id: string) => PERMISSIONS.filter(({ calls }) => calls.includes(id));

describe('[6.9] the table of permissions', () => {
  it('says of every call who may make it, once, and of no other', () => {
    const calls = allCalls();
    const problems = [
      ...calls
        .filter(({ id }) => rowOf(id).length === 0)
        .map(
          ({ id, access, summary }) =>
            `add '${id}' to a row of its domain in core/identity/permissions/ (it says: ${JSON.stringify(access)}; ${summary})`,
        ),
      ...calls
        .filter(({ id }) => rowOf(id).length > 1)
        .map(({ id }) => `'${id}' stands in two rows: keep one`),
      ...PERMISSIONS.flatMap((row) => row.calls)
        .filter((id) => !calls.some((call) => call.id === id))
        .map(
          (id) => `no call has the id '${id}': take it out of PERMISSIONS, or list its module in allCalls`,
        ),
    ];
    expect(problems.join('\n')).toBe('');
  });

  it('[6.1] is what the calls say of themselves, for every role and both kinds of owner', () => {
    const problems: string[] = [];
    let pairs = 0;
    for (const call of allCalls()) {
      const [row] = rowOf(call.id);
      if (!row) continue;
      for (const identity of IDENTITIES) {
        pairs++;
        const [told, said] = [mayDo(row.who, identity), mayByCall(call, identity)];
        if (told !== said)
          problems.push(
            `${call.id}: the table ${told ? 'lets' : 'refuses'} ${identity.name}, its access does not`,
          );
      }
    }
    console.log(`permissions: ${pairs} pairs of call and identity compared with the table`);
    expect(problems.join('\n')).toBe('');
  });

  it('[2.13d] [2.13e] [6.6] is what the menu shows', () => {
    const problems: string[] = [];
    const named = new Map(PERMISSIONS.flatMap((row) => (row.menu ?? []).map((name) => [name, row] as const)));
    for (const name of namesOf(MENU, (entry) => !isGroup(entry)))
      if (!named.has(name))
        problems.push(`add the menu entry '${name}' to a row in core/identity/permissions/ (menu: […])`);
    for (const [name, { who }] of named) {
      if (!namesOf(MENU).includes(name)) problems.push(`the menu has no entry '${name}'`);
      for (const identity of IDENTITIES) {
        if (identity === VISITOR) continue;
        // in the business edition, which adds entries to what the roles give ([6.6g])
        const shown = namesOf(menuFor({ ...identity, isBiz: true })).includes(name);
        if (shown !== mayDo(who, identity))
          problems.push(
            `'${name}' is ${shown ? 'shown to' : 'hidden from'} ${identity.name}, against the table`,
          );
      }
    }
    expect(problems.join('\n')).toBe('');
  });

  it('[6.1] has a note on every role, and docs/permissions.md is printed from it', () => {
    expect(Object.keys(ROLE_NOTES)).toEqual([...ROLES]);
    expect(
      readFileSync('docs/permissions.md', 'utf8') === permissionsDocument()
        ? ''
        : 'run node scripts/run.mjs scripts/permissions.ts and commit docs/permissions.md',
    ).toBe('');
  });

  it('lets an enterprise’s administrator do what any of its members may, and never what a person alone may', () => {
    const asker = (roles: readonly Role[]): Asker => ({
      signedIn: true,
      entId: 'e',
      roles,
      ownerType: 'OUTSIDE',
      platformAdmin: false,
    });
    for (const { who, may } of PERMISSIONS)
      for (const role of ROLES)
        if (mayDo(who, asker([role]))) expect(mayDo(who, asker(['ENT_ADMIN'])), may).toBe(true);
    const personal: Who = { person: true };
    expect(mayDo(personal, asker(['ENT_ADMIN']))).toBe(false);
  });
});

const namesOf = (
  entries: readonly MenuEntry[],
  which: (entry: MenuEntry) => boolean = () => true,
): string[] =>
  entries.flatMap((entry) => [
    ...(which(entry) ? [entry.name] : []),
    ...namesOf(entry.children ?? [], which),
  ]);

function mayByCall({ access }: AnyCall, asker: Asker): boolean {
  if (access.actor === 'anyone') return true;
  if (!asker.signedIn) return false;
  try {
    checkAccess(access, { ...asker, accountId: 'a', roles: [...asker.roles] } as unknown as Actor);
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}
