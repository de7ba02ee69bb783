/** Whom a signing link takes: its rules, the publisher's rights of that moment, and who decides. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getCredits } from '#core/credit/calls.ts';
import {
  changeSigningLink,
  decideSigningLinkEntry,
  listSigningLinkEntries,
  listSigningLinks,
  readSigningLink,
  readSigningLinkCounter,
  rotateSigningLink,
  switchSigningLink,
} from '#core/signinglink/calls.ts';
import {
  enterSigningLink,
  openSigningLink,
  readSigningLinkForm,
  sendSigningLinkCode,
  submitSigningLink,
} from '#core/signinglink/opener-calls.ts';
import { getTask, revokeTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { disableTemplate, enableTemplate } from '#core/template/version-calls.ts';
import { account, member, signingLink } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { newKey, sign } from '#tests/fixtures/contracts.ts';
import { keep } from '#tests/fixtures/credits.ts';

import { sentNotice } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import {
  addMember,
  companyWithAdmin,
  database,
  keyring,
  newPerson,
  setCompany,
} from '#tests/fixtures/people.ts';
import { passCaptcha, registerPerson } from '#tests/fixtures/registration.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import {
  AMOUNT,
  codeAtLink,
  codeIn,
  nobody,
  publishedBy,
  publishedLink,
  sendIn,
} from '#tests/fixtures/signing-links.ts';

const someone = async () => signedIn(await newPerson());
const refused = (client: ApiClient, code: string) =>
  refusal(client, submitSigningLink, { code, userName: '陈来签', fields: AMOUNT });
const stateOf = async (code: string) => (await nobody().call(openSigningLink, { code })).state;
const copiesOf = async (client: ApiClient) => (await client.call(getCredits, {})).available;
const isOver = (linkId: string) =>
  database()
    .update(signingLink)
    .set({ until: Date.now() - 1 })
    .where(eq(signingLink.id, linkId));

describe('the rules of a signing link', () => {
  it('gives the last place to one of several who send in at once, and tells the others', async () => {
    const { code, linkId, admin } = await publishedLink({ limit: 2 });
    const before = await copiesOf(admin);
    const clients = await Promise.all([someone(), someone(), someone(), someone()]);
    const results = await Promise.all(
      clients.map((client) =>
        sendIn(client, code).then(
          ({ state }) => state as string,
          () => 'refused',
        ),
      ),
    );
    expect(results.toSorted()).toEqual(['SENT', 'SENT', 'refused', 'refused']);
    const loser = clients[results.indexOf('refused')]!;
    expect(await refused(loser, code)).toBe('SIGNING_LINK_FULL');
    expect(await refusal(loser, readSigningLinkForm, { code })).toBe('SIGNING_LINK_FULL');
    expect(await stateOf(code)).toBe('FULL');
    expect(await admin.call(readSigningLink, { linkId })).toMatchObject({ sent: 2, state: 'FULL' });
    expect((await admin.call(listSigningLinkEntries, { linkId })).total).toBe(2);
    // Only what became a contract took a copy.
    expect(before - (await copiesOf(admin))).toBe(2);
    const { repeats, approval, counterOnly } = await admin.call(readSigningLink, { linkId });
    await admin.call(changeSigningLink, { linkId, limit: 3, repeats, approval, counterOnly });
    expect((await sendIn(loser, code)).state).toBe('SENT');
  });

  it('takes each person once, from two tabs too, and again once their contract was withdrawn', async () => {
    const { code, linkId, admin } = await publishedLink();
    const client = await someone();
    const results = await Promise.all(
      [1, 2].map(() =>
        sendIn(client, code).then(
          ({ planId: taskId }) => taskId,
          () => '',
        ),
      ),
    );
    const [taskId] = results.filter(Boolean);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await refused(client, code)).toBe('SIGNING_LINK_ALREADY');
    await admin.call(revokeTask, { planId: taskId!, reason: '金额有误' });
    expect((await client.call(readSigningLinkForm, { code })).mine).toBeNull();
    const again = await sendIn(client, code);
    expect(again.planId).not.toBe(taskId);
    await admin.call(changeSigningLink, { linkId, repeats: true });
    expect((await sendIn(client, code)).state).toBe('SENT');
  });

  it('answers the same request twice with the same contract', async () => {
    const { code, linkId, admin } = await publishedLink({ repeats: true });
    const client = await someone();
    const once = { 'X-Request-Id': crypto.randomUUID() };
    const input = { code, userName: '陈来签', fields: AMOUNT };
    const first = await client.call(submitSigningLink, input, once);
    expect(await client.call(submitSigningLink, input, once)).toEqual(first);
    expect((await admin.call(listSigningLinkEntries, { linkId })).total).toBe(1);
  });

  it('takes the numbers of its list as they are now, and says so only after the code', async () => {
    const [listed, other] = [await newPerson(), await newPerson()];
    const { code, linkId, admin } = await publishedLink({ allowed: [`+86 ${listed.mobile}`] });
    expect((await admin.call(readSigningLink, { linkId })).allowed).toEqual([listed.mobile]);
    const stranger = await signedIn(other);
    expect(await refusal(stranger, readSigningLinkForm, { code })).toBe('SIGNING_LINK_NOT_LISTED');
    expect(await refused(stranger, code)).toBe('SIGNING_LINK_NOT_LISTED');
    // Asking for a code tells nothing: both numbers get one.
    await codeAtLink(code, other.mobile);
    const client = await signedIn(listed);
    await client.call(readSigningLinkForm, { code });
    // While it is filled in, the person gives the number up.
    const keys = await keyring();
    const mobile = newMobile();
    await database()
      .update(account)
      .set({
        mobileIndex: await keys.indexOf(mobile, 'mobile'),
        mobileSealed: await keys.sealField(mobile, `mobile:${listed.id}`),
      })
      .where(eq(account.id, listed.id));
    expect(await refused(client, code)).toBe('SIGNING_LINK_NOT_LISTED');
  });

  it('ends at once when stopped, over or given a new address, for who is filling in too', async () => {
    const { code, linkId, admin } = await publishedLink();
    const client = await someone();
    await client.call(readSigningLinkForm, { code });
    await admin.call(switchSigningLink, { linkId, open: false });
    expect(await stateOf(code)).toBe('STOPPED');
    expect(await refused(client, code)).toBe('SIGNING_LINK_STOPPED');
    const mobile = newMobile();
    expect(
      await refusal(nobody(), sendSigningLinkCode, { code, mobile, ...(await passCaptcha(nobody())) }),
    ).toBe('SIGNING_LINK_STOPPED');
    expect(await refusal(nobody(), enterSigningLink, { code, mobile, authCode: '123456' })).toBe(
      'SIGNING_LINK_STOPPED',
    );
    await admin.call(switchSigningLink, { linkId, open: true });
    expect(await stateOf(code)).toBe('OPEN');
    const { url } = await admin.call(rotateSigningLink, { linkId });
    expect(await refused(client, code)).toBe('SIGNING_LINK_UNKNOWN');
    await sendIn(client, codeIn(url));
    await isOver(linkId);
    expect(await stateOf(codeIn(url))).toBe('ENDED');
    expect(await refused(await someone(), codeIn(url))).toBe('SIGNING_LINK_ENDED');
    // What was sent in before still leads on.
    expect((await client.call(readSigningLinkForm, { code: codeIn(url) })).mine?.state).toBe('SENT');
  });

  it('refuses who has a part in the contract already, and a code without a security verification', async () => {
    const person = await newPerson();
    const { code } = await publishedLink({
      copies: [{ type: 'PERSON', userName: person.name, mobile: person.mobile }],
    });
    expect(await refused(await signedIn(person), code)).toBe('SIGNING_LINK_OWN_PARTY');
    expect(await refusal(nobody(), sendSigningLinkCode, { code, mobile: newMobile() })).toBe(
      'CAPTCHA_NEEDED',
    );
  });
});

describe('the rights of the publisher, as they are when somebody opens the link', () => {
  it('takes nobody while the template is disabled, the enterprise held or no copy left', async () => {
    const { code, linkId, admin, id, ent } = await publishedLink();
    const client = await someone();
    const takesNobody = async (why: RegExp) => {
      expect(await stateOf(code)).toBe('UNAVAILABLE');
      expect(await refusal(client, readSigningLinkForm, { code })).toBe('SIGNING_LINK_UNAVAILABLE');
      expect(await refused(client, code)).toBe('SIGNING_LINK_UNAVAILABLE');
      return why;
    };
    await admin.call(disableTemplate, { id });
    const why = await takesNobody(/模板/);
    // The publisher is told why.
    expect((await admin.call(readSigningLink, { linkId })).problem).toMatch(why);
    await admin.call(enableTemplate, { id });
    expect(await stateOf(code)).toBe('OPEN');
    await setCompany(ent, { businessStatus: 'DISABLE' });
    await takesNobody(/./);
    await setCompany(ent, { businessStatus: 'ENABLE', authStatus: 'REVOKE' });
    await takesNobody(/./);
    await setCompany(ent, { authStatus: 'AUTH' });
    const ledger = keep(database());
    while (await ledger.reserve(ent.id, newKey()));
    await takesNobody(/./);
    expect((await admin.call(readSigningLink, { linkId })).problem).toMatch(/份/);
    await ledger.give(ent.id, 1, null);
    expect((await sendIn(client, code)).state).toBe('SENT');
  });

  it('ends with the right of whoever published it, and a colleague’s right is not lent', async () => {
    const seller = await publishedLink();
    const { boss, ent, code } = seller;
    const other = await newPerson();
    await addMember(ent, other, ['ENT_ADMIN']);
    const client = await someone();
    const ofBoss = eq(member.accountId, boss.id);
    await database()
      .update(member)
      .set({ roles: ['EMPLOYEE'] })
      .where(ofBoss);
    expect(await stateOf(code)).toBe('UNAVAILABLE');
    expect(await refused(client, code)).toBe('SIGNING_LINK_UNAVAILABLE');
    await database()
      .update(member)
      .set({ roles: ['SIGN_OPERATOR'], businessTypes: ['PURCHASE'] })
      .where(ofBoss);
    expect(await refused(client, code)).toBe('SIGNING_LINK_UNAVAILABLE');
    await database().update(member).set({ businessTypes: null }).where(ofBoss);
    expect(await stateOf(code)).toBe('OPEN');
    await database().update(member).set({ leftAt: Date.now() }).where(ofBoss);
    expect(await refused(client, code)).toBe('SIGNING_LINK_UNAVAILABLE');
  });

  it('shows links and who came to the publisher and overseers alone, never to another enterprise', async () => {
    const seller = await publishedLink();
    const { ent, linkId } = seller;
    const clerk = await newPerson();
    await addMember(ent, clerk, ['SIGN_OPERATOR']);
    const stranger = (await companyWithAdmin()).admin;
    for (const client of [await signedIn(clerk, ent.id), stranger]) {
      expect(await refusal(client, readSigningLink, { linkId })).toBe('NOT_FOUND');
      expect(await refusal(client, listSigningLinkEntries, { linkId })).toBe('NOT_FOUND');
      expect(await refusal(client, switchSigningLink, { linkId, open: false })).toBe('NOT_FOUND');
      expect(await refusal(client, rotateSigningLink, { linkId })).toBe('NOT_FOUND');
      expect(await refusal(client, changeSigningLink, { linkId })).toBe('NOT_FOUND');
      expect(await refusal(client, readSigningLinkCounter, { linkId })).toBe('NOT_FOUND');
      expect((await client.call(listSigningLinks, {})).records).toEqual([]);
    }
    await publishedBy(seller);
    const { records } = await seller.admin.call(listSigningLinks, { taskName: '会员' });
    expect(records.map((one) => one.state)).toEqual(['OPEN', 'OPEN']);
  });
});

describe('approval of each', () => {
  it('makes a contract, takes a copy and counts only when the publisher accepts, once', async () => {
    const { code, linkId, admin } = await publishedLink({ approval: true, limit: 1 });
    const before = await copiesOf(admin);
    const [first, second] = await Promise.all([someone(), someone()]);
    expect(await sendIn(first, code)).toEqual({ state: 'PENDING', planId: '' });
    expect(await refused(first, code)).toBe('SIGNING_LINK_ALREADY');
    await sendIn(second, code);
    await sentNotice(admin, '会员协议');
    expect(await copiesOf(admin)).toBe(before);
    expect((await first.call(listTasks, { box: 'pending', dataRange: 'ALL' })).total).toBe(0);
    const { records } = await admin.call(listSigningLinkEntries, { linkId, state: 'PENDING' });
    expect(records.map(({ values }) => values)).toEqual([
      [{ name: '金额', value: '1280' }],
      [{ name: '金额', value: '1280' }],
    ]);
    const [{ entryId: late }, { entryId }] = records as [(typeof records)[0], (typeof records)[0]];
    // A link that was stopped meanwhile takes no others, but its publisher still decides.
    await admin.call(switchSigningLink, { linkId, open: false });
    const accept = { linkId, entryId, accept: true };
    const results = await Promise.all(
      [1, 2].map(() =>
        admin.call(decideSigningLinkEntry, accept).then(
          ({ planId: taskId }) => taskId,
          () => '',
        ),
      ),
    );
    const [taskId] = results.filter(Boolean);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect((await admin.call(getTask, { planId: taskId! })).taskName).toMatch(/^会员协议 - /);
    expect((await first.call(readSigningLinkForm, { code })).mine).toMatchObject({
      state: 'SENT',
      planId: taskId,
    });
    expect(await copiesOf(admin)).toBe(before - 1);
    expect(await refusal(admin, decideSigningLinkEntry, { linkId, entryId: late, accept: true })).toBe(
      'SIGNING_LINK_FULL',
    );
    await admin.call(decideSigningLinkEntry, { linkId, entryId: late, accept: false });
    await sentNotice(second, '未接受');
    expect(await refusal(admin, decideSigningLinkEntry, { linkId, entryId: late, accept: true })).toBe(
      'SIGNING_LINK_DECIDED',
    );
    expect(await copiesOf(admin)).toBe(before - 1);
  });
});

describe('a link for the counter', () => {
  it('is of use with a code that the screen shows now, and counts who signed without names', async () => {
    const { code, linkId, admin } = await publishedLink({ counterOnly: true });
    const person = await newPerson({ signPassword: DEMO.signPassword });
    const client = await signedIn(person);
    expect(await stateOf(code)).toBe('COUNTER');
    expect(await refusal(client, readSigningLinkForm, { code })).toBe('SIGNING_LINK_COUNTER');
    const shown = await admin.call(readSigningLinkCounter, { linkId });
    expect(shown.signed).toBe(0);
    const counter = new URL(shown.url, 'http://x').searchParams.get('at')!;
    expect((await nobody().call(openSigningLink, { code, counter })).state).toBe('OPEN');
    // One of another link, and one that was made up, are none.
    const other = await publishedLink({ counterOnly: true });
    expect((await nobody().call(openSigningLink, { code: other.code, counter })).state).toBe('COUNTER');
    const forged = counter.replace(/^[0-9a-z]+/, (Date.now() + 1e9).toString(36));
    expect((await nobody().call(openSigningLink, { code, counter: forged })).state).toBe('COUNTER');
    // A code that was sent in time leads on, whenever the message is read, and for that number alone.
    const mobile = newMobile();
    const sent = await nobody().call(sendSigningLinkCode, {
      code,
      counter,
      mobile,
      ...(await passCaptcha(nobody())),
    });
    expect(await refusal(client, readSigningLinkForm, { code, counter: sent.pass })).toBe(
      'SIGNING_LINK_COUNTER',
    );
    const newcomer = await registerPerson(mobile);
    await newcomer.client.call(readSigningLinkForm, { code, counter: sent.pass });
    const { pass } = await client.call(readSigningLinkForm, { code, counter });
    expect(await refused(client, code)).toBe('SIGNING_LINK_COUNTER');
    // A pass is good for whoever got it.
    expect(
      await refusal(await someone(), submitSigningLink, { code, userName: '陈', fields: AMOUNT, pass }),
    ).toBe('SIGNING_LINK_COUNTER');
    const { planId: taskId } = await sendIn(client, code, { pass });
    await sign(client, taskId);
    const after = await admin.call(readSigningLinkCounter, { linkId });
    expect(after.signed).toBe(1);
    expect(JSON.stringify(after)).not.toContain(person.name);
  });
});
