import { AppError } from '#core/errors.ts';
import * as calls from '#core/identity/calls.ts';
import { MOBILE } from '#core/task/check-plan.ts';
import type { Context } from '../context.ts';
import { implement, implementOpen } from '../http/implement.ts';
import { authenticate } from './authenticate.ts';
import { discardRefreshToken, endSession } from './end-session.ts';
import { getLoggedUserInfo } from './get-logged-user-info.ts';
import { listMyEnterprises } from './list-my-enterprises.ts';
import { givePasswordKey } from './password-envelope.ts';
import { requestToken } from './request-token.ts';
import { mobileOf, saveSignPassword } from './save-sign-password.ts';
import { sendAuthCode } from './send-auth-code.ts';
import { userMenus } from './user-menus.ts';

export const identityCalls = [
  implementOpen(calls.getPasswordKey, (_input, context) => givePasswordKey(context)),
  implementOpen(calls.requestToken, requestToken),
  implement(calls.discardRefreshToken, discardRefreshToken),
  implement(calls.logout, endSession),
  implement(calls.getLoggedUserInfo, getLoggedUserInfo),
  implement(calls.userMenus, userMenus),
  implement(calls.listMyEnterprises, listMyEnterprises),
  implement(calls.saveSignPassword, saveSignPassword),
  implementOpen(calls.sendAuthCode, async (input, context, request) => {
    const mobile = input.authCodeType === 'SIGN' ? await ownMobile(context, request) : (input.mobile ?? '');
    if (!MOBILE.test(mobile)) throw new AppError('INPUT_INVALID', {}, 'mobile');
    await sendAuthCode(context, input.authCodeType, mobile);
    return null;
  }),
];

async function ownMobile(context: Context, request: Request): Promise<string> {
  const actor = await authenticate(request, context);
  return mobileOf(context, actor.accountId);
}
