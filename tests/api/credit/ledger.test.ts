import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getCredits, giveCredits, listLots, listTransfers } from '#core/credit/calls.ts';
import { balancesAfter } from '#core/credit/ledger.ts';
import { listAudit } from '#core/platform/calls.ts';
import { getTask, rejectTask, revokeTask, sendTask, signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { creditLot, creditTransfer } from '#db/schema/index.ts';
import { ledgerFaults } from '#edge/credit/check-ledger.ts';
import type { ApiClient } from '#tests/client.ts';
import { newKey, personSigner, SIGNATURE, taskToSend } from '#tests/fixtures/contracts.ts';
import { giveTestCredits, keep } from '#tests/fixtures/credits.ts';
import { realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { actingFor, verified } from '#tests/fixtures/verified-enterprises.ts';

const DAY_MS = 86_400_000;
const SIGN_PASSWORD = '904175';

/** An administrator of a company without copies, and a person to whom tasks are sent. */
async function sender() {
  const boss = await newPerson();
  const ent = await newCompany(boss, {}, 0);
  const person = await newPerson({ signPassword: SIGN_PASSWORD });
  return { ent, boss, admin: await signedIn(boss, ent), person, signer: await signedIn(person) };
}
type Sender = Awaited<ReturnType<typeof sender>>;

const planTo = ({ admin, person }: Sender, more: { name: string; mobile: string }[] = []) =>
  taskToSend(
    admin,
    [person, ...more].map(({ name, mobile }) => personSigner({ realName: name, mobile })),
  );

const send = async (to: Sender, more?: { name: string; mobile: string }[]) =>
  (await to.admin.call(sendTask, await planTo(to, more))).planId;

async function signAs(client: ApiClient, taskId: string) {
  const task = await client.call(getTask, { planId: taskId });
  const mine = task.signerList.find((one) => one.mine)!;
  return client.call(signTask, {
    planId: taskId,
    consent: { method: 'PASSWORD', password: await client.seal(SIGN_PASSWORD) },
    seen: seenOf(task.documents),
    fillings: task.placements
      .filter((place) => place.signerId === mine.signerId)
      .map(({ placementId }) => ({ placementId, drawing: SIGNATURE })),
  });
}

const balances = async (client: ApiClient) => {
  const { available, reserved, used, expired } = await client.call(getCredits, {});
  return { available, reserved, used, expired };
};

const kinds = async (client: ApiClient) =>
  (await client.call(listTransfers, { size: 50 })).records.map(({ kind }) => kind);

const lotsOf = (entId: string) =>
  database().select().from(creditLot).where(eq(creditLot.enterpriseId, entId)).orderBy(creditLot.id);

describe('copies of an enterprise', () => {
  it('are given on trial when it was verified for the first time, and it sends with them', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const entId = await verified(person, draft);
    const admin = await actingFor(person, entId);
    expect(await balances(admin)).toEqual({ available: 20, reserved: 0, used: 0, expired: 0 });
    const [trial] = (await admin.call(listLots, {})).records;
    expect(trial).toMatchObject({ source: 'TRIAL', total: 20, used: 0, remaining: 20, status: 'NORMAL' });
    expect(trial!.expireTime! - trial!.grantTime).toBe(365 * DAY_MS);
    const { name, mobile } = await newPerson();
    await admin.call(sendTask, await taskToSend(admin, [personSigner({ realName: name, mobile })]));
    expect(await balances(admin)).toEqual({ available: 19, reserved: 1, used: 0, expired: 0 });
  });

  it('are reserved by sending, used by the first signature, returned by a revocation unsigned', async () => {
    const to = await sender();
    await giveTestCredits(database(), to.ent.id, 5);
    const other = await newPerson({ signPassword: SIGN_PASSWORD });
    const [returned, signed, refused] = [await send(to), await send(to, [other]), await send(to)];
    expect(await balances(to.admin)).toEqual({ available: 2, reserved: 3, used: 0, expired: 0 });

    await to.admin.call(revokeTask, { planId: returned, reason: '内容有误' });
    expect(await balances(to.admin)).toEqual({ available: 3, reserved: 2, used: 0, expired: 0 });

    await signAs(to.signer, signed);
    expect(await balances(to.admin)).toEqual({ available: 3, reserved: 1, used: 1, expired: 0 });
    // Somebody signed: nothing comes back, and nothing is used twice.
    await to.admin.call(revokeTask, { planId: signed, reason: '不再需要' });
    expect(await balances(to.admin)).toEqual({ available: 3, reserved: 1, used: 1, expired: 0 });

    await to.signer.call(rejectTask, { planId: refused, reason: '条款不同意' });
    expect(await balances(to.admin)).toEqual({ available: 3, reserved: 0, used: 2, expired: 0 });
    expect(await kinds(to.admin)).toEqual(['USE', 'USE', 'RETURN', 'RESERVE', 'RESERVE', 'RESERVE', 'GIFT']);
    expect(await ledgerFaults({ db: database() }, 0)).toEqual([]);
  });

  it('of the lot whose term ends first are spent first, of two alike those of the older one', async () => {
    const to = await sender();
    const now = Date.now();
    await giveTestCredits(database(), to.ent.id, 1, null, now - 5 * DAY_MS);
    await giveTestCredits(database(), to.ent.id, 1, now + 9 * DAY_MS, now - 1 * DAY_MS);
    await giveTestCredits(database(), to.ent.id, 1, now + 2 * DAY_MS, now - 2 * DAY_MS);
    await giveTestCredits(database(), to.ent.id, 1, now + 9 * DAY_MS, now - 4 * DAY_MS);
    await giveTestCredits(database(), to.ent.id, 1, now - 1, now - 9 * DAY_MS);
    const spent: (string | number)[] = [];
    for (let i = 0; i < 4; i++) {
      await send(to);
      const [last] = (await to.admin.call(listTransfers, { kind: 'RESERVE' })).records;
      const [lot] = (await to.admin.call(listLots, { number: last!.lotNumber })).records;
      spent.push(
        `${lot!.expireTime === null ? 'never' : Math.round((lot!.expireTime - now) / DAY_MS)} ${Math.round((now - lot!.grantTime) / DAY_MS)}`,
      );
    }
    expect(spent).toEqual(['2 2', '9 4', '9 1', 'never 5']);
    expect(await refusal(to.admin, sendTask, await planTo(to))).toBe('COPIES_USED_UP');
  });

  it('of concurrent senders one spends the last one, and the others are told that none is left', async () => {
    const to = await sender();
    await giveTestCredits(database(), to.ent.id, 1);
    const plans = await Promise.all(Array.from({ length: 6 }, () => planTo(to)));
    const answers = await Promise.all(plans.map((plan) => refusal(to.admin, sendTask, plan)));
    expect(answers.toSorted()).toEqual([...Array(5).fill('COPIES_USED_UP'), 'OK']);
    expect(await balances(to.admin)).toEqual({ available: 0, reserved: 1, used: 0, expired: 0 });
  });

  it('[3.18b] [4.12c] past their term leave the balance; an order shows its numbers and status', async () => {
    const to = await sender();
    const now = Date.now();
    await giveTestCredits(database(), to.ent.id, 3, now + DAY_MS);
    const taskId = await send(to);
    await database()
      .update(creditLot)
      .set({ expiresAt: now - 1 })
      .where(eq(creditLot.enterpriseId, to.ent.id));
    expect((await to.admin.call(getCredits, {})).available).toBe(0);
    expect(await refusal(to.admin, sendTask, await planTo(to))).toBe('COPIES_USED_UP');
    await runJobs();
    expect(await balances(to.admin)).toEqual({ available: 0, reserved: 1, used: 0, expired: 2 });
    // A copy that comes back after its term runs out with the next run of the job.
    await to.admin.call(revokeTask, { planId: taskId, reason: '已过期' });
    await runJobs();
    expect(await balances(to.admin)).toEqual({ available: 0, reserved: 0, used: 0, expired: 3 });
    await giveTestCredits(database(), to.ent.id, 1);
    await send(to);
    await giveTestCredits(database(), to.ent.id, 2);
    const { records } = await to.admin.call(listLots, {});
    expect(records.map(({ total, used, expired, status }) => [total, used, expired, status])).toEqual([
      [2, 0, 0, 'NORMAL'],
      [1, 1, 0, 'USED_UP'],
      [3, 0, 3, 'EXPIRED'],
    ]);
    for (const { number, status } of records) {
      expect(number).toMatch(/^CP\d{18}$/);
      const found = await to.admin.call(listLots, { number, status });
      expect(found.records.map((row) => row.number)).toEqual([number]);
    }
    expect(records[2]!.expireTime).toBe(now - 1);
  });

  it('are granted by the platform alone, with an audited reason and a term in the future', async () => {
    const { ent, admin } = await sender();
    const reviewer = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
    const platform = await signedIn(reviewer);
    const gift = { entId: ent.id, quantity: 12, expireTime: Date.now() + DAY_MS, reason: '年会赠送' };
    expect(await refusal(admin, giveCredits, gift)).toBe('NO_PERMISSION');
    expect(await refusal(platform, giveCredits, { ...gift, expireTime: 1 })).toBe('INPUT_INVALID');
    expect(await refusal(platform, giveCredits, { ...gift, entId: newKey() })).toBe('NOT_FOUND');
    await platform.call(giveCredits, gift);
    expect((await admin.call(getCredits, {})).available).toBe(12);
    const [line] = (await admin.call(listTransfers, {})).records;
    expect(line).toMatchObject({ kind: 'GIFT', quantity: 12, operator: reviewer.name, remark: '年会赠送' });
    const audit = await platform.call(listAudit, { action: 'COPIES_GIVEN', targetName: ent.name });
    expect(audit.records.map(({ actorName, remark }) => [actorName, remark])).toEqual([
      [reviewer.name, '12: 年会赠送'],
    ]);
  });

  it('that run low are reported to administrators once, and again after a top-up that ran low', async () => {
    const to = await sender();
    const notices = async () =>
      (await sentNotices(to.admin, { keyword: to.ent.name })).records.map(({ subject }) => subject);
    await giveTestCredits(database(), to.ent.id, 6);
    await send(to);
    await runJobs();
    expect(await notices()).toEqual([]);
    await send(to);
    await send(to);
    await runJobs();
    expect(await notices()).toEqual([expect.stringMatching(/的签署份数只剩 [34] 份/)]);
    await giveTestCredits(database(), to.ent.id, 3);
    await send(to);
    await runJobs();
    expect(await notices()).toHaveLength(1);
    await send(to);
    await runJobs();
    expect(await notices()).toHaveLength(2);
  });

  it('of one enterprise are seen by no other, and by its administrators alone', async () => {
    const to = await sender();
    await giveTestCredits(database(), to.ent.id, 2);
    const other = await companyWithAdmin();
    expect((await other.admin.call(listTransfers, {})).records.map(({ quantity }) => quantity)).toEqual([
      100,
    ]);
    expect(await refusal(to.signer, getCredits, {})).toBe('SWITCH_TO_ENTERPRISE');
  });

  it('are kept in a ledger whose rows the database neither changes nor deletes', async () => {
    const { ent } = await sender();
    await giveTestCredits(database(), ent.id, 2);
    const own = eq(creditTransfer.enterpriseId, ent.id);
    const cause = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: Error) => String(error.cause),
      );
    expect(await cause(database().update(creditTransfer).set({ quantity: 9 }).where(own).then())).toContain(
      'append-only',
    );
    expect(await cause(database().delete(creditTransfer).where(own).then())).toContain('append-only');
  });

  it('that are not what the ledger adds up to are found by the check', async () => {
    const { ent } = await sender();
    await giveTestCredits(database(), ent.id, 7);
    const [lot] = await lotsOf(ent.id);
    const own = and(eq(creditLot.id, lot!.id));
    await database().update(creditLot).set({ remaining: 6 }).where(own);
    const faults = (await ledgerFaults({ db: database() }, 0)).filter(
      ({ enterpriseId }) => enterpriseId === ent.id,
    );
    expect(faults).toEqual([{ lotId: lot!.id, enterpriseId: ent.id, remaining: 6, booked: 7 }]);
    await database().update(creditLot).set({ remaining: sql`quantity` }).where(own);
  });

  it('stay balanced through any mixture of sending, revoking, signing, refusing, giving, ending', async () => {
    const to = await sender();
    const ledger = keep(database());
    // A small generator with a fixed seed: the same history at every run.
    let seed = 19_481_101;
    const random = (n: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed % n;
    };
    const open: string[] = [];
    for (let step = 0; step < 250; step++) {
      switch (random(6)) {
        case 0:
          await ledger.give(
            to.ent.id,
            1 + random(4),
            random(3) === 0 ? null : Date.now() + random(5) * DAY_MS + 1_000,
          );
          break;
        case 1:
        case 2: {
          const taskId = newKey();
          if (await ledger.reserve(to.ent.id, taskId)) open.push(taskId);
          break;
        }
        case 3:
          // Also for tasks whose reservation has ended.
          if (open.length > 0) await ledger.spend(open[random(open.length)]!);
          break;
        case 4:
          if (open.length > 0) await ledger.giveBack(open[random(open.length)]!);
          break;
        case 5:
          await ledger.expire(to.ent.id, Date.now() + random(6) * DAY_MS);
          break;
      }
    }
    const rows = await database()
      .select()
      .from(creditTransfer)
      .where(eq(creditTransfer.enterpriseId, to.ent.id));
    const sums = balancesAfter(rows);
    const lots = await lotsOf(to.ent.id);
    expect(sums.AVAILABLE).toBe(lots.reduce((sum, lot) => sum + lot.remaining, 0));
    expect(sums.EXPIRED).toBe(lots.reduce((sum, lot) => sum + lot.expired, 0));
    expect(-sums.ISSUED).toBe(lots.reduce((sum, lot) => sum + lot.quantity, 0));
    expect(Math.min(sums.AVAILABLE, sums.RESERVED, sums.USED, sums.EXPIRED)).toBeGreaterThanOrEqual(0);
    expect(sums.RESERVED + sums.USED + rows.filter(({ kind }) => kind === 'RETURN').length).toBe(open.length);
    expect(
      (await ledgerFaults({ db: database() }, 0)).filter(({ enterpriseId }) => enterpriseId === to.ent.id),
    ).toEqual([]);
  });
});
