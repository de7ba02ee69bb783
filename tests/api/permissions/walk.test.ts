import { beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#core/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { IDENTITIES, type Identity } from '#tests/fixtures/identities.ts';
import { disable, leave, openSeeder, type Seeder } from '#tests/fixtures/seed-identities.ts';
import { codeOf, walkPermissions } from '#tests/fixtures/walk-permissions.ts';
import { product } from '#tests/product.ts';

let seeder: Seeder;
beforeAll(() => {
  seeder = openSeeder(product());
});

const someone = (name: string, entId = ''): Identity => ({
  ...IDENTITIES.find((one) => one.name === 'person OUTSIDE')!,
  name,
  entId,
  roles: entId ? ['ENT_ADMIN'] : [],
});

describe('[6.9] the running product', () => {
  it('[6.1] lets those whom it names make every call, of all roles and owners, and nobody else', async () => {
    const walk = await walkPermissions(product().baseUrl, seeder);
    console.log(
      `permissions: ${walk.pairs} pairs of ${walk.calls} calls and ${walk.identities} identities tried in ${(walk.ms / 1000).toFixed(1)} s`,
    );
    expect(walk.problems.join('\n')).toBe('');
    expect(walk.pairs).toBe(allCalls().length * IDENTITIES.length);
  });

  it('[8.1c] answers each kind of invalid token with a code that ends the session, in all calls', async () => {
    const left = someone('one who left', 'wkentoutside');
    const disabled = someone('one who is disabled');
    const tokens: [code: number, token: string][] = [
      [ERROR_CODES.SESSION_INVALID, 'forged.token..of.nobody'],
      [ERROR_CODES.SESSION_EXPIRED, await seeder.tokenOf(someone('one too late'), { tokenMs: -1_000 })],
      [
        ERROR_CODES.SESSION_EXPIRED,
        await seeder.tokenOf(someone('one whose session ended'), { sessionMs: -1 }),
      ],
      [ERROR_CODES.SESSION_REPLACED, await seeder.tokenOf(left)],
      [ERROR_CODES.SESSION_LOCKED, await seeder.tokenOf(disabled)],
    ];
    await leave(seeder, left);
    await disable(seeder, disabled);
    const problems: string[] = [];
    const closed = allCalls().filter(
      ({ access }) => access.actor !== 'anyone' && access.actor !== 'internal',
    );
    await Promise.all(
      tokens.map(async ([expected, token]) => {
        for (const call of closed) {
          const code = await codeOf(product().baseUrl, call, token);
          if (code !== expected) problems.push(`${call.id} answered ${code}, not ${expected}`);
        }
      }),
    );
    console.log(`permissions: ${tokens.length * closed.length} pairs of call and worthless token tried`);
    expect(problems.join('\n')).toBe('');
  });

  it('[6.4b] takes no enterprise from a header: Ent-Id beside a person’s token changes nothing', async () => {
    const token = await seeder.tokenOf(someone('one who forges'));
    const problems: string[] = [];
    for (const call of allCalls().filter(({ access }) => access.actor === 'enterprise')) {
      const code = await codeOf(product().baseUrl, call, token, { 'Ent-Id': 'wkentoutside' });
      if (code !== ERROR_CODES.SWITCH_TO_ENTERPRISE) problems.push(`${call.id} answered ${code}`);
    }
    expect(problems.join('\n')).toBe('');
  });
});
