import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '#core/apikey/calls.ts';
import { sendFromTemplate } from '#core/batch/calls.ts';
import { toHex } from '#core/bytes.ts';
import { savePerson } from '#core/company/calls.ts';
import {
  listEmbedLinks,
  makeSendLink,
  makeTemplateLink,
  openEmbedLink,
  sendEmbedCode,
} from '#core/embed/calls.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import {
  downloadFile,
  findFiles,
  getSyncTicket,
  listDrafts,
  saveDraft,
  uploadFile,
} from '#core/task/draft-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { listPartners } from '#core/task/partner-calls.ts';
import { PREPARED, readPrepared } from '#core/task/prepared-draft.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import {
  disableTemplate,
  downloadTemplateFile,
  listUsable,
  publishTemplate,
  readTemplate,
  readUsable,
  readVersion,
  uploadTemplateFile,
} from '#core/template/version-calls.ts';
import { embedLink, ownedFile } from '#db/schema/index.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { codeSentTo, trailEntries } from '#tests/fixtures/messages.ts';
import { enterRoom } from '#tests/fixtures/rooms.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';
import { newKey, personSigner, taskToSend, twoPages } from '../../fixtures/contracts.ts';
import { addMember, companyWithAdmin, database, newPerson } from '../../fixtures/people.ts';
import { plainPng } from '../../fixtures/pictures.ts';
import { runJobs } from '../../fixtures/run-jobs.ts';
import { product } from '../../product.ts';

const ORIGIN = 'https://portal.example.com';
const nobody = () => new ApiClient(product().baseUrl);

let shop: Awaited<ReturnType<typeof selling>>;
let program: ApiClient;
let keyId: string;

/** A key of the shop that may embed into `ORIGIN`. */
async function newProgram(change: Parameters<typeof newApiKey>[4] = {}) {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  const client = nobody();
  const scopes = ['read', 'send', 'manage'] as const;
  const key = { id, origins: [ORIGIN], ...change };
  client.apiKey = await newApiKey(database(), shop.boss.id, shop.ent.id, [...scopes], key);
  return { client, id };
}

beforeAll(async () => {
  shop = await selling();
  ({ client: program, id: keyId } = await newProgram());
});

/** A member for one link: a code goes to the same phone once a minute. */
async function newMember(role: 'SIGN_OPERATOR' | 'BUSINESS_ADMIN' = 'SIGN_OPERATOR') {
  const person = await newPerson();
  await addMember(shop.ent, person, [role]);
  return person;
}
const newTemplate = (templateType: 'WEB' | 'WORD' = 'WEB') =>
  shop.admin.call(saveTemplate, {
    businessType: 'SALES',
    sceneType: 'ENT',
    templateName: `供货合同 ${crypto.randomUUID().slice(0, 6)}`,
    templateType,
  });

const prepared = () => ({
  taskName: '十二月采购',
  fields: { 合同编号: 'HT-2026-118', 金额: '12000' },
  signers: [{ role: '乙方（个人）', userName: shop.buyer.name, mobile: shop.buyer.mobile }],
});
const sendInput = (mobile = shop.boss.mobile) => ({
  templateId: shop.id,
  ...prepared(),
  mobile,
  origin: ORIGIN,
});
const secretOf = (url: string) => new URL(url).hash.slice(1).split('.')[0]!;

/** Opens a link as the member whom it is for. */
async function openAs({ linkId, url }: { linkId: string; url: string }, mobile: string) {
  const given = { linkId, secret: secretOf(url) };
  expect((await nobody().call(openEmbedLink, given)).session).toBeNull();
  await nobody().call(sendEmbedCode, given);
  const code = await codeSentTo(nobody(), mobile, '验证码');
  const opened = await nobody().call(openEmbedLink, { ...given, code });
  const client = nobody();
  client.session = opened.session;
  return { client, given, code, opened };
}

describe('a one-time link of an embedded draft', () => {
  it('holds the preparation in its fragment alone; its member opens it once, with a code', async () => {
    const sender = await newMember();
    const link = await program.call(makeSendLink, sendInput(sender.mobile));
    const url = new URL(link.url);
    expect(url.pathname).toBe(`/embed/send/${link.linkId}`);
    expect(url.search).toBe('');
    expect(readPrepared(PREPARED + url.hash.split('.')[1], 200_000)).toMatchObject(prepared());
    const [row] = await database().select().from(embedLink).where(eq(embedLink.id, link.linkId));
    for (const kept of [secretOf(link.url), 'HT-2026-118', shop.buyer.mobile])
      expect(JSON.stringify(row)).not.toContain(kept);
    const { given, code, opened } = await openAs(link, sender.mobile);
    expect(opened).toMatchObject({ kind: 'SEND', subjectId: link.draftId, templateId: shop.id });
    expect(opened.session).toMatchObject({ entId: shop.ent.id, refreshToken: '' });
    expect(await refusal(nobody(), openEmbedLink, { ...given, code })).toBe('EMBED_LINK_USED');
    const listed = await program.call(listEmbedLinks, { kind: 'SEND' });
    expect(listed.records.find(({ linkId }) => linkId === link.linkId)).toMatchObject({
      state: 'USED',
      subjectId: link.draftId,
      origin: ORIGIN,
      person: sender.name,
    });
  });

  it('begins a session of that draft, its template and its sending, and of nothing else', async () => {
    const sender = await newMember();
    const link = await program.call(makeSendLink, sendInput(sender.mobile));
    const other = await program.call(makeSendLink, sendInput());
    const { client } = await openAs(link, sender.mobile);
    const { draftId } = link;
    const named = { taskName: '十二月采购', fileNum: 1 };
    await client.call(getSyncTicket, { room: `draft:${draftId}` });
    await client.call(saveDraft, { draftId, ...named });
    const { version } = await client.call(readUsable, { id: shop.id });
    await client.call(readVersion, { versionId: version!.versionId });

    expect(await refusal(client, saveDraft, { draftId: other.draftId, ...named })).toBe('NOT_FOUND');
    for (const room of [
      `draft:${other.draftId}`,
      `template:${shop.id}`,
      `contacts:E-${shop.ent.id}`,
      `events:E-${shop.ent.id}`,
    ])
      expect(await refusal(client, getSyncTicket, { room }), room).toBe('NOT_FOUND');
    const foreign = await newTemplate();
    await shop.admin.call(publishTemplate, {
      id: foreign.id,
      number: 0,
      content: withSealsApart(webTemplate()),
    });
    expect(await refusal(client, readUsable, { id: foreign.id })).toBe('NOT_FOUND');
    const theirs = await shop.admin.call(readUsable, { id: foreign.id });
    expect(await refusal(client, readVersion, { versionId: theirs.version!.versionId })).toBe('NOT_FOUND');
    // A file of the enterprise, whose digest is known.
    const fileKey = await shop.admin.upload(await twoPages());
    expect((await shop.admin.download(downloadFile, { fileKey })).bytes.length).toBeGreaterThan(0);
    expect(await refusal(client, downloadFile, { fileKey })).toBe('NOT_FOUND');
    const beyond = {
      listTasks: () => refusal(client, listTasks, { box: 'all' }),
      listDrafts: () => refusal(client, listDrafts, {}),
      listUsable: () => refusal(client, listUsable, {}),
      listPartners: () => refusal(client, listPartners, {}),
      getLoggedUserInfo: () => refusal(client, getLoggedUserInfo, {}),
      sendFromTemplate: () =>
        refusal(client, sendFromTemplate, { templateId: shop.id, signers: shop.signers }),
      readTemplate: () => refusal(client, readTemplate, { id: shop.id }),
      makeSendLink: () => refusal(client, makeSendLink, sendInput()),
    };
    for (const [name, attempt] of Object.entries(beyond))
      expect(await attempt(), name).toBe('EMBED_NOT_HERE');
  });

  it('sends that draft under every rule of sending, with no automatic seal; the trail says where', async () => {
    const sender = await newMember();
    const link = await program.call(makeSendLink, sendInput(sender.mobile));
    const { client } = await openAs(link, sender.mobile);
    const { draftId } = link;
    const plan = {
      ...(await taskToSend(client, [personSigner({ realName: shop.buyer.name, mobile: shop.buyer.mobile })])),
      draftId,
    };
    expect(await refusal(client, sendTask, { ...plan, draftId: plan.draftId.replace(/.$/, 'z') })).toBe(
      'NOT_FOUND',
    );
    const automatic = plan.planSendSignatoryOrderVOList.map((one) => ({
      ...one,
      autoSealId: '0'.repeat(20),
    }));
    expect(await refusal(client, sendTask, { ...plan, planSendSignatoryOrderVOList: automatic })).toBe(
      'NOT_FOUND',
    );
    const limit = (businessTypes: ['SALES'] | null) =>
      shop.admin.call(savePerson, {
        userId: sender.id,
        roles: ['SIGN_OPERATOR'],
        businessTypes,
        stamps: [],
      });
    await limit(['SALES']);
    expect(await refusal(client, sendTask, { ...plan, businessType: 'PURCHASE' })).toBe(
      'BUSINESS_TYPE_NOT_GIVEN',
    );
    await limit(null);
    const { planId: taskId } = await client.call(sendTask, plan);
    const entries = await trailEntries(shop.admin, taskId);
    expect(entries[0]).toMatchObject({ operator: sender.name, evidence: { embeddedIn: ORIGIN } });
    expect(entries[0]!.evidence.apiKey).toBeUndefined();
    // Sent, the draft is over for this session, too.
    expect(await refusal(client, saveDraft, { draftId, taskName: '再来', fileNum: 1 })).toBe(
      'DRAFT_ALREADY_SENT',
    );
    expect(await refusal(client, getTask, { planId: taskId })).toBe('EMBED_NOT_HERE');
  });

  it('names only files that it uploaded: a digest opens no other file of the enterprise', async () => {
    const [sender, colleague] = [await newMember(), await newMember()];
    const link = await program.call(makeSendLink, sendInput(sender.mobile));
    const { client } = await openAs(link, sender.mobile);
    const { client: other } = await openAs(
      await program.call(makeSendLink, sendInput(colleague.mobile)),
      colleague.mobile,
    );
    // A file of the enterprise that the colleague's page uploaded, too.
    const bytes = await twoPages();
    const fileKey = await shop.admin.upload(bytes);
    await other.upload(bytes);
    const signer = personSigner({ realName: shop.buyer.name, mobile: shop.buyer.mobile });
    const made = await taskToSend(shop.admin, [signer]);
    const plan = { ...made, draftId: link.draftId };
    expect(plan.planSendDocumentVOList.map((one) => one.fileKey)).toEqual([fileKey]);
    expect((await client.call(findFiles, { fileKeys: [fileKey] })).found).toEqual([]);
    expect(await refusal(client, sendTask, plan)).toBe('FILE_NOT_UPLOADED');
    const own = await client.upload(await contractPdf('采购方', '供货方'));
    const attached = { attachmentId: newKey(), fileName: '附件.pdf', fileType: 'PDF' as const };
    const withOwn = {
      ...plan,
      planSendDocumentVOList: plan.planSendDocumentVOList.map((one) => ({ ...one, fileKey: own })),
    };
    const attaching = (key: string) => ({ ...withOwn, attachmentInfoList: [{ ...attached, fileKey: key }] });
    expect(await refusal(client, sendTask, attaching(fileKey))).toBe('FILE_NOT_UPLOADED');
    expect((await shop.admin.call(findFiles, { fileKeys: [fileKey] })).found).toEqual([fileKey]);
    // Whoever has the file itself may send it.
    await client.upload(bytes);
    expect((await client.call(findFiles, { fileKeys: [fileKey, own] })).found.toSorted()).toEqual(
      [fileKey, own].toSorted(),
    );
    expect((await client.download(downloadFile, { fileKey })).bytes.length).toBe(bytes.length);
    expect(await refusal(client, sendTask, attaching(fileKey))).toBe('OK');
    // What a session uploaded is forgotten with its link; the enterprise keeps the file.
    await database()
      .update(embedLink)
      .set({ expiresAt: Date.now() - 25 * 3_600_000 })
      .where(eq(embedLink.id, link.linkId));
    const noted = () =>
      database()
        .select({ by: ownedFile.uploadedBy })
        .from(ownedFile)
        .where(and(like(ownedFile.ownerKey, 'S:%'), eq(ownedFile.uploadedBy, sender.id)));
    expect(await noted()).toHaveLength(2);
    await runJobs();
    expect(await noted()).toEqual([]);
    expect((await shop.admin.call(findFiles, { fileKeys: [own] })).found).toEqual([own]);
  });

  it('is limited to the business types of its key, and ends with it, also in the room', async () => {
    const { client: narrow, id } = await newProgram({ businessTypes: ['SALES'] });
    const sender = await newMember();
    const link = await narrow.call(makeSendLink, sendInput(sender.mobile));
    const { client } = await openAs(link, sender.mobile);
    const plan = {
      ...(await taskToSend(client, [personSigner({ realName: shop.buyer.name, mobile: shop.buyer.mobile })])),
      draftId: link.draftId,
      businessType: 'PURCHASE',
    };
    expect(await refusal(client, sendTask, plan)).toBe('BUSINESS_TYPE_NOT_GIVEN');
    const inside = await enterRoom(client, `draft:${link.draftId}`);
    await shop.admin.call(revokeKey, { keyId: id });
    await expect.poll(() => refusal(client, readUsable, { id: shop.id })).toBe('SESSION_EXPIRED');
    await runJobs();
    await expect.poll(inside.code).toBe(4401);
    const { client: blind } = await newProgram({ businessTypes: ['PURCHASE'] });
    expect(await refusal(blind, makeSendLink, sendInput())).toBe('NOT_FOUND');
  });

  it('is made by a key, for an allowed origin, an enabled template and a member who may send', async () => {
    const input = sendInput();
    expect(await refusal(shop.admin, makeSendLink, input)).toBe('NO_PERMISSION');
    expect(await refusal(program, makeSendLink, { ...input, origin: 'https://evil.example' })).toBe(
      'EMBED_ORIGIN',
    );
    const outsider = await newPerson();
    const approver = await newPerson();
    await addMember(shop.ent, approver, ['APPROVER']);
    for (const { mobile } of [outsider, approver, { mobile: '13900000000' }])
      expect(await refusal(program, makeSendLink, { ...input, mobile })).toBe('EMBED_NOT_MEMBER');
    const wrong = { ...input, fields: { 价格: '1' }, signers: [{ role: '丙方' }] };
    const answer = await program.envelope(makeSendLink, wrong);
    expect(answer.fields?.map(({ path, problem }) => [path, problem])).toEqual([
      ['fields.价格', 'unknownName'],
      ['signers.0.role', 'unknownName'],
    ]);
    expect(await refusal(program, makeSendLink, { ...input, templateId: '0'.repeat(20) })).toBe('NOT_FOUND');
    const stranger = await companyWithAdmin();
    const theirs = nobody();
    const scopes = ['send'] as const;
    theirs.apiKey = await newApiKey(database(), stranger.boss.id, stranger.ent.id, [...scopes], {
      origins: [ORIGIN],
    });
    expect(await refusal(theirs, makeSendLink, input)).toBe('NOT_FOUND');
    expect(await refusal(theirs, listEmbedLinks, {})).toBe('API_KEY_SCOPE');
    expect((await stranger.admin.call(listEmbedLinks, {})).records).toEqual([]);
    // After its end.
    const late = await program.call(makeSendLink, input);
    await database()
      .update(embedLink)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(embedLink.id, late.linkId));
    const given = { linkId: late.linkId, secret: secretOf(late.url) };
    expect(await refusal(nobody(), openEmbedLink, given)).toBe('EMBED_LINK_ENDED');
    await shop.admin.call(disableTemplate, { id: shop.id });
    expect(await refusal(program, makeSendLink, input)).toBe('TEMPLATE_DISABLED');
    expect(keyId).not.toBe('');
  });
});

describe('a one-time link of an embedded template', () => {
  it('begins a session of that template and its room alone, and ends with its key there, too', async () => {
    const { client: own, id: ownKey } = await newProgram();
    const [one, other] = [await newTemplate(), await newTemplate()];
    const editor = await newMember('BUSINESS_ADMIN');
    const link = await own.call(makeTemplateLink, {
      templateId: one.id,
      mobile: editor.mobile,
      origin: ORIGIN,
    });
    expect(new URL(link.url).pathname).toBe(`/embed/template/${link.linkId}`);
    const { client } = await openAs(link, editor.mobile);
    const content = withSealsApart(webTemplate());
    expect((await client.call(readTemplate, { id: one.id })).access).toBe('OWNER');
    expect((await client.call(publishTemplate, { id: one.id, number: 0, content })).number).toBe(1);
    const inside = await enterRoom(client, `template:${one.id}`);
    expect(await refusal(client, readTemplate, { id: other.id })).toBe('NOT_FOUND');
    expect(await refusal(client, publishTemplate, { id: other.id, number: 0, content })).toBe('NOT_FOUND');
    for (const room of [`template:${other.id}`, `draft:${one.id}`, `contacts:E-${shop.ent.id}`])
      expect(await refusal(client, getSyncTicket, { room }), room).toBe('NOT_FOUND');
    const beyond = {
      disableTemplate: () => refusal(client, disableTemplate, { id: one.id }),
      listTasks: () => refusal(client, listTasks, { box: 'all' }),
      saveTemplate: () =>
        refusal(client, saveTemplate, {
          templateName: '新',
          templateType: 'WEB',
          businessType: 'SALES',
          sceneType: 'ENT',
        }),
      sendFromTemplate: () =>
        refusal(client, sendFromTemplate, { templateId: one.id, signers: shop.signers }),
    };
    for (const [name, attempt] of Object.entries(beyond))
      expect(await attempt(), name).toBe('EMBED_NOT_HERE');
    await shop.admin.call(revokeKey, { keyId: ownKey });
    await expect.poll(() => refusal(client, readTemplate, { id: one.id })).toBe('SESSION_EXPIRED');
    await runJobs();
    await expect.poll(inside.code).toBe(4401);
  });

  it('publishes no picture of the enterprise but its template’s, whose digests it may know', async () => {
    const { id } = await newTemplate();
    const editor = await newMember('BUSINESS_ADMIN');
    const link = await program.call(makeTemplateLink, {
      templateId: id,
      mobile: editor.mobile,
      origin: ORIGIN,
    });
    const { client } = await openAs(link, editor.mobile);
    const png = plainPng();
    const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', png)));
    const upload = { fileKey, fileType: 'PNG' as const, body: png } as never;
    await shop.admin.call(uploadFile, upload);
    const content = withSealsApart(webTemplate());
    content.body.content.push({
      type: 'picture',
      attrs: { file: fileKey, width: 20, height: 20, alt: '', align: null },
    });
    expect(await refusal(client, publishTemplate, { id, number: 0, content })).toBe('TEMPLATE_LACKS');
    expect(await refusal(client, downloadTemplateFile, { id, fileKey })).toBe('NOT_FOUND');
    await client.call(uploadTemplateFile, { id, fileKey, fileType: 'PNG', body: png } as never);
    expect(await refusal(client, publishTemplate, { id, number: 0, content })).toBe('OK');
  });

  it('is made with the template scope, for a web template that its member may edit', async () => {
    const { id: templateId } = await newTemplate();
    const input = { templateId, mobile: shop.boss.mobile, origin: ORIGIN };
    const sender = await newMember();
    expect(await refusal(program, makeTemplateLink, { ...input, mobile: sender.mobile })).toBe(
      'EMBED_NOT_MEMBER',
    );
    const word = await newTemplate('WORD');
    expect(await refusal(program, makeTemplateLink, { ...input, templateId: word.id })).toBe('EMBED_NOT_WEB');
    const onlySends = nobody();
    onlySends.apiKey = await newApiKey(database(), shop.boss.id, shop.ent.id, ['send'], {
      origins: [ORIGIN],
    });
    expect(await refusal(onlySends, makeTemplateLink, input)).toBe('API_KEY_SCOPE');
    expect(await refusal(program, makeTemplateLink, { ...input, origin: 'https://evil.example' })).toBe(
      'EMBED_ORIGIN',
    );
  });
});

describe('the pages of these links', () => {
  it('may be shown in frames of their origin only', async () => {
    const { client: own } = await newProgram();
    const { id: templateId } = await newTemplate();
    const { linkId } = await own.call(makeTemplateLink, {
      templateId,
      mobile: shop.boss.mobile,
      origin: ORIGIN,
    });
    const ancestors = async (path: string) => {
      const answer = await fetch(`${product().baseUrl}${path}`);
      return /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    };
    expect(await ancestors(`/embed/template/${linkId}`)).toBe(ORIGIN);
    const draft = await shop.admin.call(listEmbedLinks, { kind: 'SEND' });
    expect(await ancestors(`/embed/send/${draft.records[0]!.linkId}`)).toBe(ORIGIN);
    for (const path of [
      `/embed/template/${'0'.repeat(24)}`,
      `/embed/send/${'0'.repeat(24)}`,
      `/embed/company/${linkId}`,
      `/company/frontTemplateFile/webTemplate?id=${templateId}`,
      '/entcontract/startEntContract',
    ])
      expect(await ancestors(path), path).toBe("'none'");
  });
});
