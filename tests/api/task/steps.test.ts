import { describe, expect, it } from 'vitest';
import type { Envelope, OutputOf } from '#core/call.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { signTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, companyB, fillingsFor, seenIn, sendBetweenCompanies } from '#tests/fixtures/contracts.ts';
import { product } from '#tests/product.ts';

/** Signs as somebody who reads the answer step by step. */
async function signInSteps(client: ApiClient, taskId: string, password: string) {
  const response = await fetch(`${product().baseUrl}/ecapi${signTask.path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/x-ndjson',
      'X-Token': client.session!.accessToken,
      'X-Request-Id': crypto.randomUUID(),
    },
    body: JSON.stringify({
      planId: taskId,
      seen: await seenIn(client, taskId),
      consent: { method: 'PASSWORD', password },
      fillings: await fillingsFor(client, taskId),
    }),
  });
  const lines = (await response.text()).trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as { step: string });
  return {
    type: response.headers.get('content-type'),
    steps: all.slice(0, -1).map(({ step }) => step),
    answer: all.at(-1) as unknown as Envelope<OutputOf<typeof signTask>>,
  };
}

describe('a signing that reports its steps', () => {
  it('begins each step in its order and ends with the envelope', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const password = await b.seal(DEMO.signPassword);
    const told = await signInSteps(b, taskId, password);
    expect(told.type).toBe('application/x-ndjson');
    expect(told.steps.filter((step, i) => told.steps.indexOf(step) === i)).toEqual(
      signTask.output.shape.steps.element.shape.step.options,
    );
    expect(told.answer.code).toBe(200);
    expect(told.answer.data.documents[0]!.revision).toBe(1);
  });

  it('[4.15a] stops at the proof of willingness when the password is wrong', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const told = await signInSteps(b, taskId, await b.seal('000000'));
    expect(told.steps).toEqual(['consent']);
    expect(told.answer).toMatchObject({ code: ERROR_CODES.SIGN_PASSWORD_WRONG, data: null });
  });
});
