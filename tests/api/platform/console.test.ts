import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getLoggedUserInfo, requestToken, sendAuthCode } from '#core/identity/calls.ts';
import {
  askRecertification,
  changePersonMobile,
  decideReview,
  endPersonSessions,
  getReview,
  listAudit,
  listPlatformEnterprises,
  listReviews,
  switchEnterprise,
} from '#core/platform/calls.ts';
import { getImage, queryPersonInfo } from '#core/realname/calls.ts';
import {
  listEntAuth,
  saveEntDraft,
  startEntAuth,
  submitEntReview,
  withdrawEntAuth,
} from '#core/realname/enterprise-calls.ts';
import { PERSON_PHOTOS } from '#core/realname/photos.ts';
import { submitManualReview } from '#core/realname/submit-calls.ts';
import { enterprise } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, PLATFORM } from '#tests/fixtures/contracts.ts';
import {
  auditPhotos,
  handPhoto,
  openDraft,
  realPerson,
  wholeDraft,
} from '#tests/fixtures/enterprise-drafts.ts';
import { codeSentTo, sentMessage, sentNotices } from '#tests/fixtures/messages.ts';
import { newMobile as nextMobile } from '#tests/fixtures/new-number.ts';
import { type SignedInPerson, unverifiedPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { database } from '#tests/fixtures/product-database.ts';

import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { loggedIn, refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const platform = () => signedIn(PLATFORM);
/** Another administrator of the platform. */
const another = () => unverifiedPerson({ platformAdmin: true, name: '第二审核', personalAuthStatus: 'AUTH' });

/** Somebody whose papers wait for a review. */
async function applicant(form: { realName?: string; idNumber?: string } = {}) {
  const person = await unverifiedPerson();
  const photos: string[] = [];
  for (const kind of PERSON_PHOTOS) photos.push(await handPhoto(person, kind));
  const { applicationId } = await person.client.call(submitManualReview, {
    person: { realName: '孙待审', idType: 'RESIDENT_ID', idNumber: newResidentId(), ...form },
    photos,
  });
  return { person, applicationId, photos };
}

async function entApplicant() {
  const person = await realPerson();
  const draft = await wholeDraft(person);
  const applicationId = await openDraft(person, { ...draft, photos: await auditPhotos(person) });
  const { entId } = await person.client.call(submitEntReview, { applicationId });
  return { person, draft, applicationId, entId };
}

async function decide(client: ApiClient, applicationId: string, pass: boolean, reason = '') {
  const { version } = await client.call(getReview, { applicationId });
  return client.envelope(decideReview, { applicationId, version, pass, reason });
}

const statusOf = async (person: SignedInPerson) =>
  (await person.client.call(queryPersonInfo, { id: person.id })).authStatus;
const noticesOf = async (client: ApiClient) =>
  (await sentNotices(client, { normalMessageCategory: 'system' })).records.map((one) => one.subject);

describe('the review of a person', () => {
  it('[6.1] shows data and pictures, passes it, notifies the person; each access is recorded', async () => {
    const idNumber = newResidentId();
    const { person, applicationId, photos } = await applicant({ realName: '𫖯·孙', idNumber });
    const client = await platform();
    const list = await client.call(listReviews, {
      subject: 'PERSON',
      state: 'REVIEWING',
      size: 50,
      name: '𫖯·孙',
    });
    expect(list.records.map((row) => [row.applicationId, row.name])).toContainEqual([applicationId, '**孙']);
    const review = await client.call(getReview, { applicationId });
    expect(review.fields).toEqual([
      { name: 'person.realName', value: '𫖯·孙' },
      { name: 'person.idType', value: 'RESIDENT_ID' },
      { name: 'person.idNumber', value: idNumber },
    ]);
    expect(review.photos.map((photo) => photo.imageId).sort()).toEqual([...photos].sort());
    await client.download(getImage, { imageId: photos[0]! });
    expect((await decide(client, applicationId, true)).code).toBe(200);
    expect(await statusOf(person)).toBe('AUTH');
    expect((await person.client.call(getLoggedUserInfo, {})).person.name).toBe('𫖯·孙');
    await expect.poll(() => noticesOf(person.client)).toContain('您的实名认证已通过。');
    const { records } = await client.call(listAudit, { size: 50 });
    const lines = records.filter((line) => [applicationId, photos[0]].includes(line.targetId));
    expect(lines.map((line) => line.action).sort()).toEqual([
      'APPLICATION_OPENED',
      'APPLICATION_OPENED',
      'PERSON_PASSED',
      'PHOTO_VIEWED',
    ]);
    expect(JSON.stringify(records)).not.toContain(idNumber);
  });

  it('rejects with a reason that the person reads, and they may try again', async () => {
    const { person, applicationId } = await applicant();
    const client = await platform();
    expect((await decide(client, applicationId, false)).code).toBe(400000);
    expect((await decide(client, applicationId, false, '照片不清晰 <b>')).code).toBe(200);
    const info = await person.client.call(queryPersonInfo, { id: person.id });
    expect(info).toMatchObject({
      authStatus: 'UNAUTH',
      application: { state: 'REJECTED', reason: '照片不清晰 <b>' },
    });
    await expect.poll(() => noticesOf(person.client)).toContain('您的实名认证未通过，原因：照片不清晰 <b>');
  });

  it('by two reviewers at once has one result, and the second gets a clear answer', async () => {
    const { person, applicationId } = await applicant();
    const [one, other] = [await platform(), (await another()).client];
    const { version } = await one.call(getReview, { applicationId });
    const answers = await Promise.all([
      one.envelope(decideReview, { applicationId, version, pass: true }),
      other.envelope(decideReview, { applicationId, version, pass: false, reason: '不清晰' }),
    ]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409066]);
    expect(answers.find((answer) => answer.code !== 200)!.message).toBe(
      '该申请刚刚已由其他审核人员处理，请刷新查看结果。',
    );
    expect(await statusOf(person)).toBe(answers[0]!.code === 200 ? 'AUTH' : 'UNAUTH');
    const late = await one.envelope(decideReview, { applicationId, version, pass: true });
    expect(late.code).toBe(409066);
  });

  it('of a number that became somebody else’s meanwhile is rejected without telling whose', async () => {
    const idNumber = newResidentId();
    const [first, second] = [await applicant({ idNumber }), await applicant({ idNumber })];
    const client = await platform();
    expect((await decide(client, first.applicationId, true)).code).toBe(200);
    const refused = await decide(client, second.applicationId, true);
    expect(refused.code).toBe(409060);
    expect([await statusOf(first.person), await statusOf(second.person)]).toEqual(['AUTH', 'UNAUTH']);
  });

  it('is for the platform only, and nobody decides on their own application', async () => {
    const { person, applicationId } = await applicant();
    const outsiders = [person.client, await companyA()];
    for (const client of outsiders) {
      expect((await client.envelope(listReviews, { subject: 'PERSON' })).code).toBe(403000);
      expect((await client.envelope(getReview, { applicationId })).code).toBe(403000);
      expect((await client.envelope(listAudit, {})).code).toBe(403000);
      expect((await client.envelope(decideReview, { applicationId, version: 1, pass: true })).code).toBe(
        403000,
      );
    }
    const reviewer = await unverifiedPerson({ platformAdmin: true });
    const photos: string[] = [];
    for (const kind of PERSON_PHOTOS) photos.push(await handPhoto(reviewer, kind));
    const own = await reviewer.client.call(submitManualReview, {
      person: { realName: '自审', idType: 'RESIDENT_ID', idNumber: newResidentId() },
      photos,
    });
    const opened = await reviewer.client.call(getReview, { applicationId: own.applicationId });
    expect(opened.warnings).toEqual(['OWN']);
    const refused = await reviewer.client.envelope(decideReview, {
      applicationId: own.applicationId,
      version: opened.version,
      pass: true,
    });
    expect(refused.code).toBe(403000);
  });
});

describe('the review of an enterprise', () => {
  it('[2.21b] [4.8b] [6.1] passes it with what was filled in, and its applicant administers it', async () => {
    const { person, draft, applicationId, entId } = await entApplicant();
    const [waiting] = await database().select().from(enterprise).where(eq(enterprise.id, entId));
    expect(waiting).toMatchObject({ authStatus: 'AUTHING', businessStatus: 'PENDING_REVIEW' });
    const client = await platform();
    const review = await client.call(getReview, { applicationId });
    const value = (name: string) => review.fields.find((field) => field.name === name)?.value;
    expect([value('unit.entName'), value('legal.legalIdNumber'), value('unit.district')]).toEqual([
      draft.unit.entName,
      draft.legal.legalIdNumber,
      '朝阳区',
    ]);
    expect(review.photos.map((photo) => photo.kind).sort()).toEqual([
      'AUDIT_BACK',
      'AUDIT_FRONT',
      'AUDIT_HELD',
      'AUDIT_LETTER',
      'LEGAL_BACK',
      'LEGAL_FRONT',
      'LICENCE',
    ]);
    expect((await decide(client, applicationId, true)).code).toBe(200);
    const [row] = await database().select().from(enterprise).where(eq(enterprise.id, entId));
    expect(row).toMatchObject({ authStatus: 'AUTH', businessStatus: 'ENABLE', administratorId: person.id });
  });

  it('taken back while a reviewer reads it cannot be passed', async () => {
    const { person, applicationId, entId } = await entApplicant();
    const client = await platform();
    const { version } = await client.call(getReview, { applicationId });
    await person.client.call(withdrawEntAuth, { applicationId });
    const late = await client.envelope(decideReview, { applicationId, version, pass: true });
    expect(late.code).toBe(409066);
    const [row] = await database().select().from(enterprise).where(eq(enterprise.id, entId));
    expect(row!.authStatus).toBe('UNAUTH');
  });

  it('rejected falls back, and says why', async () => {
    const { person, applicationId } = await entApplicant();
    expect((await decide(await platform(), applicationId, false, '授权书没有盖章')).code).toBe(200);
    const [row] = await person.client.call(listEntAuth, {});
    expect(row).toMatchObject({ state: 'REJECTED', reason: '授权书没有盖章', authStatus: 'UNAUTH' });
  });
});

describe('disabling an enterprise', () => {
  async function running() {
    const made = await entApplicant();
    await decide(await platform(), made.applicationId, true);
    return made;
  }

  it('[6.1] [4.8b] [8.3a] ends what acts for it at once; enabling undoes it; both are logged', async () => {
    const { person, entId, draft } = await running();
    const acting = await (await loggedIn(person.loginName)).switchTo(entId);
    expect((await acting.call(getLoggedUserInfo, {})).activeUser.type).toBe('ent');
    const client = await platform();
    const to = { entId, from: 'ENABLE' as const, to: 'DISABLE' as const, reason: '执照过期' };
    await client.call(switchEnterprise, to);
    await expect.poll(async () => (await acting.envelope(getLoggedUserInfo, {})).code).toBe(70000412);
    const again = await loggedIn(person.loginName);
    const refused = await again.envelope(requestToken, {
      grant_type: 'refresh_token',
      refresh_token: again.session!.refreshToken,
      switch_to: entId,
    });
    expect(refused.code).toBe(403002);
    const recertify = await again.envelope(startEntAuth, { entId });
    expect(recertify).toMatchObject({ code: 403050, message: '该公司已被停用，请联系平台管理员。' });

    const found = await client.call(listPlatformEnterprises, {
      entName: draft.unit.entName,
      businessStatus: 'DISABLE',
    });
    expect(found.records.map((row) => row.entId)).toEqual([entId]);
    expect((await client.envelope(switchEnterprise, to)).code).toBe(409000);
    await client.call(switchEnterprise, { entId, from: 'DISABLE', to: 'ENABLE', reason: '已更新' });
    await (await loggedIn(person.loginName)).switchTo(entId);
    const { records } = await client.call(listAudit, { targetName: draft.unit.entName });
    expect(
      records.filter((line) => line.targetId === entId).map((line) => [line.action, line.remark]),
    ).toEqual([
      ['ENTERPRISE_ENABLED', '已更新'],
      ['ENTERPRISE_DISABLED', '执照过期'],
    ]);
  });

  it('by two administrators at once happens once', async () => {
    const { entId } = await running();
    const [one, other] = [await platform(), (await another()).client];
    const input = { entId, from: 'ENABLE' as const, to: 'DISABLE' as const, reason: '同时' };
    const answers = await Promise.all([
      one.envelope(switchEnterprise, input),
      other.envelope(switchEnterprise, input),
    ]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409000]);
    const { records } = await one.call(listAudit, { action: 'ENTERPRISE_DISABLED' });
    expect(records.filter((line) => line.targetId === entId)).toHaveLength(1);
  });

  it('[4.8a] asked again it is pending, re-authenticating once handed in, and pending without', async () => {
    const { person, entId, draft } = await running();
    const client = await platform();
    await client.call(askRecertification, { entId, reason: '名称变更' });
    const [row] = await database().select().from(enterprise).where(eq(enterprise.id, entId));
    expect(row!.authStatus).toBe('PENDING_REAUTH');
    expect((await client.envelope(askRecertification, { entId, reason: '再次' })).code).toBe(409000);
    // Who must see to it is told, and why.
    await runJobs();
    const told = (await sentNotices(person.client)).records.map(({ subject }) => subject);
    expect(told.filter((subject) => subject.includes('重新认证'))).toEqual([
      expect.stringContaining('名称变更'),
    ]);
    const stands = async () =>
      (await database().select().from(enterprise).where(eq(enterprise.id, entId)))[0]!.authStatus;
    const { applicationId } = await person.client.call(startEntAuth, { entId });
    await person.client.call(saveEntDraft, {
      applicationId,
      draft: { ...draft, photos: await auditPhotos(person) },
    });
    await person.client.call(submitEntReview, { applicationId });
    expect(await stands()).toBe('REAUTHING');
    await person.client.call(withdrawEntAuth, { applicationId });
    expect(await stands()).toBe('PENDING_REAUTH');
  });
});

describe('the sessions of one person', () => {
  it('are ended by the platform alone, all of them, with a reason that the log keeps', async () => {
    const person = await unverifiedPerson({ name: '周失机', personalAuthStatus: 'AUTH' });
    const before = person.client.session ? 1 : 0;
    const own = [await loggedIn(person.loginName), await loggedIn(person.loginName)];
    const client = await platform();
    const asked = { mobile: person.mobile, reason: '手机丢失，本人来电' };
    expect(await refusal(own[0]!, endPersonSessions, asked)).toBe('NO_PERMISSION');
    expect((await client.envelope(endPersonSessions, { ...asked, mobile: '19999999999' })).code).toBe(404000);
    expect(await client.call(endPersonSessions, asked)).toEqual({ ended: 2 + before });
    for (const one of own) {
      await expect.poll(async () => (await one.envelope(getLoggedUserInfo, {})).code).not.toBe(200);
      const refreshed = await one.envelope(requestToken, {
        grant_type: 'refresh_token',
        refresh_token: one.session!.refreshToken,
      });
      expect(refreshed.code).not.toBe(200);
    }
    expect(await client.call(endPersonSessions, asked)).toEqual({ ended: 0 });
    // Their own password lets them in again.
    await loggedIn(person.loginName);
    const { records } = await client.call(listAudit, { action: 'SESSIONS_ENDED', size: 50 });
    expect(records.find(({ targetId }) => targetId === person.id)).toMatchObject({
      targetKind: 'PERSON',
      targetName: expect.stringContaining('*'),
      remark: '手机丢失，本人来电',
    });
  });
});

describe('the audit log', () => {
  it('[6.1] is filtered by act, person, thing and time', async () => {
    const { applicationId } = await applicant();
    const reviewer = await another();
    const before = Date.now();
    await reviewer.client.call(getReview, { applicationId });
    const find = async (filter: object) =>
      (await reviewer.client.call(listAudit, { size: 50, ...filter })).records.filter(
        (line) => line.targetId === applicationId,
      ).length;
    expect(
      await find({
        action: 'APPLICATION_OPENED',
        actorName: '第二审核',
        targetName: '*审',
        from: before - 1,
      }),
    ).toBe(1);
    expect(await find({ action: 'PERSON_PASSED' })).toBe(0);
    expect(await find({ actorName: '%' })).toBe(0);
    expect(await find({ to: before - 60_000 })).toBe(0);
  });
});

describe('another mobile for somebody who lost theirs', () => {
  it('is bound by the platform alone, by the verified papers and a code to the new number', async () => {
    const idNumber = newResidentId();
    const { person, applicationId } = await applicant({ realName: '孙失机', idNumber });
    const client = await platform();
    await decide(client, applicationId, true);
    const newMobile = nextMobile();
    const asked = { authCodeType: 'PLATFORM_MOBILE' as const, mobile: newMobile };
    expect(await refusal(person.client, sendAuthCode, asked)).toBe('NO_PERMISSION');
    await client.call(sendAuthCode, asked);
    const authCode = await codeSentTo(client, newMobile, '绑定此手机号，验证码');
    const given = {
      mobile: person.mobile,
      realName: '孙失机',
      idNumber,
      newMobile,
      authCode,
      reason: '手机丢失，视频核对身份证原件',
    };
    const change = (more: Partial<typeof given>, by = client) =>
      refusal(by, changePersonMobile, { ...given, ...more });
    expect(await change({}, person.client)).toBe('NO_PERMISSION');
    expect(await change({ mobile: PLATFORM.mobile })).toBe('NO_PERMISSION');
    expect(await change({ mobile: nextMobile() })).toBe('NOT_FOUND');
    expect(await change({ newMobile: person.mobile })).toBe('MOBILE_UNCHANGED');
    expect(await change({ realName: '孙失几' })).toBe('PERSON_DIFFERS');
    expect(await change({ idNumber: newResidentId() })).toBe('PERSON_DIFFERS');
    expect(await change({ authCode: authCode === '000000' ? '000001' : '000000' })).toBe('CODE_WRONG');
    // A number of somebody else is refused as a wrong code.
    expect(await change({ newMobile: (await unverifiedPerson()).mobile })).toBe('CODE_WRONG');
    expect(await change({})).toBe('OK');
    await expect.poll(async () => (await person.client.envelope(getLoggedUserInfo, {})).code).not.toBe(200);
    await sentMessage(client, person.mobile, new RegExp(`改绑尾号为 ${newMobile.slice(-4)} 的手机号`));
    const again = await loggedIn(newMobile);
    expect((await again.call(getLoggedUserInfo, {})).person.id).toBe(person.id);
    await expect(loggedIn(person.mobile)).rejects.toThrow();
    const { records } = await client.call(listAudit, { action: 'MOBILE_CHANGED', size: 50 });
    expect(records.find(({ targetId }) => targetId === person.id)).toMatchObject({
      targetKind: 'PERSON',
      targetName: expect.stringContaining('*'),
      remark: given.reason,
    });
    // The papers of one person are compared five times a day at most, whoever asks.
    const other = await another();
    expect(await change({ mobile: newMobile, newMobile: nextMobile() }, other.client)).toBe('TOO_OFTEN');
  });

  it('is none for an account without a verified name: there is nothing to compare with', async () => {
    const person = await unverifiedPerson();
    const client = await platform();
    const input = {
      mobile: person.mobile,
      realName: '孙失机',
      idNumber: newResidentId(),
      newMobile: nextMobile(),
    };
    expect(await refusal(client, changePersonMobile, { ...input, authCode: '123456', reason: '丢失' })).toBe(
      'PERSON_DIFFERS',
    );
  });
});
