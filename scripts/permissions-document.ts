import { ROLES, type Role } from '#core/call.ts';
import { type Asker, mayDo, PERMISSIONS, ROLE_NOTES } from '#core/identity/permissions.ts';

const nobody: Asker = { signedIn: false, entId: '', roles: [], ownerType: 'OUTSIDE', platformAdmin: false };
const person: Asker = { ...nobody, signedIn: true };
const member = (role: Role): Asker => ({ ...person, entId: 'e', roles: [role] });

const COLUMNS: readonly (readonly [head: string, asker: Asker])[] = [
  ['visitor', nobody],
  ['person', person],
  ...ROLES.map((role) => [role, member(role)] as const),
  ['platform', { ...person, ownerType: 'INSIDE', platformAdmin: true }],
];

/** docs/permissions.md, from the table in core/identity/permissions.ts. */
export function permissionsDocument(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = PERMISSIONS.map(({ may, who, also }) => {
    const owner = who.ownerType ? ` (owners ${who.ownerType} only)` : '';
    const marks = COLUMNS.map(([, asker]) => {
      const of = who.ownerType ? { ...asker, ownerType: who.ownerType } : asker;
      return mayDo(who, of) ? (also ? '○' : '●') : '';
    });
    return line([`${may}${owner}${also ? `; *${also}*` : ''}`, ...marks]);
  });
  return `# Who may do what

Printed from \`core/identity/permissions/\` by \`node scripts/run.mjs scripts/permissions.ts\`; a test fails where it differs. A person acts as themself; each other column acts for an enterprise with that one role. ● may; ○ may, if what stands in italics holds too.

${line(['May', ...COLUMNS.map(([head]) => head)])}
${line(['---', ...COLUMNS.map(() => ':-:')])}
${rows.join('\n')}

## Roles

${ROLES.map((role) => `- \`${role}\` ${ROLE_NOTES[role]}`).join('\n')}
`;
}
