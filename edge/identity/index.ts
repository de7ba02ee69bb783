import * as calls from '#core/identity/calls.ts';
import * as passkeyCalls from '#core/identity/passkey-calls.ts';
import * as ukeyCalls from '#core/identity/ukey-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { askMailCode, askSmsCode, takeDeliveryReport } from './ask-code.ts';
import { checkCaptcha, giveCaptcha, giveImageCode } from './captchas.ts';
import { discardRefreshToken, endSession } from './end-session.ts';
import { getLoggedUserInfo } from './get-logged-user-info.ts';
import { getRegisteredUser } from './get-registered-user.ts';
import { listKeyProofs } from './judge-second-proof.ts';
import { listMyEnterprises } from './list-my-enterprises.ts';
import { giveUkeyChallenge, loginByUkey } from './login-by-ukey.ts';
import * as passkeys from './passkeys.ts';
import { givePasswordKey } from './password-envelope.ts';
import { changeDefaultPassword, checkCode, savePassword } from './recover-password.ts';
import { register } from './register.ts';
import { requestToken } from './request-token.ts';
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts';
import { saveSignPassword } from './sign-password.ts';
import { bindUkey, listMyUkeys, unbindUkey } from './ukeys.ts';
import { userMenus } from './user-menus.ts';
import { passwordKeys } from './wrapped-keys.ts';

const identityCalls = [
  implementOpen(calls.getPasswordKey, (_input, context) => givePasswordKey(context)),
  implementOpen(calls.requestToken, requestToken),
  implement(calls.discardRefreshToken, discardRefreshToken),
  implement(calls.logout, endSession),
  implement(calls.getLoggedUserInfo, getLoggedUserInfo),
  implement(calls.userMenus, userMenus),
  implement(calls.listMyEnterprises, listMyEnterprises),
  implement(calls.saveSignPassword, saveSignPassword),
  implementOpen(calls.sendAuthCode, askSmsCode),
  implementOpen(calls.sendMailCode, askMailCode),
  implementOpen(calls.reportDelivery, takeDeliveryReport),
  implementOpen(calls.getImageCode, giveImageCode),
  implementOpen(calls.getCaptcha, giveCaptcha),
  implementOpen(calls.checkCaptcha, checkCaptcha),
  implementOpen(calls.register, register),
  implementOpen(calls.checkCode, checkCode),
  implementOpen(calls.savePassword, savePassword),
  implement(calls.getRegisteredUser, getRegisteredUser),
  implement(calls.changeDefaultPassword, changeDefaultPassword),
  implement(calls.listSessions, listSessions),
  implement(calls.endOneSession, endOneSession),
  implement(calls.endOtherSessions, endOtherSessions),
  implement(passkeyCalls.listPasskeys, passkeys.listPasskeys),
  implement(passkeyCalls.beginPasskey, passkeys.beginPasskey),
  implement(passkeyCalls.addPasskey, passkeys.addPasskey),
  implement(passkeyCalls.renamePasskey, passkeys.renamePasskey),
  implement(passkeyCalls.removePasskey, passkeys.removePasskey),
  implementOpen(passkeyCalls.getPasskeyChallenge, (_input, context, request) =>
    passkeys.givePasskeyChallenge(context, request),
  ),
  implement(ukeyCalls.listMyUkeys, listMyUkeys),
  implement(ukeyCalls.listKeyProofs, listKeyProofs),
  implement(ukeyCalls.bindUkey, bindUkey),
  implement(ukeyCalls.unbindUkey, unbindUkey),
  implementOpen(ukeyCalls.getUkeyChallenge, (_input, context) => giveUkeyChallenge(context)),
  implementOpen(ukeyCalls.loginByUkey, loginByUkey),
];

export const identity: Domain = {
  calls: identityCalls,
  jobs: [
    { name: 'what has expired', load: () => import('./forget-expired.ts').then((m) => m.forgetExpired) },
  ],
  wrappedKeys: [passwordKeys],
};
