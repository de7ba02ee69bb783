import { describe, expect, it } from 'vitest';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS } from '#core/company/states.ts';
import { getLoggedUserInfo, requestToken, userMenus } from '#core/identity/calls.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { addMember, newCompany, newPerson, setCompany } from '../../fixtures/people.ts';

describe('switching identity', () => {
  it('[4.18a] [6.4b] only an enterprise that is ENABLE and AUTH can be switched into', async () => {
    const person = await newPerson();
    const ent = await newCompany(person);
    for (const businessStatus of ENTERPRISE_BUSINESS)
      for (const authStatus of ENTERPRISE_AUTH) {
        await setCompany(ent, { businessStatus, authStatus });
        const client = await signedIn(person);
        const answer = await refusal(client, requestToken, {
          grant_type: 'refresh_token',
          refresh_token: client.session!.refreshToken,
          switch_to: ent.id,
        });
        const expected =
          businessStatus !== 'ENABLE'
            ? 'ENTERPRISE_NOT_ENABLED'
            : authStatus === 'AUTH'
              ? 'OK'
              : 'ENTERPRISE_NOT_AUTHENTICATED';
        expect(answer, `${businessStatus} ${authStatus}`).toBe(expected);
      }
  });

  it.each([
    ['zh-CN', '尚未启用', '尚未认证'],
    ['zh-TW', '尚未啟用', '尚未認證'],
    ['en-US', 'not enabled', 'not authenticated'],
  ])('[8.19a] [8.19b] says which of the two it is, in %s', async (language, enabled, authenticated) => {
    const person = await newPerson();
    const client = await signedIn(person);
    client.language = language;
    const say = async (change: Parameters<typeof newCompany>[1]) => {
      const ent = await newCompany(person, change);
      const input = {
        grant_type: 'refresh_token',
        refresh_token: client.session!.refreshToken,
        switch_to: ent.id,
      };
      return (await client.envelope(requestToken, input)).message;
    };
    expect(await say({ businessStatus: 'DISABLE' })).toContain(enabled);
    expect(await say({ authStatus: 'UNAUTH' })).toContain(authenticated);
  });

  it('[4.18b] the refresh token is exchanged for one of the enterprise, and back to the person', async () => {
    const person = await newPerson();
    const ent = await newCompany(person);
    const client = await signedIn(person);
    const before = client.session!;
    await client.switchTo(ent.id);
    expect(client.session).toMatchObject({ entId: ent.id, userId: person.id });
    expect(client.session!.refreshToken).not.toBe(before.refreshToken);
    const me = await client.call(getLoggedUserInfo, {});
    expect(me.activeUser).toMatchObject({ type: 'ent', id: ent.id, name: ent.name });
    expect(me.loginUser.switchUser).toBe(true);
    expect((await client.call(userMenus, {})).map((m) => m.name)).toContain('companyControl');
    await client.switchTo('');
    expect((await client.call(getLoggedUserInfo, {})).activeUser).toMatchObject({
      type: 'person',
      id: person.id,
    });
    expect((await client.call(userMenus, {})).map((m) => m.name)).not.toContain('companyControl');
  });

  it('strangers, former members and invalid IDs cannot switch', async () => {
    const [boss, stranger] = [await newPerson(), await newPerson()];
    const ent = await newCompany(boss);
    const client = await signedIn(stranger);
    for (const switch_to of [ent.id, 'nobodyknowsit', `${ent.id}' or 1=1`]) {
      const input = {
        grant_type: 'refresh_token' as const,
        refresh_token: client.session!.refreshToken,
        switch_to,
      };
      expect(['NO_PERMISSION', 'INPUT_INVALID']).toContain(await refusal(client, requestToken, input));
    }
  });

  it('an enterprise disabled in the middle of a switch is not switched into', async () => {
    const person = await newPerson();
    const ent = await newCompany(person);
    await addMember(ent, await newPerson(), ['EMPLOYEE']);
    const clients = await Promise.all(Array.from({ length: 6 }, () => signedIn(person)));
    const attempts = clients.map((client) =>
      client.switchTo(ent.id).then(
        () => client,
        () => null,
      ),
    );
    await setCompany(ent, { businessStatus: 'DISABLE' });
    const inside = (await Promise.all(attempts)).filter((client) => client !== null);
    // Whoever was quicker is out again with the next call that looks: no session acts for a disabled enterprise.
    await expect
      .poll(() => Promise.all(inside.map((client) => refusal(client, userMenus, {}))))
      .toEqual(inside.map(() => 'SESSION_REPLACED'));
    for (const client of await Promise.all([signedIn(person), signedIn(person)]))
      await expect(client.switchTo(ent.id)).rejects.toThrow('尚未启用');
  });
});
