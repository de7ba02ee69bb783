/** Calls that the specification names without a path: they exist under paths of this product's own. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { cancelOutUser } from '#core/account/calls.ts';
import type { AnyCall } from '#core/call.ts';
import { getSystemOption, listWatermarks } from '#core/config/calls.ts';
import { listMyEnterprises } from '#core/identity/calls.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { changeDefaultPassword } from '#core/identity/register-calls.ts';
import { confirmFaceAuth, getUserExtendInfo, queryPersonInfo } from '#core/realname/calls.ts';
import { startFaceAuth } from '#core/realname/submit-calls.ts';
import { getEnterpriseState, getPendingSize } from '#core/task/home-calls.ts';
import { implementations } from '#edge/worker.ts';
import { openApiDocument } from '#scripts/openapi-document.ts';

/** What a call takes, by name. */
const takes = ({ input }: AnyCall): string[] => Object.keys((input as z.ZodObject).shape);

/** Each is implemented once, at an address that no other call has, and stands in the reference. */
function expectWalkable(calls: readonly AnyCall[]): void {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, unknown>> };
  for (const call of calls) {
    const at = implementations.filter(
      (one) => one.call.path === call.path && one.call.method === call.method,
    );
    expect(
      at.map((one) => one.call.id),
      call.id,
    ).toEqual([call.id]);
    const path = `/ecapi${call.path.replace(/:(\w+)/g, '{$1}')}`;
    expect(Object.keys(paths[path] ?? {}), path).toContain(call.method.toLowerCase());
  }
}

it('[7.9a] [7.9b] closing an account has a call for the code and one to confirm, by address', () => {
  expectWalkable([sendAuthCode, cancelOutUser]);
  expect(takes(sendAuthCode)).toEqual(expect.arrayContaining(['captchaKey', 'mobile', 'authCodeType']));
  expect(takes(cancelOutUser)).toEqual(expect.arrayContaining(['authCode', 'authCodeType', 'mobile']));
  expect(sendAuthCode.input.safeParse({ authCodeType: 'CANCEL_USER', captchaKey: 'k' }).success).toBe(true);
  const confirm = { authCode: '123456', mobile: '13800000001' };
  expect(cancelOutUser.input.safeParse({ ...confirm, authCodeType: 'CANCEL_USER' }).success).toBe(true);
  expect(cancelOutUser.input.safeParse({ ...confirm, authCodeType: 'LOGIN' }).success).toBe(false);
});

it('[7.12h] enterprise list, enterprise state and pending count have addresses of their own', () => {
  expectWalkable([listMyEnterprises, getEnterpriseState, getPendingSize]);
  expect(takes(listMyEnterprises)).toEqual(['current', 'size']);
  expect(listMyEnterprises.input.parse({})).toEqual({ current: 1, size: 10_000 });
  expect(takes(getEnterpriseState)).toEqual(['userId', 'entId']);
  expect(takes(getPendingSize)).toEqual(['flag']);
  expect(getPendingSize.input.safeParse({ flag: 'ALL' }).success).toBe(true);
  expect(getPendingSize.input.safeParse({ flag: 'SOME' }).success).toBe(false);
});

it('[7.11k] a person’s named things and the settings have addresses, and take what is named', () => {
  const named: [AnyCall, string[]][] = [
    [confirmFaceAuth, ['transId', 'result']],
    [startFaceAuth, ['userId', 'businessType', 'ownerType']],
    [changeDefaultPassword, ['password', 'userId']],
    [queryPersonInfo, ['id']],
    [getUserExtendInfo, []],
    [getSystemOption, ['systemType']],
    [listWatermarks, []],
  ];
  expectWalkable(named.map(([call]) => call));
  for (const [call, names] of named) expect(takes(call), call.id).toEqual(expect.arrayContaining(names));
});
