import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, getApproval, listApprovals } from '#core/approval/calls.ts';
import { cancelAuth, getAuthResult, getAuthUrl, openApproval } from '#core/approval/external-calls.ts';
import type { Envelope } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { saveWebhook } from '#core/webhook/calls.ts';
import { approval, externalRequest, logLeaf } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { enableFlow, firm, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { sentNotice } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, database } from '#tests/fixtures/people.ts';
import { openReceiver } from '#tests/fixtures/receiver.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { sha256Hex } from '#tests/fixtures/sha256.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { codeOf, keyOf, passes, payment } from './business.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

/** A firm whose cost system listens to the ends of its approvals. */
async function withSystem(approvers = 2) {
  const own = await firm(approvers);
  const path = `/${crypto.randomUUID()}`;
  const { secret } = await own.admin.call(saveWebhook, {
    address: receiver.origin + path,
    events: ['approval.ended'],
    proof: await keyProofOf(own.admin),
  });
  const told = () =>
    receiver.received
      .filter((one) => one.path === path)
      .map(
        ({ headers, body }) => new Webhook(secret).verify(body, headers) as { type: string; data: object },
      );
  return { ...own, key: await keyOf(own), told, secret };
}

describe('[7.13] business of another system', () => {
  it('is decided by whom it names; its end is sent signed, and read with the key', async () => {
    const own = await withSystem();
    const [first, second] = own.approverPeople;
    const input = payment({ approvers: [first!.mobile, second!.mobile], mode: 'JOINT' });
    const asked = await own.key.call(getAuthUrl, input);
    expect(asked.state).toBe('REVIEWING');
    expect(asked.authUrl).toMatch(/\/contract\/openApproval\?code=[\w-]{43}$/);
    const { approvalId } = asked;
    const list = await own.approvers[0]!.call(listApprovals, { box: 'toDecide' });
    expect(list.records.map((row) => [row.approvalId, row.subject, row.planId])).toContainEqual([
      approvalId,
      'EXTERNAL',
      '',
    ]);
    await sentNotice(own.approvers[0]!, '办公用品付款');
    const shown = await own.approvers[0]!.call(getApproval, { approvalId });
    expect(shown.external).toEqual({
      businessId: input.businessId,
      system: '费用系统',
      businessType: '',
      outdated: false,
      details: input.details,
      documents: input.documents,
    });
    await passes(own.approvers[0]!, approvalId, shown.digest);
    expect((await own.key.call(getAuthResult, { approvalId })).state).toBe('REVIEWING');
    await runJobs();
    expect(own.told()).toEqual([]);
    await passes(own.approvers[1]!, approvalId, shown.digest);
    await runJobs();
    await expect.poll(own.told).toEqual([
      {
        type: 'approval.ended',
        timestamp: expect.any(String),
        data: { approvalId, businessId: input.businessId, status: 'APPROVED', digest: shown.digest },
      },
    ]);
    const result = await own.key.call(getAuthResult, { approvalId });
    expect(result).toMatchObject({ state: 'APPROVED', digest: shown.digest, businessId: input.businessId });
    expect(result.steps.flatMap(({ approvers }) => approvers)).toEqual(
      [first, second].map((one) => ({
        name: one!.name,
        roles: ['APPROVER'],
        decision: 'PASS',
        time: expect.any(Number),
        words: '同意',
      })),
    );
    // The chain: what was asked and by which system, each decision on it, its end.
    expect(await firstBrokenLink(result.trail)).toBeNull();
    const words = await sha256Hex(new TextEncoder().encode(`${approvalId}\n同意`));
    const approved = shown.digest;
    expect(
      result.trail.map(({ event, operator, agent, evidence }) => [event, operator, agent, evidence]),
    ).toEqual([
      ['SENT_FOR_REVIEW', '费用系统', own.ent.name, { approved, business: input.businessId }],
      ...[first, second].map((one) => [
        'REVIEWED',
        one!.name,
        own.ent.name,
        { approved, decision: 'PASS', node: '费用系统', role: 'APPROVER', words },
      ]),
      ['REVIEW_PASSED', 'Signet', '', { approved }],
    ]);
    expect(result.trail[0]!.remark).toBe('办公用品付款');
    const forged = result.trail.map((line) =>
      line.seq === 2 ? { ...line, evidence: { ...line.evidence, decision: 'REJECT' } } : line,
    );
    expect(await firstBrokenLink(forged)).toBe(2);
    const leaves = await database().select().from(logLeaf).where(eq(logLeaf.taskId, approvalId));
    expect(leaves.map(({ seq }) => seq).sort()).toEqual([1, 2, 3, 4]);
  });

  it('chains a refusal, a withdrawal and a voiding by new content, each with the asked digest', async () => {
    const own = await withSystem(1);
    const approvers = [own.approverPeople[0]!.mobile];
    const chainOf = async (approvalId: string) => {
      const { trail } = await own.key.call(getAuthResult, { approvalId });
      expect(await firstBrokenLink(trail)).toBeNull();
      return trail.map(({ event, operator, evidence }) =>
        [event, operator, evidence.state ?? evidence.decision ?? ''].join(' '),
      );
    };
    const refused = await own.key.call(getAuthUrl, payment({ approvers }));
    const { digest } = await own.approvers[0]!.call(getApproval, { approvalId: refused.approvalId });
    await own.approvers[0]!.call(
      decideApproval,
      { approvalId: refused.approvalId, digest, decision: 'REJECT', words: '超出预算' },
      once(),
    );
    const by = own.approverPeople[0]!.name;
    expect(await chainOf(refused.approvalId)).toEqual([
      'SENT_FOR_REVIEW 费用系统 ',
      `REVIEWED ${by} REJECT`,
      'REVIEW_FAILED Signet REJECTED',
    ]);
    const input = payment({ approvers });
    const first = await own.key.call(getAuthUrl, input);
    const second = await own.key.call(getAuthUrl, { ...input, businessName: '办公用品付款（更正）' });
    expect(await chainOf(first.approvalId)).toEqual([
      'SENT_FOR_REVIEW 费用系统 ',
      'REVIEW_FAILED Signet VOIDED',
    ]);
    await own.key.call(cancelAuth, { approvalId: second.approvalId });
    const last = await chainOf(second.approvalId);
    expect(last).toHaveLength(2);
    expect(last[1]).toBe(`REVIEW_FAILED ${own.boss.name} WITHDRAWN`);
  });

  it('asks through flows that apply and the one it names, then its approvers, never its holder', async () => {
    const own = await withSystem();
    const [first, second] = own.approverPeople;
    await enableFlow(
      own.admin,
      flowOf([node([first!.id], { name: '财务' })], {
        subjects: ['EXTERNAL'],
        when: { amountFrom: 100_000 },
      }),
    );
    const chosen = await enableFlow(
      own.admin,
      flowOf([node([second!.id], { name: '法务' })], { subjects: ['EXTERNAL'], applies: 'CHOSEN' }),
    );
    const names = async (change: object) => {
      const { approvalId } = await own.key.call(getAuthUrl, payment(change));
      return (await own.key.call(getAuthResult, { approvalId })).steps.map(({ name }) => name);
    };
    expect(await names({ amount: 100_000, processId: chosen, approvers: [second!.mobile] })).toEqual([
      '财务',
      '法务',
      '费用系统',
    ]);
    expect(await names({ amount: 99_999, approvers: [second!.mobile] })).toEqual(['费用系统']);
    const asks = (change: object) => refusal(own.key, getAuthUrl, payment(change));
    expect(await asks({ amount: 1 })).toBe('APPROVAL_NO_APPROVER');
    expect(await asks({ amount: 1, approvers: [own.boss.mobile] })).toBe('APPROVAL_OWN');
    expect(await asks({ amount: 1, approvers: [own.outsidePerson.mobile] })).toBe('APPROVAL_NOT_A_COLLEAGUE');
    expect(await asks({ amount: 1, processId: 'x'.repeat(24) })).toBe('APPROVAL_FLOW_NOT_FOUND');
    const days = (n: number) => Date.now() + n * 86_400_000;
    for (const endTime of [days(-1), days(91)])
      expect(await asks({ approvers: [second!.mobile], endTime })).toBe('APPROVAL_END_TIME');
  });

  it('opens from its link once, for who has part in it and is signed in, as whichever identity', async () => {
    const own = await withSystem(1);
    const [approver] = own.approverPeople;
    const input = payment({ approvers: [approver!.mobile] });
    const first = await own.key.call(getAuthUrl, input);
    // Asked again it is the same approval, and the link that is out there stays good.
    const asked = await own.key.call(getAuthUrl, input);
    expect(asked.approvalId).toBe(first.approvalId);
    const code = codeOf(first.authUrl);
    const asSelf = await signedIn(approver!);
    const visitor = new ApiClient(product().baseUrl);
    expect(await refusal(visitor, openApproval, { code })).toMatch(/^SESSION_/);
    const stranger = await companyWithAdmin();
    for (const client of [own.sender, own.outside, stranger.admin])
      expect(await refusal(client, openApproval, { code })).toBe('NOT_FOUND');
    expect(await asSelf.call(openApproval, { code })).toEqual({
      approvalId: asked.approvalId,
      entId: own.ent.id,
      entName: own.ent.name,
    });
    expect(await refusal(own.approvers[0]!, openApproval, { code })).toBe('APPROVAL_LINK_USED');
    // The approval itself is still found in the list, and by the link of a message.
    expect(await own.approvers[0]!.call(openApproval, { approvalId: asked.approvalId })).toMatchObject({
      entId: own.ent.id,
    });
    const [kept] = await database()
      .select()
      .from(externalRequest)
      .innerJoin(approval, eq(approval.subjectId, externalRequest.id))
      .where(eq(approval.id, asked.approvalId));
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(kept!.external_request.openedBy).toBe(approver!.id);
  });

  it('changed content voids it during review and asks again; the same content asks nobody twice', async () => {
    const own = await withSystem(1);
    const [approver] = own.approverPeople;
    const [client] = own.approvers;
    const input = payment({ approvers: [approver!.mobile] });
    const first = await own.key.call(getAuthUrl, input);
    const { digest } = await client!.call(getApproval, { approvalId: first.approvalId });
    await passes(client!, first.approvalId, digest);
    expect(await own.key.call(getAuthUrl, input)).toMatchObject({
      approvalId: first.approvalId,
      state: 'APPROVED',
      authUrl: '',
    });
    // What was approved stays so: other content has a number of its own.
    const more = payment({ ...input, details: [{ name: '金额', value: '9,999.00 元' }] });
    expect(await refusal(own.key, getAuthUrl, more)).toBe('APPROVAL_BUSINESS_APPROVED');
    more.businessId += '-2';
    const second = await own.key.call(getAuthUrl, more);
    expect(second).toMatchObject({ state: 'REVIEWING' });
    const stateOf = async (approvalId: string) => (await own.key.call(getAuthResult, { approvalId })).state;
    expect(await stateOf(first.approvalId)).toBe('APPROVED');
    // While it is reviewed, the yes for what was shown counts for nothing.
    const shown = await client!.call(getApproval, { approvalId: second.approvalId });
    const third = await own.key.call(getAuthUrl, { ...more, businessName: '办公家具付款' });
    expect(
      await refusal(client!, decideApproval, {
        approvalId: second.approvalId,
        digest: shown.digest,
        decision: 'PASS',
        words: '',
      }),
    ).toBe('APPROVAL_CLOSED');
    expect((await client!.call(getApproval, { approvalId: third.approvalId })).beforeId).toBe(
      second.approvalId,
    );
    await runJobs();
    await expect
      .poll(() =>
        own
          .told()
          .map(({ data }) => [
            (data as { approvalId: string }).approvalId,
            (data as { status: string }).status,
          ]),
      )
      .toEqual(
        expect.arrayContaining([
          [first.approvalId, 'APPROVED'],
          [second.approvalId, 'VOIDED'],
        ]),
      );
  });

  it('is one approval where it is asked twice in the same second', async () => {
    const own = await withSystem(1);
    const input = payment({ approvers: [own.approverPeople[0]!.mobile] });
    const asked = await Promise.all([1, 2, 3].map(() => own.key.call(getAuthUrl, input)));
    expect(new Set(asked.map(({ approvalId }) => approvalId)).size).toBe(1);
    const { records } = await own.approvers[0]!.call(listApprovals, { box: 'toDecide' });
    expect(records.length).toBe(1);
  });

  it('is taken back by its system, expires in time, and says so', async () => {
    const own = await withSystem(1);
    const input = () => payment({ approvers: [own.approverPeople[0]!.mobile] });
    const back = await own.key.call(getAuthUrl, input());
    expect(await own.key.call(cancelAuth, { approvalId: back.approvalId }, once())).toEqual({
      state: 'WITHDRAWN',
    });
    expect(await refusal(own.key, cancelAuth, { approvalId: back.approvalId })).toBe('APPROVAL_CLOSED');
    const late = await own.key.call(getAuthUrl, input());
    const { subjectId } = (
      await database().select().from(approval).where(eq(approval.id, late.approvalId))
    )[0]!;
    await database().update(externalRequest).set({ endsAt: 1 }).where(eq(externalRequest.id, subjectId));
    await runJobs();
    expect((await own.key.call(getAuthResult, late)).state).toBe('EXPIRED');
    await expect
      .poll(() => own.told().map(({ data }) => (data as { status: string }).status))
      .toEqual(expect.arrayContaining(['WITHDRAWN', 'EXPIRED']));
  });

  it('is no business of other enterprises, of keys without the scope, or of other business types', async () => {
    const own = await withSystem(1);
    const types = payment({
      approvers: [own.approverPeople[0]!.mobile],
      businessType: BUSINESS_TYPES[0],
    });
    const { approvalId } = await own.key.call(getAuthUrl, types);
    const foreign = await keyOf(await companyWithAdmin());
    for (const call of [getAuthResult, cancelAuth])
      expect(await refusal(foreign, call, { approvalId })).toBe('NOT_FOUND');
    const reading = await keyOf(own, ['read']);
    expect(await refusal(reading, getAuthUrl, types)).toBe('API_KEY_SCOPE');
    expect((await reading.call(getAuthResult, { approvalId })).state).toBe('REVIEWING');
    const sending = await keyOf(own, ['send']);
    expect(await refusal(sending, getAuthResult, { approvalId })).toBe('API_KEY_SCOPE');
    // A key decides nothing and opens no link.
    expect(await refusal(own.key, openApproval, { approvalId })).toBe('API_KEY_SCOPE');
    expect(await refusal(own.key, getApproval, { approvalId })).toBe('API_KEY_SCOPE');
    const bounded = await keyOf(own, ['read', 'send'], { businessTypes: [BUSINESS_TYPES[1]] });
    for (const call of [getAuthResult, cancelAuth])
      expect(await refusal(bounded, call, { approvalId })).toBe('NOT_FOUND');
    expect(await refusal(bounded, getAuthUrl, types)).toBe('NOT_FOUND');
    expect(await refusal(own.approvers[0]!, getAuthResult, { approvalId })).toBe('NO_PERMISSION');
    expect(await refusal(own.sender, getAuthResult, { approvalId })).toBe('NOT_FOUND');
  });
});

describe('docs/approvals-of-other-systems.md', () => {
  const text = readFileSync('docs/approvals-of-other-systems.md', 'utf8');
  const blocks = [...text.matchAll(/```bash\n([\s\S]*?)```/g)].map((m) => m[1] ?? '');
  // Not execFileSync: the receiver of this process answers meanwhile.
  const run = async (script: string, env: Record<string, string | undefined>) =>
    (
      await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
        env: { PATH: process.env.PATH, SIGNET: product().baseUrl, ...env } as NodeJS.ProcessEnv,
        encoding: 'utf8',
      })
    ).stdout;

  it('[7.13] its commands ask, read the result and judge the event, as they are written', async () => {
    const own = await withSystem(1);
    const env = { KEY: own.key.apiKey, APPROVER: own.approverPeople[0]!.mobile };
    const asked = JSON.parse(await run(blocks[0]!, env)) as Envelope<{ approvalId: string; authUrl: string }>;
    expect(asked.code).toBe(200);
    const { approvalId, authUrl } = asked.data;
    expect(await own.approvers[0]!.call(openApproval, { code: codeOf(authUrl) })).toMatchObject({
      approvalId,
    });
    const { digest } = await own.approvers[0]!.call(getApproval, { approvalId });
    await passes(own.approvers[0]!, approvalId, digest);
    const result = JSON.parse(await run(blocks[1]!, { ...env, APPROVAL_ID: approvalId })) as Envelope<{
      state: string;
    }>;
    expect(result.data.state).toBe('APPROVED');
    await runJobs();
    await expect.poll(() => own.told().length).toBe(1);
    const event = receiver.received.find(({ body }) => body.includes(approvalId))!;
    const judge = (body: string) =>
      run(blocks[2]!, {
        SECRET: own.secret,
        ID: event.headers['webhook-id'],
        TIMESTAMP: event.headers['webhook-timestamp'],
        SIGNATURE: event.headers['webhook-signature'],
        BODY: body,
      });
    expect(await judge(event.body)).toBe('good\n');
    expect(await judge(event.body.replace('APPROVED', 'REJECTED'))).toBe('bad\n');
  });
});
