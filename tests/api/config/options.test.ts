import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getPlatformOptions,
  getSystemOption,
  listBannedScreenshots,
  listInterfaceSettings,
  listMenuEntries,
  listOptionRecords,
  listWatermarks,
  saveLimits,
  saveMenuEntry,
  saveSystemOption,
  saveWatermark,
} from '#core/config/calls.ts';
import { OPEN_LIMIT_NAMES, STANDARD_LIMITS } from '#core/config/limits.ts';
import { NO_MENU_CHANGE } from '#core/config/menu-changes.ts';
import { STANDARD_OPTION } from '#core/config/system-option.ts';
import { NEW_WATERMARK } from '#core/config/watermark.ts';
import { userMenus } from '#core/identity/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { participant } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_B,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  OPERATOR_A,
  PLATFORM,
  personSigner,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

let platform: ApiClient;
const visitor = () => new ApiClient(product().baseUrl);
const options = () => platform.call(getPlatformOptions, {});

beforeAll(async () => {
  platform = await signedIn(PLATFORM);
});
// whatever a test failed at, the product is left as others expect it
afterAll(async () => {
  const { option, watermark, limits } = await options();
  await platform.call(saveSystemOption, { value: STANDARD_OPTION, version: option.version });
  await platform.call(saveWatermark, { value: null, version: watermark.version });
  await platform.call(saveLimits, { value: STANDARD_LIMITS, version: limits.version });
});

describe('[3.24b] options of the system', () => {
  it('[7.11g] [2.1f] are set by the platform, seen by all, and named in the server’s page', async () => {
    const value = {
      ...STANDARD_OPTION,
      systemName: '示例签章平台',
      gbState: 'ENABLE' as const,
      handWritImg: 'TABLET' as const,
    };
    const { option } = await options();
    await platform.call(saveSystemOption, { value, version: option.version });
    expect(await visitor().call(getSystemOption, { systemType: 'ACTION' })).toEqual(value);
    for (const path of [
      '/login',
      '/loginOld',
      '/register',
      '/forgotPassword',
      '/passwordResult/success/forgot',
    ]) {
      const page = await (await fetch(`${product().baseUrl}${path}`)).text();
      expect(page, path).toMatch(/<title>([^<]+ · )?示例签章平台<\/title>/);
      // beside the logo, too
      expect(page, path).toMatch(/<span[^>]*>示例签章平台<\/span>/);
    }
  });

  it('of two changes at once the second is refused, and nothing of it is kept', async () => {
    const { option } = await options();
    const change = (systemName: string) =>
      platform.envelope(saveSystemOption, {
        value: { ...STANDARD_OPTION, systemName },
        version: option.version,
      });
    const codes = [(await change('第一个')).code, (await change('第二个')).code];
    expect(codes).toEqual([200, 409000]);
    expect((await visitor().call(getSystemOption, {})).systemName).toBe('第一个');
  });

  it.each([
    ['a name too long', { systemName: '长'.repeat(31) }],
    ['a name with a tag', { systemName: '<img src=x>' }],
    ['a logo that is no picture', { headerLogo: 'data:text/html;base64,PHNjcmlwdD4=' }],
    ['a logo elsewhere', { headerLogo: 'https://evil.example/logo.png' }],
    ['a picture that scripts', { headerLogo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['a switch that is neither on nor off', { gbState: 'MAYBE' }],
  ])('refuses %s', async (_, wrong) => {
    const { option } = await options();
    const input = { value: { ...STANDARD_OPTION, ...wrong }, version: option.version };
    expect((await platform.envelope(saveSystemOption, input)).code).toBe(400000);
  });
});

describe('[3.24a] the watermark over pages', () => {
  it('[7.11h] [7.11i] [9.25] [9.35c] is absent until set, then the same for all signed-in people', async () => {
    const person = await signedIn(INDIVIDUAL);
    const { watermark } = await options();
    await platform.call(saveWatermark, { value: null, version: watermark.version });
    const value = {
      ...NEW_WATERMARK,
      watermarkType: 3 as const,
      watermarkContent: '内部资料',
      banscreenshotsFlag: true,
    };
    const { version } = (await options()).watermark;
    await platform.call(saveWatermark, { value, version });
    expect(await person.call(listWatermarks, {})).toEqual([value]);
    expect(await person.call(listBannedScreenshots, {})).toEqual([{ banscreenshotsFlag: true }]);
    expect((await visitor().envelope(listWatermarks, {})).code).toBe(70000401);
  });

  it.each([
    ['its own text missing', { watermarkType: 3, watermarkContent: '  ' }],
    ['a fourth type', { watermarkType: 4 }],
    ['more than transparent', { transparency: 101 }],
    ['a size that is not offered', { fontSize: 13 }],
    ['upside down', { gradient: 91 }],
    ['a font of its own', { font: 'x"; background: url(//evil.example)' }],
  ])('refuses one with %s', async (_, wrong) => {
    const { watermark } = await options();
    const input = { value: { ...NEW_WATERMARK, ...wrong }, version: watermark.version };
    expect((await platform.envelope(saveWatermark, input)).code).toBe(400000);
  });
});

describe('limits', () => {
  it('[7.11j] [5.11g] changed by the platform apply to all later requests', async () => {
    const { limits } = await options();
    const value = { ...STANDARD_LIMITS, fileBytes: 1024 * 1024, deadlineDays: 30, filesPerTask: 1 };
    await platform.call(saveLimits, { value, version: limits.version });
    const member = await companyA();
    const told = await member.call(listInterfaceSettings, {});
    expect(told.map(({ name }) => name)).toEqual(OPEN_LIMIT_NAMES);
    expect(told).toContainEqual({ name: 'deadlineDays', value: 30 });
    const large = new Uint8Array(1024 * 1024 + 1);
    large.set(await twoPages());
    const refused = await member
      .upload(large)
      .catch((error: { envelope: { code: number } }) => error.envelope.code);
    expect(refused).toBe(460004);
    const one = await taskToSend(member, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const [file] = one.planSendDocumentVOList;
    const more = { ...file!, documentId: newKey(), fileName: '附件.pdf' };
    const two = { ...one, planSendDocumentVOList: [file!, more] };
    expect((await member.envelope(sendTask, two)).fields).toEqual([
      expect.objectContaining({ path: 'planSendDocumentVOList', problem: 'tooManyDocuments' }),
    ]);
    expect((await member.envelope(sendTask, one)).code).toBe(200);
  });

  it('[9.34] years of contracts in the lists, and signers of a task, are as the platform set', async () => {
    const boss = await newPerson();
    const own = await signedIn(boss, await newCompany(boss));
    const signers = [ADMIN_B, INDIVIDUAL, OPERATOR_A].map((one) => personSigner(one));
    const { planId: taskId } = await own.call(sendTask, await taskToSend(own, signers.slice(0, 2)));
    const sentAt = new Date().setUTCFullYear(new Date().getUTCFullYear() - 2);
    await database().update(participant).set({ sentAt }).where(eq(participant.taskId, taskId));
    const listed = async () => (await own.call(listTasks, { box: 'startWithMe' })).total;
    expect(await listed()).toBe(1);
    const three = await taskToSend(own, signers);
    const { limits } = await options();
    const value = { ...STANDARD_LIMITS, dataFilterYears: 1, signersPerTask: 2 };
    await platform.call(saveLimits, { value, version: limits.version });
    expect(await listed()).toBe(0);
    expect((await own.envelope(sendTask, three)).fields).toEqual([
      { path: 'planSendSignatoryOrderVOList', problem: 'tooManySigners' },
    ]);
    const again = (await options()).limits;
    await platform.call(saveLimits, { value: STANDARD_LIMITS, version: again.version });
    expect((await own.envelope(sendTask, three)).code).toBe(200);
  });

  it('[9.35k] the fewest pages of cross-page and other seals are a setting that counts at once', async () => {
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const ranged = (kind: 'CROSS_PAGE' | 'ENT_SEAL') => ({
      ...plan,
      placementList: plan.placementList.map((p) => ({ ...p, kind, page: 1, toPage: 2 })),
    });
    const { limits } = await options();
    const value = { ...STANDARD_LIMITS, crossPageMinimum: 3 };
    await platform.call(saveLimits, { value, version: limits.version });
    for (const [kind, problem] of [
      ['CROSS_PAGE', 'crossPageTooFewPages'],
      ['ENT_SEAL', 'rangeTooFewPages'],
    ] as const)
      expect((await client.envelope(sendTask, ranged(kind))).fields).toContainEqual({
        path: 'placementList.0',
        problem,
      });
    const again = (await options()).limits;
    await platform.call(saveLimits, { value: STANDARD_LIMITS, version: again.version });
    expect((await client.envelope(sendTask, ranged('CROSS_PAGE'))).code).toBe(200);
  });

  it('are never more than the product is built for', async () => {
    const { limits } = await options();
    for (const wrong of [
      { fileBytes: 1024 ** 3 },
      { filesPerTask: 0 },
      { deadlineDays: 1.5 },
      { signersPerTask: '9' },
    ]) {
      const input = { value: { ...STANDARD_LIMITS, ...wrong }, version: limits.version };
      expect((await platform.envelope(saveLimits, input)).code).toBe(400000);
    }
  });
});

describe('the menu', () => {
  it('[2.13g] the platform hides, renames and moves entries; their routes and rights stay', async () => {
    const change = async (name: string, to: typeof NO_MENU_CHANGE) => {
      const { version } = await platform.call(listMenuEntries, {});
      await platform.call(saveMenuEntry, { name, change: to, version });
    };
    const person = await signedIn(INDIVIDUAL);
    const before = (await person.call(userMenus, {})).map(({ name }) => name);
    await change('verifyService', {
      hidden: true,
      order: 0,
      titles: { ...NO_MENU_CHANGE.titles, 'zh-CN': '文件验签' },
    });
    const after = await person.call(userMenus, {});
    expect(after[0]).toMatchObject({
      name: 'verifyService',
      title: '文件验签',
      isWhite: true,
      path: '/verifyService',
    });
    expect(after.map(({ name }) => name).sort()).toEqual([...before].sort());
    await change('verifyService', NO_MENU_CHANGE);
    expect((await person.call(userMenus, {})).map(({ name }) => name)).toEqual(before);
  });

  it('an entry that nobody knows is not found, and what must stay in reach stays', async () => {
    const { version } = await platform.call(listMenuEntries, {});
    const unknown = { name: 'nothing', change: NO_MENU_CHANGE, version };
    expect((await platform.envelope(saveMenuEntry, unknown)).code).toBe(404000);
    const polluted = { name: '__proto__', change: NO_MENU_CHANGE, version };
    expect((await platform.envelope(saveMenuEntry, polluted)).code).toBe(404000);
    await platform.call(saveMenuEntry, {
      name: 'platformOptions',
      change: { ...NO_MENU_CHANGE, hidden: true },
      version,
    });
    const all = (await platform.call(userMenus, {})).flatMap((item) => [item, ...item.children]);
    expect(all.find(({ name }) => name === 'platformOptions')?.isWhite).toBe(false);
    const now = await platform.call(listMenuEntries, {});
    await platform.call(saveMenuEntry, {
      name: 'platformOptions',
      change: NO_MENU_CHANGE,
      version: now.version,
    });
  });
});

it('[6.1] every change of a setting is kept, with who made it and what it was', async () => {
  const { option } = await options();
  await platform.call(saveSystemOption, {
    value: { ...STANDARD_OPTION, systemName: '记录之前' },
    version: option.version,
  });
  const { version } = (await options()).option;
  await platform.call(saveSystemOption, { value: { ...STANDARD_OPTION, systemName: '记录之后' }, version });
  const { records, total } = await platform.call(listOptionRecords, { current: 1, size: 10 });
  expect(records[0]).toMatchObject({
    operator: PLATFORM.realName,
    action: 'OPTION_CHANGED',
    remark: 'systemName: 记录之前 → 记录之后',
  });
  expect(total).toBeGreaterThanOrEqual(2);
});
