import { expect, it } from 'vitest';
import { allCalls } from '#core/calls.ts';

/** Whether a session that a customer's system opened may make the call. */
const isOpen = ({ actor, sso }: { actor: string; sso?: boolean }): boolean =>
  actor === 'enterprise' ? sso !== false : sso === true;

/** What outlives the session in which it was made: keys, bindings and secrets, and who decides about the enterprise. */
const LASTING = [
  'account.updatePassword',
  'apikey.changeKey',
  'apikey.makeApiKey',
  'apikey.rotateKey',
  'apikey.takeOverKey',
  'autosign.openAutoSign',
  'company.decideAdminApplication',
  'company.transferAdministrator',
  'identity.addPasskey',
  'identity.bindUkey',
  'seal.allowUkey',
  'seal.certifyUkey',
  'sso.saveFirmLogin',
  'webhook.changeWebhook',
  'webhook.rotateSecret',
  'webhook.saveWebhook',
];

it('nothing that outlives a session of single sign-on can be made in one', () => {
  const calls = new Map(allCalls().map((call) => [call.id, call]));
  expect(LASTING.filter((id) => !calls.has(id))).toEqual([]);
  expect(LASTING.filter((id) => isOpen(calls.get(id)!.access))).toEqual([]);
});

/** They take a proof only to appoint a business administrator, which `judgeAppointment` refuses in such a session. */
const APPOINTING = ['company.passJoin', 'company.savePerson'];

it('what takes a second proof is closed to sessions of single sign-on', () => {
  const proved = allCalls().filter(({ input }) => 'shape' in input && 'proof' in (input.shape as object));
  expect(proved.length).toBeGreaterThan(10);
  expect(proved.filter(({ access }) => isOpen(access)).map(({ id }) => id)).toEqual(APPOINTING);
});
