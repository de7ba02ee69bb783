import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rotateKey } from '#core/apikey/calls.ts';
import { getApproval, listApprovals, withdrawApproval } from '#core/approval/calls.ts';
import type { ExternalFacts } from '#core/approval/external.ts';
import { cancelAuth, getAuthResult, getAuthUrl, openApproval } from '#core/approval/external-calls.ts';
import { apiKey, approval, externalRequest, member } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { enableFlow, firm, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { sentMessage, sentNotice } from '#tests/fixtures/messages.ts';
import { addMember, database, newPerson } from '#tests/fixtures/people.ts';

import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { codeOf, keyOf, passesShown, payment } from './business.ts';

/** 1,000,000 yuan. */
const MUCH = 100_000_000;

async function withSystem(approvers = 2) {
  const own = await firm(approvers);
  return { ...own, key: await keyOf(own) };
}

const rowOf = async (approvalId: string) =>
  (await database().select().from(approval).where(eq(approval.id, approvalId)))[0]!;
const stateOf = async (approvalId: string) => (await rowOf(approvalId)).state;

/** Rewrites the stored facts, as an old version left them or as somebody with the database would. */
async function rewrite(approvalId: string, change: (facts: ExternalFacts) => ExternalFacts) {
  const { facts } = await rowOf(approvalId);
  await database()
    .update(approval)
    .set({ facts: change(facts as ExternalFacts) })
    .where(eq(approval.id, approvalId));
}
const asBefore = ({ judged: _, ...facts }: ExternalFacts): ExternalFacts => facts;

it('an employee who asks first with one fen does not answer for the true request of the system', async () => {
  const own = await withSystem();
  const [friend, cfo] = own.approverPeople;
  const truth = payment({ amount: MUCH, approvers: [cfo!.mobile] });
  const forged = await own.sender.call(getAuthUrl, { ...truth, amount: 1, approvers: [friend!.mobile] });
  expect(await passesShown(own.approvers[0]!, forged.approvalId)).toBe('APPROVED');
  const { code, data } = await own.key.envelope(getAuthUrl, truth);
  expect([code, data ?? null]).toEqual([409291, null]);
  // Nor does what the employee asked after it: the system's own number is the system's.
  const other = { ...truth, businessId: `${truth.businessId}-2` };
  const asked = await own.key.call(getAuthUrl, other);
  expect(asked.state).toBe('REVIEWING');
  expect(await refusal(own.sender, getAuthUrl, { ...other, amount: 1, approvers: [friend!.mobile] })).toBe(
    'APPROVAL_BUSINESS_TAKEN',
  );
  expect(await stateOf(asked.approvalId)).toBe('REVIEWING');
});

it('an approval answers for no other amount, type, flow or approver, and none of them voids it', async () => {
  const own = await withSystem();
  const [first, second] = own.approverPeople;
  const flows = { subjects: ['EXTERNAL' as const], applies: 'CHOSEN' as const };
  const chosen = await enableFlow(own.admin, flowOf([node([first!.id])], flows));
  const input = payment({ amount: 1, businessType: 'SALES', approvers: [first!.mobile] });
  const { approvalId } = await own.key.call(getAuthUrl, input);
  expect(await passesShown(own.approvers[0]!, approvalId)).toBe('APPROVED');
  const { amount: _, ...withoutAmount } = input;
  for (const other of [
    { ...input, amount: MUCH },
    withoutAmount,
    { ...input, businessType: 'PURCHASE' as const },
    { ...input, processId: chosen },
    { ...input, approvers: [second!.mobile] },
    { ...input, approvers: [first!.mobile, second!.mobile] },
    { ...input, mode: 'JOINT' as const },
    { ...input, approvers: [] },
    { ...input, businessName: '办公家具付款' },
    { ...input, details: [] },
    { ...input, documents: [] },
  ])
    expect(await refusal(own.key, getAuthUrl, other)).toBe('APPROVAL_BUSINESS_APPROVED');
  expect(await stateOf(approvalId)).toBe('APPROVED');
  // The same people in another order and by another name of theirs are the same content.
  expect(await own.key.call(getAuthUrl, { ...input, newLink: true })).toMatchObject({
    approvalId,
    state: 'APPROVED',
    authUrl: '',
  });
});

it('while nothing is decided, another amount, type or approver asks anew and voids the former', async () => {
  const own = await withSystem();
  const [first, second] = own.approverPeople;
  const input = payment({ amount: 1, approvers: [first!.mobile, second!.mobile] });
  let before = (await own.key.call(getAuthUrl, input)).approvalId;
  const reordered = { ...input, approvers: [second!.mobile, first!.mobile, second!.mobile] };
  expect((await own.key.call(getAuthUrl, reordered)).approvalId).toBe(before);
  for (const other of [
    { ...input, amount: MUCH },
    { ...input, businessType: 'PURCHASE' as const },
    { ...input, mode: 'JOINT' as const },
    { ...input, approvers: [second!.mobile] },
  ]) {
    const { approvalId, state } = await own.key.call(getAuthUrl, other);
    expect([state, await stateOf(before)]).toEqual(['REVIEWING', 'VOIDED']);
    before = approvalId;
  }
});

it('only who asked sees, changes or takes back a request: no colleague, holder or other key', async () => {
  const own = await withSystem(1);
  const [approver] = own.approverPeople;
  const input = payment({ amount: MUCH, approvers: [approver!.mobile] });
  const { approvalId, authUrl } = await own.key.call(getAuthUrl, input);
  const others = [own.sender, own.admin, await keyOf(own, ['read', 'send'], { name: '采购系统' })];
  const refused = async () => {
    for (const other of others) {
      for (const asked of [input, { ...input, newLink: true }, { ...input, amount: 1 }]) {
        const answer = await other.envelope(getAuthUrl, asked);
        expect([answer.code, answer.data ?? null]).toEqual([409291, null]);
      }
      const back = await refusal(other, cancelAuth, { approvalId, evenApproved: true });
      expect(back).toBe(other === own.sender ? 'NOT_FOUND' : 'APPROVAL_BUSINESS_TAKEN');
    }
  };
  await refused();
  expect(await stateOf(approvalId)).toBe('REVIEWING');
  // The link that is out there still opens.
  const asSelf = await signedIn(approver!);
  expect(await asSelf.call(openApproval, { code: codeOf(authUrl) })).toMatchObject({ approvalId });
  expect(await passesShown(own.approvers[0]!, approvalId)).toBe('APPROVED');
  await refused();
  expect(await stateOf(approvalId)).toBe('APPROVED');
});

it('a rotated key asks as the one before it, and so does one that a colleague took over', async () => {
  const own = await withSystem(1);
  const input = payment({ approvers: [own.approverPeople[0]!.mobile] });
  const { approvalId } = await own.key.call(getAuthUrl, input);
  const [row] = await database()
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(eq(apiKey.enterpriseId, own.ent.id), eq(apiKey.name, '费用系统')));
  const proof = await keyProofOf(own.admin);
  const { key } = await own.admin.call(rotateKey, { keyId: row!.id, proof });
  const rotated = new ApiClient(product().baseUrl);
  rotated.apiKey = key;
  for (const client of [rotated, own.key])
    expect((await client.call(getAuthUrl, input)).approvalId).toBe(approvalId);
  const administrator = await newPerson();
  await addMember(own.ent, administrator, ['BUSINESS_ADMIN']);
  await database().update(apiKey).set({ holderId: administrator.id }).where(eq(apiKey.id, row!.id));
  expect((await rotated.call(getAuthUrl, input)).approvalId).toBe(approvalId);
  expect(await rotated.call(cancelAuth, { approvalId }, once())).toEqual({ state: 'WITHDRAWN' });
});

it('a repeated request leaves its link as it is, and gives another only if it is asked for', async () => {
  const own = await withSystem(1);
  const input = payment({ approvers: [own.approverPeople[0]!.mobile] });
  const first = await own.key.call(getAuthUrl, input);
  const again = await own.key.call(getAuthUrl, input);
  expect(again).toEqual({ ...first, authUrl: '' });
  const renewed = await own.key.call(getAuthUrl, { ...input, newLink: true });
  expect(renewed).toEqual({ ...first, authUrl: expect.stringContaining('/contract/openApproval?code=') });
  const asSelf = await signedIn(own.approverPeople[0]!);
  expect(await refusal(asSelf, openApproval, { code: codeOf(first.authUrl) })).toBe('NOT_FOUND');
  expect((await own.key.call(getAuthUrl, input)).authUrl).toBe('');
  expect(await asSelf.call(openApproval, { code: codeOf(renewed.authUrl) })).toMatchObject({
    approvalId: first.approvalId,
  });
});

it('only an explicit call by who asked voids an approval, on the chain, and frees its number', async () => {
  const own = await withSystem(1);
  const input = payment({ amount: 1, approvers: [own.approverPeople[0]!.mobile] });
  const { approvalId } = await own.key.call(getAuthUrl, input);
  expect(await passesShown(own.approvers[0]!, approvalId)).toBe('APPROVED');
  expect(await refusal(own.key, cancelAuth, { approvalId })).toBe('APPROVAL_CLOSED');
  expect(await own.key.call(cancelAuth, { approvalId, evenApproved: true }, once())).toEqual({
    state: 'VOIDED',
  });
  const { trail, state } = await own.key.call(getAuthResult, { approvalId });
  expect(state).toBe('VOIDED');
  expect(trail.at(-1)).toMatchObject({
    event: 'REVIEW_FAILED',
    operator: own.boss.name,
    evidence: { state: 'VOIDED' },
  });
  expect(await refusal(own.key, cancelAuth, { approvalId, evenApproved: true })).toBe('APPROVAL_CLOSED');
  const next = await own.key.call(getAuthUrl, { ...input, amount: MUCH });
  expect(next.state).toBe('REVIEWING');
  await own.key.call(cancelAuth, { approvalId: next.approvalId }, once());
  // Its system gave it up: somebody else may ask under it, and it is theirs from then on.
  expect(await own.sender.call(getAuthUrl, input)).toMatchObject({ state: 'REVIEWING' });
  expect(await refusal(own.key, getAuthUrl, input)).toBe('APPROVAL_BUSINESS_TAKEN');
});

it('of two callers who ask under one number at the same time one is refused', async () => {
  const own = await withSystem(1);
  const input = payment({ approvers: [own.approverPeople[0]!.mobile] });
  const codes = await Promise.all(
    [own.key, own.sender, own.key].map(async (client) => (await client.envelope(getAuthUrl, input)).code),
  );
  expect(codes).toContain(200);
  expect(codes).toContain(409291);
  expect((await own.approvers[0]!.call(listApprovals, { box: 'toDecide' })).records).toHaveLength(1);
});

it('a request of before amounts were bound is never approved any more, and answers for nothing', async () => {
  const own = await withSystem(1);
  const input = payment({ amount: MUCH, approvers: [own.approverPeople[0]!.mobile] });
  const running = await own.key.call(getAuthUrl, input);
  await rewrite(running.approvalId, asBefore);
  const shown = await own.approvers[0]!.call(getApproval, { approvalId: running.approvalId });
  expect([shown.amount, shown.external?.outdated]).toEqual([null, true]);
  expect(await passesShown(own.approvers[0]!, running.approvalId)).toBe('VOIDED');
  // One that was approved then stays as it is, and the next request asks anew beside it.
  const approved = await own.key.call(getAuthUrl, input);
  expect(await passesShown(own.approvers[0]!, approved.approvalId)).toBe('APPROVED');
  await database()
    .update(approval)
    .set({ digest: 'cd'.repeat(32) })
    .where(eq(approval.id, approved.approvalId));
  await rewrite(approved.approvalId, asBefore);
  const anew = await own.key.call(getAuthUrl, input);
  expect(anew.state).toBe('REVIEWING');
  expect(anew.approvalId).not.toBe(approved.approvalId);
  expect(await stateOf(approved.approvalId)).toBe('APPROVED');
  // One that is under review becomes void when its business is asked for again.
  await rewrite(anew.approvalId, asBefore);
  await database()
    .update(approval)
    .set({ digest: 'cd'.repeat(32) })
    .where(eq(approval.id, anew.approvalId));
  expect((await own.key.call(getAuthUrl, input)).state).toBe('REVIEWING');
  expect(await stateOf(anew.approvalId)).toBe('VOIDED');
});

it('facts that were changed in the database after the request was shown are not approved', async () => {
  const own = await withSystem(1);
  const input = payment({ amount: 1, approvers: [own.approverPeople[0]!.mobile] });
  const { approvalId } = await own.key.call(getAuthUrl, input);
  await rewrite(approvalId, (facts) => ({ ...facts, judged: { ...facts.judged!, amount: MUCH } }));
  expect(await passesShown(own.approvers[0]!, approvalId)).toBe('VOIDED');
  const [request] = await database()
    .select()
    .from(externalRequest)
    .where(eq(externalRequest.businessId, input.businessId));
  expect(request!.running).toBe(false);
});

it('approvers read amount and type beside the name: on the page, in the list, in each message', async () => {
  const own = await withSystem(1);
  const [approver] = own.approverPeople;
  const input = payment({ amount: 128_000_000, businessType: 'PURCHASE', approvers: [approver!.mobile] });
  const { approvalId } = await own.key.call(getAuthUrl, input);
  const shown = await own.approvers[0]!.call(getApproval, { approvalId });
  expect(shown).toMatchObject({
    amount: 128_000_000,
    external: { businessType: 'PURCHASE', outdated: false },
  });
  const { records } = await own.approvers[0]!.call(listApprovals, { box: 'toDecide' });
  expect(records.map(({ amount }) => amount)).toEqual([128_000_000]);
  const named = '办公用品付款 · 采购合同 · ¥1,280,000.00';
  await sentNotice(own.approvers[0]!, named);
  await sentMessage(own.key, approver!.mobile, new RegExp(named));
});

it('a former administrator does not take back what a key asked for in their name', async () => {
  const own = await firm(1);
  const holder = await newPerson();
  await addMember(own.ent, holder, ['BUSINESS_ADMIN']);
  const key = await keyOf({ boss: holder, ent: own.ent });
  const input = payment({ approvers: [own.approverPeople[0]!.mobile] });
  const { approvalId } = await key.call(getAuthUrl, input);
  const its = and(eq(member.enterpriseId, own.ent.id), eq(member.accountId, holder.id));
  await database()
    .update(member)
    .set({ roles: ['SIGN_OPERATOR'] })
    .where(its);
  const former = await signedIn(holder, own.ent);
  expect((await former.call(getApproval, { approvalId })).actions).toEqual(['urge']);
  expect(await refusal(former, withdrawApproval, { approvalId })).toBe('NO_PERMISSION');
  await database()
    .update(member)
    .set({ roles: ['BUSINESS_ADMIN'] })
    .where(its);
  const administrator = await signedIn(holder, own.ent);
  await administrator.call(withdrawApproval, { approvalId }, once());
  expect(await stateOf(approvalId)).toBe('WITHDRAWN');
});
