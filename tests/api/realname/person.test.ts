import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import {
  confirmFaceAuth,
  decideSimulatedCheck,
  getFaceAuth,
  getImage,
  getUserExtendInfo,
  queryPersonInfo,
  revealRealName,
  saveAuthResult,
  updateImage,
  withdrawRealName,
} from '#core/realname/calls.ts';
import { PERSON_PHOTOS, type PhotoKind } from '#core/realname/photos.ts';
import { startFaceAuth, submitManualReview } from '#core/realname/submit-calls.ts';
import { account, auditEntry, realnameApplication, realnamePhoto } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { PLATFORM } from '#tests/fixtures/contracts.ts';
import { type SignedInPerson, unverifiedPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { blobOf, PLACE, phoneJpeg, plainPng } from '#tests/fixtures/pictures.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

type Start = InputOf<typeof startFaceAuth>;
const visitor = () => new ApiClient(product().baseUrl);

const startInput = (person: SignedInPerson, form: Partial<Start['person']> = {}): Start => ({
  userId: person.id,
  businessType: 'AUTH',
  ownerType: 'PERSON',
  person: { realName: '陈新人', idType: 'RESIDENT_ID', idNumber: newResidentId(), ...form },
});

/** Starts, has the simulator say `state`, and comes back. */
async function face(person: SignedInPerson, state: 'SUCCESS' | 'FAILURE', input = startInput(person)) {
  const { transId } = await person.client.call(startFaceAuth, input);
  await visitor().call(decideSimulatedCheck, { ref: transId, state });
  return { transId, confirmed: await person.client.envelope(confirmFaceAuth, { transId, result: 'ENABLE' }) };
}

const statusOf = async (person: SignedInPerson) =>
  (await person.client.call(queryPersonInfo, { id: person.id })).authStatus;

async function hand(person: SignedInPerson, kinds: readonly PhotoKind[] = PERSON_PHOTOS): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds)
    ids.push((await person.client.call(updateImage, { kind, file: blobOf(plainPng()) })).imageId);
  return ids;
}

describe('a face verification', () => {
  it('[4.17a] [7.11a] [7.11b] [7.11c] is started, decided on the phone and confirmed with ENABLE', async () => {
    const person = await unverifiedPerson();
    expect(await statusOf(person)).toBe('UNAUTH');
    const from = Date.now();
    const { transId, expiresAt } = await person.client.call(startFaceAuth, startInput(person));
    expect(expiresAt).toBeGreaterThan(from + 9 * 60_000);
    expect(await statusOf(person)).toBe('GOINGAUTH');
    const pending = await person.client.call(getFaceAuth, { transId });
    expect(pending.state).toBe('PENDING');
    expect(new URL(pending.url).pathname).toBe('/sim/face');
    const early = await person.client.envelope(confirmFaceAuth, { transId, result: 'ENABLE' });
    expect(early).toMatchObject({ code: 409065, message: '认证失败，请检查填写的信息后重试。' });

    await visitor().call(decideSimulatedCheck, { ref: transId, state: 'SUCCESS' });
    expect(await visitor().call(saveAuthResult, { transId })).toEqual({ state: 'SUCCESS' });
    expect(await statusOf(person)).toBe('GOINGAUTH');
    const confirmed = await person.client.call(confirmFaceAuth, { transId, result: 'ENABLE' });
    expect(confirmed).toEqual({ authStatus: 'AUTH' });
    expect(await person.client.call(confirmFaceAuth, { transId, result: 'ENABLE' })).toEqual(confirmed);
  });

  it('[1.9a] [7.11e] [7.11f] authenticates the person, whose name is masked where not needed', async () => {
    const person = await unverifiedPerson();
    await face(person, 'SUCCESS', startInput(person, { realName: '买买提•吐尔逊' }));
    const info = await person.client.call(queryPersonInfo, { id: person.id });
    expect(info).toMatchObject({
      authStatus: 'AUTH',
      defaultPwd: false,
      handWriteImg: '',
      idType: 'RESIDENT_ID',
    });
    expect(info.realName).toBe('******逊');
    const { name, personalAuthStatus } = (await person.client.call(getLoggedUserInfo, {})).person;
    expect([name, personalAuthStatus]).toEqual(['买买提·吐尔逊', 'AUTH']);
    expect(await person.client.call(getUserExtendInfo, {})).toMatchObject({
      id: person.id,
      account: person.loginName,
      name: '买买提·吐尔逊',
      personalAuthStatus: 'AUTH',
      userOwnerType: 'OUTSIDE',
    });
  });

  it('[4.13] [8.8a] [8.8b] that fails is reported, and another one can be started', async () => {
    const person = await unverifiedPerson();
    const { transId, confirmed } = await face(person, 'FAILURE');
    expect(confirmed).toMatchObject({ code: 409063, message: '人脸识别未通过，请重新认证。' });
    expect((await person.client.call(getFaceAuth, { transId })).state).toBe('FAILURE');
    expect(await statusOf(person)).toBe('UNAUTH');
    expect((await face(person, 'SUCCESS')).confirmed.data).toEqual({ authStatus: 'AUTH' });
    // What ended stays ended, whatever the phone says later.
    await visitor().call(decideSimulatedCheck, { ref: transId, state: 'SUCCESS' });
    expect(await visitor().call(saveAuthResult, { transId })).toEqual({ state: 'FAILURE' });
  });

  it('[4.13] [4.15b] ends when its time is over, and gives the state back', async () => {
    const person = await unverifiedPerson();
    const db = database();
    const { transId } = await person.client.call(startFaceAuth, startInput(person));
    await db
      .update(realnameApplication)
      .set({ checkEndsAt: Date.now() - 1 })
      .where(eq(realnameApplication.id, transId));
    await runJobs();
    expect(await statusOf(person)).toBe('UNAUTH');
    await visitor().call(decideSimulatedCheck, { ref: transId, state: 'SUCCESS' });
    const late = await person.client.envelope(confirmFaceAuth, { transId, result: 'ENABLE' });
    expect(late.code).toBe(409064);
    expect((await person.client.call(getFaceAuth, { transId })).state).toBe('ENDED');
    expect(await statusOf(person)).toBe('UNAUTH');
  });

  it('belongs to its person: nobody else starts, sees or confirms it; no browser’s word counts', async () => {
    const [person, other] = await Promise.all([unverifiedPerson(), unverifiedPerson()]);
    const foreign = await other.client.envelope(startFaceAuth, startInput(person));
    expect(foreign.code).toBe(403000);
    const { transId } = await person.client.call(startFaceAuth, startInput(person));
    expect((await other.client.envelope(getFaceAuth, { transId })).code).toBe(404000);
    expect((await other.client.envelope(confirmFaceAuth, { transId, result: 'ENABLE' })).code).toBe(404000);
    expect(
      await visitor().call(saveAuthResult, { transId, result: 'SUCCESS' } as { transId: string }),
    ).toEqual({
      state: 'PENDING',
    });
    expect((await other.client.envelope(queryPersonInfo, { id: person.id })).code).toBe(403000);
    expect(await statusOf(other)).toBe('UNAUTH');
  });

  it('with another account’s number is refused at start and end, without telling whose it is', async () => {
    const [first, second] = await Promise.all([unverifiedPerson(), unverifiedPerson()]);
    const idNumber = newResidentId();
    const late = await second.client.call(startFaceAuth, startInput(second, { idNumber }));
    await face(first, 'SUCCESS', startInput(first, { realName: '先到', idNumber }));
    await visitor().call(decideSimulatedCheck, { ref: late.transId, state: 'SUCCESS' });
    const tooLate = await second.client.envelope(confirmFaceAuth, {
      transId: late.transId,
      result: 'ENABLE',
    });
    expect(tooLate.code).toBe(409060);
    const again = await second.client.envelope(
      startFaceAuth,
      startInput(second, { idNumber: idNumber.toLowerCase() }),
    );
    expect(again.code).toBe(409060);
    expect(JSON.stringify([tooLate, again])).not.toMatch(
      new RegExp(`先到|${first.mobile}|${first.loginName}`),
    );
    expect(await statusOf(second)).toBe('UNAUTH');
  });

  it('done again takes the same document only: a face makes nobody somebody else', async () => {
    const person = await unverifiedPerson();
    const idNumber = newResidentId();
    await face(person, 'SUCCESS', startInput(person, { idNumber }));
    const other = await person.client.envelope(startFaceAuth, startInput(person));
    expect(other.code).toBe(409062);
    const again = await face(person, 'FAILURE', startInput(person, { idNumber }));
    expect(again.confirmed.code).toBe(409063);
    expect(await statusOf(person)).toBe('AUTH');
    const renamed = await face(person, 'SUCCESS', startInput(person, { realName: '陈改名', idNumber }));
    expect(renamed.confirmed.data).toEqual({ authStatus: 'AUTH' });
    expect((await person.client.call(getUserExtendInfo, {})).name).toBe('陈改名');
  });

  it('[5.4a] [5.9d] is refused for wrong names and numbers by the server too, field by field', async () => {
    const person = await unverifiedPerson();
    const problems = async (form: Partial<Start['person']>) =>
      (await person.client.envelope(startFaceAuth, startInput(person, form))).fields;
    expect(await problems({ realName: '<script>alert(1)</script>' })).toEqual([
      { path: 'person.realName', problem: 'rule:personName' },
    ]);
    expect(await problems({ idNumber: '110105194912310021' })).toEqual([
      { path: 'person.idNumber', problem: 'rule:idNumber' },
    ]);
    expect(await problems({ idType: 'PASSPORT', idNumber: 'A1234' })).toHaveLength(1);
  });

  it('is started ten times a day at most, so that numbers cannot be tried out', async () => {
    const person = await unverifiedPerson();
    const codes: number[] = [];
    for (let i = 0; i < 11; i++)
      codes.push((await person.client.envelope(startFaceAuth, startInput(person))).code);
    expect(codes).toEqual([...new Array(10).fill(200), 429000]);
  });
});

describe('what is kept of a real name', () => {
  it('is encrypted field by field, masked by default, and each access is in the audit log', async () => {
    const person = await unverifiedPerson();
    const idNumber = newResidentId();
    await face(person, 'SUCCESS', startInput(person, { realName: '王密封', idNumber }));
    const db = database();
    const rows = JSON.stringify([
      await db.select().from(account).where(eq(account.id, person.id)),
      await db.select().from(realnameApplication).where(eq(realnameApplication.accountId, person.id)),
    ]);
    for (const plain of [idNumber, '王密封', person.mobile, person.loginName])
      expect(rows).not.toContain(plain);
    const info = await person.client.call(queryPersonInfo, { id: person.id });
    expect(info.idNumber).toBe(`${idNumber.slice(0, 3)}***********${idNumber.slice(-4)}`);
    expect(await person.client.call(revealRealName, {})).toEqual({ realName: '王密封', idNumber });
    const looks = await db.select().from(auditEntry).where(eq(auditEntry.targetId, person.id));
    expect(looks.map(({ action, actorId }) => [action, actorId])).toEqual([['PERSON_REVEALED', person.id]]);
    expect(JSON.stringify(looks)).not.toContain(idNumber);
  });
});

describe('a manual review', () => {
  it('[5.10c] [4.7a] needs front, back and hand-held pictures, is then pending, can be withdrawn', async () => {
    const person = await unverifiedPerson();
    const form = startInput(person).person;
    const submit = (photos: string[]) => person.client.envelope(submitManualReview, { person: form, photos });
    const [front, back, held] = (await hand(person)) as [string, string, string];
    const [licence] = await hand(person, ['LICENCE']);
    expect((await submit([front, back])).code).toBe(400000);
    expect((await submit([front, back, licence!])).code).toBe(409072);
    expect((await submit([front, back, back])).code).toBe(409072);
    const stranger = await unverifiedPerson();
    expect((await submit([front, back, (await hand(stranger, ['AUDIT_HELD']))[0]!])).code).toBe(409072);
    expect((await submit([front, back, held])).data).toMatchObject({ authStatus: 'FIRSTAUTHING' });
    expect((await submit([front, back, held])).code).toBe(409061);
    expect((await person.client.envelope(startFaceAuth, startInput(person))).code).toBe(409061);
    expect(await person.client.call(withdrawRealName, {})).toEqual({ authStatus: 'UNAUTH' });
    expect((await person.client.envelope(withdrawRealName, {})).code).toBe(409066);
  });

  it('[4.7a] by somebody authenticated is AUTHING, and withdrawn gives back AUTH', async () => {
    const person = await unverifiedPerson();
    await face(person, 'SUCCESS');
    const { person: form } = startInput(person);
    const submitted = await person.client.call(submitManualReview, {
      person: form,
      photos: await hand(person),
    });
    expect(submitted.authStatus).toBe('AUTHING');
    expect(await person.client.call(withdrawRealName, {})).toEqual({ authStatus: 'AUTH' });
  });
});

describe('a picture', () => {
  it('[7.8d] [5.10b] [9.7] is validated by content and size, and stored without its location', async () => {
    const person = await unverifiedPerson();
    const send = (kind: PhotoKind, file: Blob) => person.client.envelope(updateImage, { kind, file });
    const script = new Blob(['<script>alert(1)</script>'], { type: 'image/png' });
    expect((await send('AUDIT_FRONT', script)).code).toBe(460021);
    expect((await send('LICENCE', new Blob([new Uint8Array(3 * 1024 * 1024 + 1)]))).code).toBe(460022);
    expect((await send('AUDIT_FRONT', new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).code).toBe(460022);
    const bomb = plainPng(20, 20);
    new DataView(bomb.buffer).setUint32(16, 60_000);
    expect((await send('AUDIT_FRONT', blobOf(bomb))).code).toBe(460024);
    expect(
      (await person.client.envelope(updateImage, { kind: 'OTHER', file: blobOf(plainPng()) })).code,
    ).toBe(400000);
    expect((await person.client.envelope(updateImage, { kind: 'AVATAR', file: 'no file' })).code).toBe(
      400000,
    );

    const taken = await send('AUDIT_FRONT', blobOf(phoneJpeg(), 'image/jpeg'));
    expect(taken.data).toMatchObject({ width: 640, height: 480 });
    const { bytes } = await person.client.download(getImage, { imageId: taken.data.imageId });
    expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/GPS|Exif|script/);
    expect(new TextDecoder('latin1').decode(phoneJpeg())).toContain(PLACE);
  });

  it('is stored encrypted, read by its person and reviewers of an application, on record', async () => {
    const person = await unverifiedPerson();
    const [front, back, held] = (await hand(person)) as [string, string, string];
    const [reviewer, stranger] = await Promise.all([signedIn(PLATFORM), unverifiedPerson()]);
    const see = (client: ApiClient, imageId: string) =>
      client.envelope(getImage, { imageId }).catch(() => ({ code: 200 }));
    expect((await see(reviewer, front)).code).toBe(404000);
    const { person: form } = startInput(person);
    await person.client.call(submitManualReview, { person: form, photos: [front, back, held] });
    expect((await see(stranger.client, front)).code).toBe(404000);
    expect((await see(person.client, front)).code).toBe(200);
    const db = database();
    const lines = () =>
      db
        .select()
        .from(auditEntry)
        .where(and(eq(auditEntry.targetId, front), eq(auditEntry.action, 'PHOTO_VIEWED')));
    expect(await lines()).toEqual([]);
    const seen = await reviewer.download(getImage, { imageId: front });
    expect((await lines()).map((line) => line.actorId)).toEqual([PLATFORM.id]);
    const [row] = await db.select().from(realnamePhoto).where(eq(realnamePhoto.id, front));
    expect(row).toMatchObject({ kind: 'AUDIT_FRONT', type: 'PNG', size: seen.bytes.length });
    await person.client.call(withdrawRealName, {});
  });
});
