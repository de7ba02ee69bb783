import { describe, expect, it } from 'vitest';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS } from '#core/company/states.ts';
import { getLoggedUserInfo, listMyEnterprises, type MenuItem, userMenus } from '#core/identity/calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { department } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { enterpriseSigner, newKey, personSigner, seenIn, taskToSend } from '../../fixtures/contracts.ts';
import { addMember, database, newCompany, newPerson, type Person } from '../../fixtures/people.ts';
import { product } from '../../product.ts';

/** The answer to a GET of an address as it stands in the specification, made with nothing but the token. */
async function answerTo(client: ApiClient, path: string) {
  const headers = { 'X-Token': client.session!.accessToken, 'Accept-Language': 'zh-CN' };
  const response = await fetch(`${product().baseUrl}/ecapi${path}?time=${Date.now()}`, { headers });
  return (await response.json()) as { code: number; data: unknown };
}

describe('who is signed in', () => {
  it('[7.6e] [3.21c] [3.21d] [3.21e] getLoggedUserInfo returns login, identity and person data', async () => {
    const person = await newPerson({ ownerType: 'INSIDE' });
    const company = await newCompany(person);
    const client = await signedIn(person);
    const masked = `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`;
    const extended = {
      account: person.loginName,
      id: person.id,
      name: person.name,
      photo: '',
      perPhone: masked,
      personalAuthStatus: 'AUTH',
      userOwnerType: 'INSIDE',
    };
    const loginUser = { userId: person.id, username: person.loginName, name: person.name };

    // the refresh token of who logged in is held once, with the access token that it belongs to
    const { refreshToken, ...session } = client.session!;
    expect(session).toMatchObject({ ...loginUser, entId: '' });
    expect(refreshToken).not.toBe('');
    expect(await answerTo(client, '/getLoggedUserInfo')).toMatchObject({
      code: 200,
      data: {
        loginUser: { ...loginUser, entId: '', switchUser: false },
        activeUser: {
          id: person.id,
          name: person.name,
          type: 'person',
          authStatus: 'AUTH',
          personalAuthStatus: 'AUTH',
          empType: '',
          nodeType: '',
          certTypeId: '',
          entName: '',
          userOwnerType: 'INSIDE',
        },
        person: extended,
      },
    });

    await client.switchTo(company.id);
    expect(client.session).toMatchObject({ ...loginUser, entId: company.id });
    expect(client.session!.refreshToken).not.toBe(refreshToken);
    expect(await answerTo(client, '/getLoggedUserInfo')).toMatchObject({
      code: 200,
      data: {
        loginUser: { ...loginUser, entId: company.id, switchUser: true },
        activeUser: {
          id: company.id,
          name: company.name,
          type: 'ent',
          authStatus: 'AUTH',
          personalAuthStatus: 'AUTH',
          empType: '',
          nodeType: 'ENTERPRISE-ENTERPRISE',
          certTypeId: '',
          entName: company.name,
          userOwnerType: 'OUTSIDE',
        },
        person: extended,
      },
    });
  });

  it('[7.6f] GET /cb/assemble/usercenter/userRegister/userMenus returns the menu of the identity', async () => {
    const person = await newPerson();
    const company = await newCompany(person);
    const client = await signedIn(person);
    const names = async () => {
      const { code, data } = await answerTo(client, '/cb/assemble/usercenter/userRegister/userMenus');
      expect(code).toBe(200);
      return (data as { name: string }[]).map(({ name }) => name);
    };
    const own = await names();
    expect(own).toContain('account');
    expect(own).not.toContain('companyControl');
    await client.switchTo(company.id);
    const theirs = await names();
    expect(theirs).toContain('companyControl');
    expect(theirs).not.toContain('account');
  });

  it('[6.6a] [6.6b] [6.6g] buttons for template roles and fields come with the business edition', async () => {
    const person = await newPerson();
    const client = await signedIn(person);
    const buttons = async (isBiz: boolean) => {
      await client.switchTo((await newCompany(person, { isBiz })).id);
      const all = (items: readonly MenuItem[]): MenuItem[] =>
        items.flatMap((item) => [item, ...all(item.children)]);
      return all(await client.call(userMenus, {})).flatMap(({ name, type }) =>
        type === 'BUTTON' && name.startsWith('front_template') ? [name] : [],
      );
    };
    expect(await buttons(false)).toEqual([]);
    expect(await buttons(true)).toEqual([
      'front_templateRole_add',
      'front_templateRole_edit',
      'front_templateRole_delete',
      'front_templateField_add',
      'front_templateField_edit',
      'front_templateField_delete',
    ]);
  });

  it('[1.1b] signed-in people are internal or external; acting for an enterprise, by its type', async () => {
    const [inside, outside] = [await newPerson({ ownerType: 'INSIDE' }), await newPerson()];
    const [own, other] = [
      await newCompany(outside, { ownerType: 'INSIDE' }),
      await newCompany(inside, { ownerType: 'OUTSIDE' }),
    ];
    const kinds = async (client: ApiClient) => {
      const { activeUser, person } = await client.call(getLoggedUserInfo, {});
      return [activeUser.userOwnerType, person.userOwnerType];
    };
    expect(await kinds(await signedIn(inside))).toEqual(['INSIDE', 'INSIDE']);
    expect(await kinds(await signedIn(outside))).toEqual(['OUTSIDE', 'OUTSIDE']);
    expect(await kinds(await signedIn(outside, own))).toEqual(['INSIDE', 'OUTSIDE']);
    expect(await kinds(await signedIn(inside, other))).toEqual(['OUTSIDE', 'INSIDE']);
  });

  it('[6.6e] the kind of owner comes from the session: what a request says of it gives no entry', async () => {
    const inside = await signedIn(await newPerson({ ownerType: 'INSIDE' }));
    const path = '/cb/assemble/usercenter/userRegister/userMenus';
    const headers = { 'X-Token': inside.session!.accessToken, 'Owner-Type': 'OUTSIDE' };
    const asked = await fetch(`${product().baseUrl}/ecapi${path}?ownerType=OUTSIDE&userOwnerType=OUTSIDE`, {
      headers,
    });
    const text = await asked.text();
    expect(text).toContain('home_personal_auth');
    expect(text).not.toContain('home_join_enterprise');
    const outside = await signedIn(await newPerson({ ownerType: 'OUTSIDE' }));
    expect(JSON.stringify(await outside.call(userMenus, {}))).toContain('home_join_enterprise');
  });

  it('[3.22a] [7.12e] a listed enterprise says kind, department tree, state and what waits there', async () => {
    const person = await newPerson();
    const made = [];
    for (const businessStatus of ENTERPRISE_BUSINESS)
      for (const authStatus of ENTERPRISE_AUTH) {
        const { id, name } = await newCompany(person, { businessStatus, authStatus });
        const node = { isBiz: businessStatus === 'ENABLE', isAuth: authStatus === 'AUTH', userTodoPlans: 0 };
        const [sales, east, law, gone] = [1, 2, 3, 4].map((n) => `d${n}${id}`.slice(0, 24));
        const rows = [
          { id: law!, parentId: '', name: '法务部', position: 1 },
          { id: sales!, parentId: '', name: '销售部', position: 2 },
          { id: east!, parentId: sales!, name: '华东组', position: 1 },
          { id: gone!, parentId: '', name: '已撤销', position: 3, closedAt: 1 },
        ];
        await database()
          .insert(department)
          .values(rows.map((row) => ({ ...row, enterpriseId: id, createdAt: 1 })));
        const part = { ...node, entType: 'DEPTMENT', childNodes: [] };
        made.push({
          ...node,
          id,
          name,
          entType: 'ENTERPRISE-ENTERPRISE',
          childNodes: [
            { ...part, id: law, name: '法务部' },
            { ...part, id: sales, name: '销售部', childNodes: [{ ...part, id: east, name: '华东组' }] },
          ],
        });
      }
    // Two contracts wait for the person themselves, and one for them as the operator of an enterprise.
    const sender = await newPerson();
    const admin = await signedIn(sender, await newCompany(sender));
    const own = { realName: person.name, mobile: person.mobile };
    const working = made.find(({ isBiz, isAuth }) => isBiz && isAuth)!;
    for (const signer of [personSigner(own), personSigner(own), enterpriseSigner(working, own)])
      await admin.call(sendTask, await taskToSend(admin, [signer]));
    working.userTodoPlans = 1;
    const { resList, userTodoPlans } = await (await signedIn(person)).call(listMyEnterprises, {
      current: 1,
      size: 10_000,
    });
    expect(userTodoPlans).toBe(2);
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect(resList.toSorted(byId)).toEqual(made.toSorted(byId));
  });
});

it('[6.4a] [8.4a] [8.4b] starting a task needs an enterprise to act for and one’s real name', async () => {
  const said = async (person: Person, acting: boolean) => {
    const company = await newCompany(person);
    const member = await signedIn(person, company);
    const plan = await taskToSend(member, [
      enterpriseSigner(company, { realName: person.name, mobile: person.mobile }),
    ]);
    const { code, message } = await (acting ? member : await signedIn(person)).envelope(sendTask, plan);
    return `${code} ${message}`;
  };
  const known = await newPerson();
  for (const personalAuthStatus of ['UNAUTH', 'REVOKE'] as const)
    expect(await said(await newPerson({ personalAuthStatus }), true)).toBe('403005 请先完成实名认证。');
  expect(await said(known, false)).toBe('403004 请先切换到企业账号再操作。');
  expect(await said(known, true)).toBe('200 ');
});

// language, that they may not sign, whom to ask
const WORDS = [
  ['zh-CN', '您在当前企业没有签署权限', '请联系企业管理员'],
  ['zh-TW', '您在目前企業沒有簽署權限', '請聯絡企業管理員'],
  ['en-US', 'no signing permission in the current enterprise', 'Contact its administrator'],
] as const;

describe('a member who is not the signer', () => {
  it.each(WORDS)(
    '[6.8b] [6.8c] [8.5b] is told in %s that they may not sign for it, and whom to ask',
    async (language, none, ask) => {
      const [boss, colleague] = [await newPerson(), await newPerson()];
      const company = await newCompany(boss);
      await addMember(company, colleague, ['BUSINESS_ADMIN']);
      const sender = await signedIn(boss, company);
      const signers = [enterpriseSigner(company, { realName: boss.name, mobile: boss.mobile })];
      const { planId: taskId } = await sender.call(sendTask, await taskToSend(sender, signers));
      const client = await signedIn(colleague, company);
      // they see the task, and only signing it is not theirs
      expect((await client.call(getTask, { planId: taskId })).planId).toBe(taskId);
      client.language = language;
      const answer = await client.envelope(signTask, {
        planId: taskId,
        seen: await seenIn(client, taskId),
        consent: { method: 'PASSWORD', password: await client.seal('246810') },
        fillings: [{ placementId: newKey(), sealId: newKey() }],
      });
      expect(answer.code).toBe(403001);
      expect(answer.message).toContain(none);
      expect(answer.message).toContain(ask);
    },
  );
});
