import * as calls from '#core/account/calls.ts';
import { resetSignPassword, updateSignPassword } from '#edge/identity/sign-password.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { closeAccount } from './close-account.ts';
import { makeHandLink, openHandLink, saveAutograph, saveHandSign } from './hand-link.ts';
import { listKeys, removeKey } from './keys.ts';
import { updateMail, updateMobile } from './update-address.ts';
import { updatePassword } from './update-password.ts';

const accountCalls = [
  implement(calls.updatePassword, updatePassword),
  implement(calls.updateMobile, updateMobile),
  implement(calls.updateMail, updateMail),
  implement(calls.updateSignPassword, updateSignPassword),
  implement(calls.resetSignPassword, resetSignPassword),
  implement(calls.cancelOutUser, closeAccount),
  implement(calls.getUserCertQrCode, makeHandLink),
  implementOpen(calls.getHandLink, openHandLink),
  implementOpen(calls.saveHandSign, saveHandSign),
  implement(calls.saveAutograph, saveAutograph),
  implement(calls.listKeys, listKeys),
  implement(calls.removeKey, removeKey),
];

export const accounts: Domain = {
  calls: accountCalls,
};
