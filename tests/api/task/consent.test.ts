import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { decideSimulatedCheck } from '#core/realname/calls.ts';
import { signTask } from '#core/task/calls.ts';
import { getConsent, listConsentMethods, type QrMethod, startConsent } from '#core/task/consent-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_B,
  companyA,
  companyB,
  fillingsFor,
  seenIn,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';

const ask = async (client: ApiClient, method: QrMethod, taskId: string) =>
  client.call(startConsent, {
    method,
    subject: { kind: 'PLAN', id: taskId },
    seen: await seenIn(client, taskId),
  });

/** What the phone behind the QR code decides. */
const decide = (client: ApiClient, url: string, state: 'SUCCESS' | 'FAILURE' | 'ENDED') =>
  client.call(decideSimulatedCheck, { ref: new URL(url).searchParams.get('ref')!, state });

const signWith = async (client: ApiClient, taskId: string, method: QrMethod, ticketId: string) =>
  client.envelope(signTask, {
    planId: taskId,
    seen: await seenIn(client, taskId),
    consent: { method, ticketId },
    fillings: await fillingsFor(client, taskId),
  });

describe('willingness shown on a phone', () => {
  it.each(['FACE', 'APP'] as const)(
    '[4.15a] %s: a yes signs once, and only what it was asked for',
    async (method) => {
      const [a, b] = await Promise.all([companyA(), companyB()]);
      const [taskId, other] = [await sendBetweenCompanies(a), await sendBetweenCompanies(a)];
      expect(await b.call(listConsentMethods, {})).toContain(method);
      const { ticketId, url } = await ask(b, method, taskId);
      expect((await signWith(b, taskId, method, ticketId)).code).toBe(ERROR_CODES.CONSENT_NOT_GIVEN);
      await decide(b, url, 'SUCCESS');
      expect(await b.call(getConsent, { ticketId })).toEqual({ state: 'CONFIRMED' });
      // Another task, another person, another method: not with this yes.
      expect((await signWith(b, other, method, ticketId)).code).toBe(ERROR_CODES.NOT_FOUND);
      expect((await signWith(a, taskId, method, ticketId)).code).toBe(ERROR_CODES.NOT_FOUND);
      const wrong = method === 'FACE' ? 'APP' : 'FACE';
      expect((await signWith(b, taskId, wrong, ticketId)).code).toBe(ERROR_CODES.NOT_FOUND);
      expect((await signWith(b, taskId, method, ticketId)).code).toBe(200);
      expect(await b.call(getConsent, { ticketId })).toEqual({ state: 'SPENT' });
      expect((await a.envelope(getConsent, { ticketId })).code).toBe(ERROR_CODES.NOT_FOUND);
    },
  );

  it('[4.15c] [8.15e] a no ends the flow: nothing is signed, and the phone cannot take it back', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const { ticketId, url } = await ask(b, 'APP', taskId);
    await decide(b, url, 'FAILURE');
    await decide(b, url, 'SUCCESS');
    expect(await b.call(getConsent, { ticketId })).toEqual({ state: 'REFUSED' });
    expect((await signWith(b, taskId, 'APP', ticketId)).code).toBe(ERROR_CODES.CONSENT_REFUSED);
  });

  it('[4.15b] an expired code cannot be used any more', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const { ticketId, url, expiresAt } = await ask(b, 'APP', taskId);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    await decide(b, url, 'ENDED');
    expect(await b.call(getConsent, { ticketId })).toEqual({ state: 'ENDED' });
    expect((await signWith(b, taskId, 'APP', ticketId)).code).toBe(ERROR_CODES.CONSENT_ENDED);
  });

  it('[4.15a] a signing refused for another reason costs no code and no yes; each signs once', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskIds = [await sendBetweenCompanies(a), await sendBetweenCompanies(a)] as const;
    const { ticketId, url } = await ask(b, 'APP', taskIds[0]);
    await decide(b, url, 'SUCCESS');
    await b.call(sendAuthCode, { authCodeType: 'SIGN' });
    const code = await codeSentTo(b, ADMIN_B.mobile, '签署验证码');
    const consents = [
      { method: 'APP', ticketId },
      { method: 'SMS', code },
    ] as const;
    for (const consent of consents) {
      const fillings = (await fillingsFor(b, taskIds[0])).map((f) => ({ ...f, sealId: 'none' }));
      const seen = await seenIn(b, taskIds[0]);
      expect((await b.envelope(signTask, { planId: taskIds[0], seen, consent, fillings })).code).not.toBe(
        200,
      );
    }
    expect(await b.call(getConsent, { ticketId })).toEqual({ state: 'CONFIRMED' });
    expect((await signWith(b, taskIds[0], 'APP', ticketId)).code).toBe(200);
    // Two tasks at once by one code: one is signed, whichever.
    const third = await sendBetweenCompanies(a);
    const codes = await Promise.all(
      [taskIds[1], third].map(async (taskId) => {
        const fillings = await fillingsFor(b, taskId);
        const seen = await seenIn(b, taskId);
        return (await b.envelope(signTask, { planId: taskId, seen, consent: consents[1], fillings })).code;
      }),
    );
    expect(codes.sort()).toEqual([200, ERROR_CODES.CODE_WRONG].sort());
  });

  it('can be requested only by the signer whose turn it is', async () => {
    const a = await companyA();
    const taskId = await sendBetweenCompanies(a);
    await sign(a, taskId);
    const seen = await seenIn(a, taskId);
    const subject = { kind: 'PLAN', id: taskId } as const;
    const again = await a.envelope(startConsent, { method: 'APP', subject, seen });
    expect(again.code).toBe(ERROR_CODES.ALREADY_SIGNED);
  });
});
