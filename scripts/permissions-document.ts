import {
  type Access,
  type AnyCall,
  isOpenToSso,
  KEY_SCOPES,
  type KeyScope,
  ROLES,
  type Role,
} from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { callsOfEmbed, EMBED_KINDS, type EmbedKind } from '#core/embed/reach.ts';
import { isGroup, MENU, type MenuEntry, menuFor } from '#core/identity/menu.ts';
import type { OwnerType } from '#core/identity/states.ts';

/** Purpose of each role ([6.1]). */
const ROLE_NOTES: Record<Role, string> = {
  ENT_ADMIN: 'enterprise administrator: everything within the enterprise; one person, changed by transfer',
  BUSINESS_ADMIN:
    'business administrator: the console, seals and certificates, joins, all tasks of the enterprise',
  SEAL_ADMIN: 'seal administrator: seals, their authorizations and certificates',
  SEAL_OPERATOR: 'seal operator: uses the seals authorized to them, also for quick signing',
  SIGN_OPERATOR: 'signing operator: starts tasks and signs',
  APPROVER: 'approver: decides on approvals of flows that name the role; reads the address book',
  HR: 'human resources: employees and onboarding; starts tasks with employees',
  EMPLOYEE: 'employee: signs and reads what is addressed to them',
  LEGAL_REPRESENTATIVE:
    'legal representative, from the enterprise’s real-name verification: sees all its tasks and the numbers it was verified with',
  AUTHORIZER:
    'authorizer, from the enterprise’s real-name verification: sees the numbers it was verified with',
};

/** A caller. */
export interface Asker {
  /** False for a visitor. */
  signedIn: boolean;
  /** Enterprise acted for; empty for the person. */
  entId: string;
  roles: readonly Role[];
  ownerType: OwnerType;
  platformAdmin: boolean;
  /** Whether the session was opened by a customer's system. */
  sso: boolean;
  /** What the caller's embedded page is for; omitted for all others. */
  embed?: EmbedKind;
  /** Scopes of the caller's API key; null for a session. */
  scopes: readonly KeyScope[] | null;
}

/** Whether an access rule permits a call: the reference that the product's responses are compared with. */
export function mayDo(access: Access, asker: Asker): boolean {
  const { actor, roles } = access;
  if (actor === 'anyone') return true;
  if (!asker.signedIn || actor === 'internal') return false;
  if (asker.scopes && !(access.keys && asker.scopes.includes(access.keys))) return false;
  if (asker.sso && !isOpenToSso(access)) return false;
  const acts = asker.entId !== '';
  if (actor === 'platform') return asker.platformAdmin && !acts;
  if (actor === 'person' || (actor === 'session' && !acts)) return !acts;
  return (
    acts && (!roles || asker.roles.includes('ENT_ADMIN') || roles.some((role) => asker.roles.includes(role)))
  );
}

const nobody: Asker = {
  signedIn: false,
  entId: '',
  roles: [],
  ownerType: 'OUTSIDE',
  platformAdmin: false,
  sso: false,
  scopes: null,
};
const person: Asker = { ...nobody, signedIn: true };
const member = (role: Role): Asker => ({ ...person, entId: 'e', roles: [role] });

/** Column of an enterprise administrator signed in by a customer's system. */
const BY_SSO = 'by single sign-on';
const byKey = (scope: KeyScope) => `API key: ${scope}`;
const COLUMNS: readonly (readonly [head: string, asker: Asker])[] = [
  ['visitor', nobody],
  ['person', person],
  ...ROLES.map((role) => [role, member(role)] as const),
  ['platform', { ...person, ownerType: 'INSIDE', platformAdmin: true }],
  [BY_SSO, { ...member('ENT_ADMIN'), sso: true }],
  ...KEY_SCOPES.map(
    (scope) => [byKey(scope), { ...member('ENT_ADMIN'), sso: true, scopes: [scope] }] as const,
  ),
];
/** The menu is for signed-in users, and depends on the owner's type. */
const MENU_COLUMNS: typeof COLUMNS = [
  ['person OUTSIDE', person],
  ['person INSIDE', { ...person, ownerType: 'INSIDE' }],
  ...COLUMNS.slice(2).filter(([, { sso }]) => !sso),
];

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string, columns: typeof COLUMNS, rows: readonly string[]) =>
  [line([head, ...columns.map(([name]) => name)]), line(['---', ...columns.map(() => ':-:')]), ...rows].join(
    '\n',
  );

/** The calls of each access rule, in the order of their domains: calls that share a rule are one permission. */
export function callsByAccess(): Map<Access, AnyCall[]> {
  const rows = new Map<Access, AnyCall[]>();
  const calls = allCalls().sort((a, b) => domainOf(a).localeCompare(domainOf(b), 'en'));
  for (const call of calls) rows.set(call.access, [...(rows.get(call.access) ?? []), call]);
  return rows;
}
const domainOf = ({ id }: AnyCall) => id.split('.')[0] ?? '';

/** Generates docs/permissions.md from the calls and the menu. */
export function permissionsDocument(): string {
  const rows = [...callsByAccess()].map(([access, calls]) => {
    const { may, also } = access;
    const marks = COLUMNS.map(([, asker]) => (mayDo(access, asker) ? (also ? '○' : '●') : ''));
    const names = calls.map(({ id }) => `\`${id}\``).sort();
    return line([`${may}${also ? `; *${also}*` : ''} — ${names.join(' ')}`, ...marks]);
  });
  const shown = MENU_COLUMNS.map(([, asker]) => new Set(namesOf(menuFor({ ...asker, isBiz: true }))));
  const menu = namesOf(MENU).map((name) =>
    line([`\`${name}\``, ...shown.map((names) => (names.has(name) ? '●' : ''))]),
  );
  return `# Who may do what

Generated by \`npm run permissions\` from the calls (\`access\` in \`core/<domain>/calls.ts\`) and the menu (\`core/identity/menu.ts\`). A test fails if this page is out of date, so every change of permissions is visible as a change of this page.

Each row is one permission with its calls. Columns are callers:

- \`visitor\` is not signed in, \`person\` is signed in and acts as themself, and \`platform\` is the platform’s administrator, who acts as themself.
- Each role’s column is a member who acts for an enterprise with only that role.
- “${BY_SSO}” is the enterprise’s administrator in a session that a customer’s system opened.
- An API key acts as its holder, an administrator, and has the permissions of each of its scopes.

● permitted; ○ permitted if the condition in italics is met.

${table('Permission', COLUMNS, rows)}

## Embedded pages

The session of an embedded page is fixed to one thing. It reaches only these calls (\`core/embed/reach.ts\`), and only with that thing in their input:

${EMBED_KINDS.map(
  (kind) =>
    `- \`${kind}\`: ${callsOfEmbed(kind)
      .map((id) => `\`${id}\``)
      .join(' ')}`,
).join('\n')}

## Menu entries

For an enterprise of the business edition; others have no roles and fields of templates.

${table('Entry', MENU_COLUMNS, menu)}

## Roles

${ROLES.map((role) => `- \`${role}\` ${ROLE_NOTES[role]}`).join('\n')}
`;
}

const namesOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => [...(isGroup(entry) ? [] : [entry.name]), ...namesOf(entry.children ?? [])]);
