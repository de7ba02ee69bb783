import { expect, it } from 'vitest';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { newKey, personSigner, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentMessages, sentNotices } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';

import { signedIn } from '#tests/fixtures/sign-in.ts';

/** Somebody verified who has the product open in a language. */
async function reader(language: string) {
  const person = await newPerson({ signPassword: DEMO.signPassword });
  return { ...person, realName: person.name, client: await open(await signedIn(person), language) };
}

async function open(client: ApiClient, language: string): Promise<ApiClient> {
  client.language = language;
  await client.call(getLoggedUserInfo, {});
  return client;
}

it('[0.1d] [4.1c] writes to each party in their language; without an account, in the sender’s', async () => {
  const { admin, ent } = await companyWithAdmin();
  await open(admin, 'zh-TW');
  const english = await reader('en-US');
  const chinese = await reader('zh-CN');
  const stranger = newMobile();
  const plan = await taskToSend(admin, [personSigner(english, 1), personSigner(chinese, 2)], {
    ccList: [{ copyId: newKey(), copyType: 'PERSON', userName: '未註冊', mobile: stranger }],
  });
  const { planId: taskId } = await admin.call(sendTask, plan, { 'X-Request-Id': crypto.randomUUID() });
  const name = plan.taskName;
  const said = async (mobile: string) => {
    const all = await sentMessages(admin, mobile);
    return all.map(({ text }) => text).filter((text) => text.includes(name));
  };
  await expect
    .poll(() => said(english.mobile))
    .toEqual([expect.stringContaining(`${ent.name} asks you to sign “${name}”`)]);
  await expect
    .poll(() => said(chinese.mobile))
    .toEqual([expect.stringContaining(`${ent.name} 邀请您签署“${name}”`)]);
  await expect
    .poll(() => said(stranger))
    .toEqual([expect.stringContaining(`${ent.name} 將「${name}」副本抄送給您`)]);

  await sign(english.client, taskId);
  // their page changes its language: the next message comes in the new one
  await open(english.client, 'zh-TW');
  await sign(chinese.client, taskId);
  await expect
    .poll(() => said(english.mobile))
    .toContainEqual(expect.stringContaining(`「${name}」已全部簽署完成`));
  await expect
    .poll(() => said(chinese.mobile))
    .toContainEqual(expect.stringContaining(`“${name}”已全部签署完成`));
  // a notice has no language of its own: it is read in the reader's
  await expect
    .poll(async () => {
      const { records } = await sentNotices(admin, { keyword: name });
      return records.map(({ subject }) => subject);
    })
    .toContainEqual(expect.stringContaining(`「${name}」已全部簽署完成`));
});
