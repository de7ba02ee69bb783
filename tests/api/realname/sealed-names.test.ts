import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { listReviews } from '#core/platform/calls.ts';
import { account, realnameApplication } from '#db/schema/index.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { unverifiedPerson } from '#tests/fixtures/people.ts';
import { database, keyring } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

const REAL_NAME = '旧存·阿里木';

/** A person and an application as the version before wrote them: both names and the title in clear text. */
async function fromBefore() {
  const db = database();
  const keys = await keyring();
  const person = await unverifiedPerson();
  const plain = {
    plainLogin: person.loginName,
    loginSealed: '',
    loginIndex: null,
    plainName: REAL_NAME,
  };
  await db.update(account).set(plain).where(eq(account.id, person.id));
  const applicationId = newKey();
  const now = Date.now();
  await db.insert(realnameApplication).values({
    id: applicationId,
    subject: 'PERSON',
    accountId: person.id,
    route: 'FACE',
    state: 'PASSED',
    name: REAL_NAME,
    fields: { idType: 'PASSPORT' },
    sealed: await sealFields({ keys }, applicationId, { realName: REAL_NAME, idNumber: 'E12345678' }),
    createdAt: now,
    updatedAt: now,
  });
  const rows = async () => ({
    account: (await db.select().from(account).where(eq(account.id, person.id)))[0]!,
    application: (
      await db.select().from(realnameApplication).where(eq(realnameApplication.id, applicationId))
    )[0]!,
  });
  return { ...person, applicationId, rows };
}

describe('names that an older version wrote', () => {
  it('are read and signed in with before and after they are sealed, and none is lost', async () => {
    const person = await fromBefore();
    const before = await (await signedIn(person.loginName)).call(getLoggedUserInfo, {});
    expect(before.person).toMatchObject({ name: REAL_NAME, account: person.loginName });
    await Promise.all([runJobs(), runJobs()]);
    const rows = await person.rows();
    for (const plain of [REAL_NAME, person.loginName]) expect(JSON.stringify(rows)).not.toContain(plain);
    expect(rows.account.nameSealed).toMatch(/^v1\./);
    const after = await (await signedIn(person.loginName)).call(getLoggedUserInfo, {});
    expect(after.person).toEqual(before.person);
    expect(after.loginUser).toEqual(before.loginUser);
  });

  it('are taken from a version from before that writes one once more', async () => {
    const db = database();
    const person = await fromBefore();
    await runJobs();
    await db.update(account).set({ plainName: '改名之后' }).where(eq(account.id, person.id));
    const name = async () =>
      (await (await signedIn(person.loginName)).call(getLoggedUserInfo, {})).person.name;
    expect(await name()).toBe('改名之后');
    await runJobs();
    expect((await person.rows()).account.plainName).toBe('');
    expect(await name()).toBe('改名之后');
  });

  it('let a reviewer find an application by the complete name, and never by part of it', async () => {
    const person = await fromBefore();
    await runJobs();
    const reviewer = await unverifiedPerson({
      platformAdmin: true,
      name: '审核',
      personalAuthStatus: 'AUTH',
    });
    const find = async (name: string) =>
      (await reviewer.client.call(listReviews, { subject: 'PERSON', name, size: 50 })).records;
    const found = await find('旧存•阿里木');
    expect(found).toContainEqual(
      expect.objectContaining({ applicationId: person.applicationId, name: '*****木' }),
    );
    expect(await find('阿里木')).toEqual([]);
  });
});
