import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeKey, revokeKey } from '#core/apikey/calls.ts';
import { makeEmbedLink, openEmbedLink, sendEmbedCode } from '#core/embed/calls.ts';
import { getLoggedUserInfo, requestToken, sendAuthCode } from '#core/identity/calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { downloadDocument, getTask, rejectTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { embedLink, session } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { linkFor, programOf, sentTo } from '#tests/fixtures/embeds.ts';
import { codeSentTo, trailEntries } from '#tests/fixtures/messages.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { enterpriseSigner, seenIn, sign, taskToSend } from '../../fixtures/contracts.ts';
import { addMember, companyWithAdmin, database, newPerson } from '../../fixtures/people.ts';
import { product } from '../../product.ts';

const ORIGIN = 'https://portal.example.com';
const nobody = () => new ApiClient(product().baseUrl);

let acting: Awaited<ReturnType<typeof companyWithAdmin>>;
let program: Awaited<ReturnType<typeof programOf>>;
beforeAll(async () => {
  acting = await companyWithAdmin();
  program = await programOf(acting.boss, acting.ent, [ORIGIN]);
});

/** Opens a link as its signer does, with the code that was sent to them. */
async function openAsSigner({ linkId, secret }: { linkId: string; secret: string }, mobile: string) {
  const client = nobody();
  await client.call(sendEmbedCode, { linkId, secret });
  const code = await codeSentTo(client, mobile, '验证码');
  const opened = await client.call(openEmbedLink, { linkId, secret, code });
  client.session = opened.session;
  return { client, code, opened };
}

describe('a one-time link of an embedded page', () => {
  it('begins its signer’s session with a code to their mobile, signs its task, and is good once', async () => {
    const signer = await newPerson({ signPassword: DEMO.signPassword });
    const { planId: taskId, signerId } = await sentTo(program.client, signer);
    const link = await linkFor(program.client, {
      planId: taskId,
      signerId,
      origin: ORIGIN,
      theme: { radius: 8 },
    });
    expect(new URL(link.url).pathname).toBe(`/embed/sign/${link.linkId}`);
    expect(new URL(link.url).search).toBe('');
    const given = { linkId: link.linkId, secret: link.secret };
    const [row] = await database().select().from(embedLink).where(eq(embedLink.id, link.linkId));
    expect(JSON.stringify(row)).not.toContain(link.secret);

    // Whoever made the link has no session by it: it takes the signer’s phone.
    const asked = await nobody().call(openEmbedLink, given);
    expect(asked).toMatchObject({ session: null, origin: ORIGIN, subjectId: taskId, theme: { radius: 8 } });
    expect(asked.person.mobile).toBe(`${signer.mobile.slice(0, 3)}****${signer.mobile.slice(-4)}`);
    expect(JSON.stringify(asked)).not.toContain(signer.mobile);
    expect(await refusal(nobody(), openEmbedLink, { ...given, code: '000000' })).toBe('CODE_WRONG');
    const { client, code } = await openAsSigner(link, signer.mobile);
    for (const again of [given, { ...given, code }])
      expect(await refusal(nobody(), openEmbedLink, again)).toBe('EMBED_LINK_USED');
    expect(await refusal(nobody(), sendEmbedCode, given)).toBe('EMBED_LINK_USED');

    // The willingness check is that of every signature.
    await sign(client, taskId);
    const entries = await trailEntries(program.client, taskId);
    const signed = entries.find(({ event }) => event === 'SIGNED')!;
    expect(signed.operator).toBe(signer.name);
    expect(signed.evidence.embeddedIn).toBe(ORIGIN);
    expect(signed.evidence.apiKey).toBeUndefined();
  });

  it('reaches its task only: no other task, no list, nothing of the person, and no other session', async () => {
    const signer = await newPerson();
    const [one, other] = [await sentTo(program.client, signer), await sentTo(program.client, signer)];
    const link = await linkFor(program.client, { ...one, origin: ORIGIN });
    const { client, opened } = await openAsSigner(link, signer.mobile);
    expect((await client.call(getTask, { planId: one.planId })).taskName).toBe(one.taskName);
    await client.download(downloadDocument, { planId: one.planId, fileIndex: 0, purpose: 'view' });
    expect(await refusal(client, getTask, { planId: other.planId })).toBe('NOT_FOUND');
    expect(await refusal(client, downloadDocument, { planId: other.planId, fileIndex: 0 })).toBe('NOT_FOUND');
    expect(await refusal(client, rejectTask, { planId: other.planId, reason: '不签' })).toBe('NOT_FOUND');
    const seen = await seenIn(await signedIn(signer), other.planId);
    const subject = { kind: 'PLAN', id: other.planId } as const;
    expect(await refusal(client, startConsent, { method: 'FACE', subject, seen })).toBe('NOT_FOUND');
    expect(await refusal(client, listTasks, { box: 'all' })).toBe('EMBED_NOT_HERE');
    expect(await refusal(client, getLoggedUserInfo, {})).toBe('EMBED_NOT_HERE');
    // A code of another purpose would let the page change the account.
    expect(await refusal(client, sendAuthCode, { authCodeType: 'CHECK_MOBILE' })).toBe('EMBED_NOT_HERE');
    expect(opened.session!.refreshToken).toBe('');
    const refresh = { grant_type: 'refresh_token' as const, refresh_token: opened.session!.refreshToken };
    expect(await refusal(nobody(), requestToken, refresh)).not.toBe('OK');
    expect(await refusal(client, makeEmbedLink, { ...one, origin: ORIGIN })).toBe('EMBED_NOT_HERE');
  });

  it('of two uses at once begins one session', async () => {
    const member = await newPerson();
    await addMember(acting.ent, member, ['SIGN_OPERATOR']);
    const plan = await taskToSend(program.client, [
      enterpriseSigner(acting.ent, { realName: member.name, mobile: member.mobile }),
    ]);
    const { planId: taskId } = await program.client.call(sendTask, plan);
    const { signerList } = await program.client.call(getTask, { planId: taskId });
    const { signerId } = signerList[0]!;
    const { linkId, secret } = await linkFor(program.client, { planId: taskId, signerId, origin: ORIGIN });
    const tried = await Promise.all(
      Array.from({ length: 4 }, () => nobody().envelope(openEmbedLink, { linkId, secret })),
    );
    const good = tried.filter(({ code }) => code === 200);
    expect(good).toHaveLength(1);
    const [row] = await database().select().from(embedLink).where(eq(embedLink.id, linkId));
    const begun = await database().select().from(session).where(eq(session.id, row!.sessionId!));
    expect(begun).toHaveLength(1);
    // A member of the enterprise itself needs no code; the session stands for the enterprise, not for the person.
    const client = nobody();
    client.session = good[0]!.data.session;
    expect(client.session!.entId).toBe(acting.ent.id);
    expect((await client.call(getTask, { planId: taskId })).planId).toBe(taskId);
    expect(await client.call(listUsableSeals, {})).toEqual([]);
  });

  it('is made by a key for its own enterprise’s task, an allowed origin and the signer in turn', async () => {
    const signer = await newPerson();
    const sent = await sentTo(program.client, signer);
    const input = { ...sent, origin: ORIGIN };
    for (const origin of [
      'https://evil.example',
      'https://portal.example.com:444',
      'https://x.portal.example.com',
    ])
      expect(await refusal(program.client, makeEmbedLink, { ...input, origin }), origin).toBe('EMBED_ORIGIN');
    for (const origin of ['http://portal.example.com', 'https://portal.example.com/a', '*'])
      expect(await refusal(program.client, makeEmbedLink, { ...input, origin }), origin).toBe(
        'INPUT_INVALID',
      );
    expect(await refusal(acting.admin, makeEmbedLink, input)).toBe('NO_PERMISSION');
    const stranger = await companyWithAdmin();
    const theirs = await programOf(stranger.boss, stranger.ent, [ORIGIN]);
    expect(await refusal(theirs.client, makeEmbedLink, input)).toBe('NOT_FOUND');
    expect(await refusal(program.client, makeEmbedLink, { ...input, signerId: '0'.repeat(20) })).toBe(
      'NOT_FOUND',
    );
    expect(await refusal(program.client, makeEmbedLink, { ...input, theme: { accent: '#ffee00' } })).toBe(
      'INPUT_INVALID',
    );
    await program.client.call(revokeTask, { planId: sent.planId, reason: '取消' });
    expect(await refusal(program.client, makeEmbedLink, input)).toBe('EMBED_NOT_READY');
  });

  it('ends with its time, its key and its origin’s permission; a wrong secret opens nothing', async () => {
    const signer = await newPerson();
    const own = await programOf(acting.boss, acting.ent, [ORIGIN]);
    const sent = await sentTo(own.client, signer);
    const make = () => linkFor(own.client, { ...sent, origin: ORIGIN });
    const late = await make();
    await database()
      .update(embedLink)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(embedLink.id, late.linkId));
    const open = ({ linkId, secret }: { linkId: string; secret: string }) =>
      refusal(nobody(), openEmbedLink, { linkId, secret });
    expect(await open(late)).toBe('EMBED_LINK_ENDED');
    const [first, second] = [await make(), await make()];
    expect(await open({ linkId: first.linkId, secret: second.secret })).toBe('EMBED_LINK_INVALID');
    expect(await open({ linkId: '0'.repeat(24), secret: second.secret })).toBe('EMBED_LINK_INVALID');
    const { client } = await openAsSigner(first, signer.mobile);
    const reads = () => refusal(client, getTask, { planId: sent.planId });
    expect(await reads()).toBe('OK');
    const key = {
      keyId: own.keyId,
      name: 'ERP',
      scopes: ['read', 'send'],
      networks: [],
      businessTypes: null,
    };
    const changed = async (origins: string[]) => {
      const proof = await keyProofOf(acting.admin);
      return acting.admin.call(changeKey, { ...key, scopes: ['read', 'send'], origins, proof });
    };
    await changed([]);
    await expect.poll(reads).toBe('SESSION_EXPIRED');
    expect(await open(second)).toBe('EMBED_LINK_ENDED');
    await changed([ORIGIN]);
    await expect.poll(reads).toBe('OK');
    await acting.admin.call(revokeKey, { keyId: own.keyId });
    await expect.poll(reads).toBe('SESSION_EXPIRED');
    expect(await open(second)).toBe('EMBED_LINK_ENDED');
  });
});

describe('the page of a link', () => {
  const page = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${product().baseUrl}${path}`, { headers });
  const ancestors = (answer: Response) =>
    /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];

  it('may be shown in frames of its origin only, in its link’s language; other pages in none', async () => {
    const signer = await newPerson();
    const sent = await sentTo(program.client, signer);
    const { linkId } = await linkFor(program.client, { ...sent, origin: ORIGIN, language: 'en-US' });
    const answer = await page(`/embed/sign/${linkId}`, { Referer: `${ORIGIN}/orders/1` });
    expect(ancestors(answer)).toBe(ORIGIN);
    expect(answer.headers.get('content-language')).toBe('en-US');
    expect(await answer.text()).not.toContain(sent.taskName);
    for (const path of [
      `/embed/sign/${'0'.repeat(24)}`,
      '/embed/sign/x',
      '/login',
      `/embed/${linkId}`,
      '/home',
    ])
      expect(ancestors(await page(path)), path).toBe("'none'");
    // Of the page that asks, the server knows only what the browser tells; the page then shows a sentence.
    const said = async (headers: Record<string, string>) =>
      /FOREIGN|TOP/.exec(await (await page(`/embed/sign/${linkId}`, headers)).text())?.[0];
    expect(await said({ Referer: 'https://evil.example/' })).toBe('FOREIGN');
    expect(await said({ 'Sec-Fetch-Dest': 'document' })).toBe('TOP');
    expect(await said({ 'Sec-Fetch-Dest': 'iframe', Referer: `${ORIGIN}/` })).toBeUndefined();
  });
});
