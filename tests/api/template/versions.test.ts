import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { concatBytes, toHex, utf8 } from '#core/bytes.ts';
import { savePerson } from '#core/company/calls.ts';
import { pictureAlone } from '#core/realname/clean-picture.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { getSyncTicket, uploadFile } from '#core/task/draft-calls.ts';
import { listPartRecords, removeRole, saveRole } from '#core/template/calls.ts';
import type { WebContent } from '#core/template/content.ts';
import {
  listTemplates,
  removeTemplate,
  saveTemplate,
  saveTemplateGrants,
  updateTemplate,
} from '#core/template/record-calls.ts';
import {
  disableTemplate,
  downloadTemplateFile,
  enableTemplate,
  listUsable,
  listVersions,
  publishTemplate,
  readTemplate,
  readUsable,
  readVersion,
  uploadTemplateFile,
} from '#core/template/version-calls.ts';
import { templateVersion } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { phoneJpeg } from '#tests/fixtures/pictures.ts';
import { enterRoom, openRoom } from '#tests/fixtures/rooms.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { KEYS, smallDocx, webTemplate } from '#tests/fixtures/template-content.ts';

const PNG = writePng({ width: 32, height: 32, pixels: new Uint8ClampedArray(32 * 32 * 4).fill(200) }, 96);

const facts = { businessType: 'SALES' as const, sceneType: 'ENT' as const };

async function draftOf(admin: ApiClient, templateName = '销售合同', templateType: 'WEB' | 'WORD' = 'WEB') {
  return (await admin.call(saveTemplate, { ...facts, templateName, templateType })).id;
}

/** An enterprise with an enabled web template. */
async function enabled(words?: string) {
  const one = await companyWithAdmin();
  const id = await draftOf(one.admin);
  const { versionId } = await one.admin.call(publishTemplate, { id, number: 0, content: webTemplate(words) });
  return { ...one, id, versionId };
}

const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** What a refused publishing names, as `path problem`. */
async function lacks(admin: ApiClient, id: string, content: WebContent): Promise<string[]> {
  const { fields = [] } = await admin.envelope(publishTemplate, { id, number: 0, content });
  return fields.map(({ path, problem }) => `${path} ${problem}`);
}

describe('[4.3a] a template is a draft, enabled or disabled', () => {
  it('enabling a draft publishes a version that never changes; disabling and enabling keep it', async () => {
    const { admin, boss, ent } = await companyWithAdmin();
    const id = await draftOf(admin);
    expect(await refusal(admin, enableTemplate, { id })).toBe('TEMPLATE_NOT_PUBLISHED');
    expect(await refusal(admin, disableTemplate, { id })).toBe('TEMPLATE_STATE');
    const first = await admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
    expect(first.number).toBe(1);
    const status = async () =>
      (await admin.call(listTemplates, {})).records.map((row) => [row.status, row.number]);
    expect(await status()).toEqual([['ENABLED', 1]]);
    expect(await refusal(admin, enableTemplate, { id })).toBe('TEMPLATE_STATE');
    await admin.call(disableTemplate, { id });
    expect(await status()).toEqual([['DISABLED', 1]]);
    await admin.call(enableTemplate, { id });
    expect(await status()).toEqual([['ENABLED', 1]]);
    // what is in force already is no new version; a changed one is, and the first stays as it was
    expect(await admin.call(publishTemplate, { id, number: 1, content: webTemplate() })).toEqual(first);
    await admin.call(disableTemplate, { id });
    const second = await admin.call(publishTemplate, { id, number: 1, content: webTemplate('第二版。') });
    expect(second.number).toBe(2);
    expect(await status()).toEqual([['ENABLED', 2]]);
    const { records } = await admin.call(listVersions, { id });
    expect(records.map((row) => [row.number, row.versionId, row.createUserName])).toEqual([
      [2, second.versionId, boss.name],
      [1, first.versionId, boss.name],
    ]);
    const old = await admin.call(readVersion, { versionId: first.versionId });
    expect(old).toMatchObject({
      isInForce: false,
      templateName: '销售合同',
      entName: ent.name,
      access: 'OWNER',
    });
    expect(old.content).toEqual(webTemplate());
    expect((await admin.call(readVersion, { versionId: second.versionId })).isInForce).toBe(true);
    expect(
      (await admin.call(listPartRecords, { kind: 'TEMPLATE' })).records.map((line) => [
        line.record,
        line.changes.at(-1)?.after,
      ]),
    ).toEqual([
      ['PUBLISHED', '2'],
      ['DISABLED', undefined],
      ['ENABLED', undefined],
      ['DISABLED', undefined],
      ['PUBLISHED', '1'],
      ['ADDED', 'ENT'],
    ]);
  });

  it('lies sealed in the database, with its text unreadable', async () => {
    const { versionId } = await enabled('机密条款甲乙丙。');
    const [row] = await database().select().from(templateVersion).where(eq(templateVersion.id, versionId));
    expect(row?.contentSealed.startsWith('v1.')).toBe(true);
    expect(JSON.stringify(row)).not.toContain('机密条款');
  });

  it('of two publications at once one succeeds, and the other is told the created version', async () => {
    const { admin, id } = await enabled();
    const answers = await Promise.all(
      ['甲写的。', '乙写的。'].map((words) =>
        refusal(admin, publishTemplate, { id, number: 1, content: webTemplate(words) }),
      ),
    );
    expect(answers.sort()).toEqual(['OK', 'TEMPLATE_PUBLISHED_MEANWHILE']);
    expect((await admin.call(listVersions, { id })).total).toBe(2);
    const late = await admin.envelope(publishTemplate, { id, number: 1, content: webTemplate('迟到。') });
    expect(late.message).toContain('第 2 版');
  });

  it('[4.3c] is removed with its versions, files and room; nothing of it is found any more', async () => {
    const { admin, id, versionId } = await enabled();
    const inside = await enterRoom(admin, `template:${id}`);
    await admin.call(removeTemplate, { id });
    await expect.poll(inside.code).toBe(4410);
    for (const refused of [
      refusal(admin, readVersion, { versionId }),
      refusal(admin, readTemplate, { id }),
      refusal(admin, listVersions, { id }),
      refusal(admin, publishTemplate, { id, number: 1, content: webTemplate() }),
      refusal(admin, enableTemplate, { id }),
      refusal(admin, disableTemplate, { id }),
      refusal(admin, getSyncTicket, { room: `template:${id}` }),
    ])
      expect(await refused).toBe('NOT_FOUND');
    expect(await database().select().from(templateVersion).where(eq(templateVersion.templateId, id))).toEqual(
      [],
    );
  });
});

describe('[8.16g] what a template lacks keeps it from being enabled', () => {
  it('each problem names its place, in words and by the part that it concerns', async () => {
    const { admin } = await companyWithAdmin();
    const id = await draftOf(admin);
    const without = webTemplate();
    without.signers.pop();
    without.anchors.pop();
    expect(await lacks(admin, id, without)).toEqual([
      'content.signers webPersonMissing',
      `content.body.${KEYS.buyerSeal} sealMarkUnknown`,
    ]);
    const { message } = await admin.envelope(publishTemplate, { id, number: 0, content: without });
    expect(message).toContain('模板缺少签章位置、签署方、字段或参数');
    const unknown = webTemplate();
    unknown.signers[0]!.partId = 'somebodysrole';
    unknown.body.content.push({
      type: 'picture',
      attrs: { file: 'd'.repeat(64), width: 20, height: 20, alt: '', align: null },
    });
    expect(await lacks(admin, id, unknown)).toEqual([
      `content.signers.${KEYS.seller}.partId roleUnknown`,
      `content.body.${'d'.repeat(64)}.4 fileMissing`,
    ]);
    expect((await admin.call(listTemplates, {})).records[0]?.status).toBe('DRAFT');
    const word = { ...webTemplate(), kind: 'WORD', docx: 'a'.repeat(64) };
    expect(await refusal(admin, publishTemplate, { id, number: 0, content: word as never })).toBe(
      'INPUT_INVALID',
    );
  });

  it('also if it becomes incomplete later: another scenario, and enabling again', async () => {
    const { admin } = await companyWithAdmin();
    const id = await draftOf(admin, '采购框架', 'WORD');
    const docx = smallDocx();
    const fileKey = await digest(docx);
    await admin.call(uploadTemplateFile, { id, fileKey, fileType: 'DOCX', body: docx } as never);
    const { page: _, body: __, ...lists } = webTemplate();
    const content = {
      ...lists,
      kind: 'WORD' as const,
      docx: fileKey,
      fields: [],
      signers: [lists.signers[0]!],
      anchors: [
        {
          ...lists.anchors[0]!,
          at: {
            by: 'KEYWORD' as const,
            keyword: { text: '盖章', order: 'LAST' as const, place: 'RIGHT' as const },
          },
        },
      ],
    };
    await admin.call(publishTemplate, { id, number: 0, content });
    const change = { id, templateName: '采购框架', businessType: 'SALES' as const, sceneType: 'HR' as const };
    expect(await refusal(admin, updateTemplate, change)).toBe('TEMPLATE_LACKS');
    await admin.call(disableTemplate, { id });
    await admin.call(updateTemplate, change);
    expect((await admin.call(readTemplate, { id })).lacking).toEqual([
      { path: 'content.signers', problem: 'personSignerMissing' },
    ]);
    expect(await refusal(admin, enableTemplate, { id })).toBe('TEMPLATE_LACKS');
  });

  it('a role that a version names cannot be removed, and one that was removed cannot be named', async () => {
    const { admin } = await companyWithAdmin({ isBiz: true });
    const role = { roleName: '担保人', roleType: 'ENTERPRISE' as const, note: '担保' };
    const [{ id: named }, { id: gone }] = [
      await admin.call(saveRole, role),
      await admin.call(saveRole, { ...role, roleName: '见证人' }),
    ];
    const id = await draftOf(admin);
    const content = webTemplate();
    content.signers[0]!.partId = named;
    await admin.call(publishTemplate, { id, number: 0, content });
    expect(await refusal(admin, removeRole, { id: named })).toBe('TEMPLATE_PART_IN_USE');
    await admin.call(removeRole, { id: gone });
    content.signers[0]!.partId = gone;
    expect(await refusal(admin, publishTemplate, { id, number: 1, content })).toBe('TEMPLATE_LACKS');
    expect((await admin.call(readTemplate, { id })).roles[0]).toEqual({
      id: named,
      name: '担保人',
      type: 'ENTERPRISE',
    });
  });
});

describe('[6.3c] who may do what with a template of another organization', () => {
  it('EDITABLE writes draft and files, VIEWABLE reads; both start contracts, neither publishes', async () => {
    const [owner, editor, viewer, stranger] = [
      await enabled(),
      await companyWithAdmin(),
      await companyWithAdmin(),
      await companyWithAdmin(),
    ];
    const { id, versionId } = owner;
    await owner.admin.call(saveTemplateGrants, {
      id,
      grants: [
        { entId: editor.ent.id, level: 'EDITABLE' },
        { entId: viewer.ent.id, level: 'VIEWABLE' },
      ],
    });
    const picture = PNG;
    const fileKey = await digest(picture);
    const upload = { id, fileKey, fileType: 'PNG' as const, body: picture } as never;
    expect(await refusal(viewer.admin, uploadTemplateFile, upload)).toBe('NO_PERMISSION');
    expect(await refusal(stranger.admin, uploadTemplateFile, upload)).toBe('NOT_FOUND');
    await editor.admin.call(uploadTemplateFile, upload);
    for (const { admin, access } of [
      { admin: owner.admin, access: 'OWNER' },
      { admin: editor.admin, access: 'EDITABLE' },
      { admin: viewer.admin, access: 'VIEWABLE' },
    ]) {
      const read = await admin.call(readTemplate, { id });
      expect([read.access, read.files, read.version?.createUserName]).toEqual([
        access,
        [fileKey],
        access === 'OWNER' ? owner.boss.name : '',
      ]);
      expect((await admin.download(downloadTemplateFile, { id, fileKey })).bytes).toEqual(picture);
      expect((await admin.call(listUsable, {})).records).toMatchObject([
        { id, versionId, number: 1, access },
      ]);
      expect((await admin.call(readVersion, { versionId })).content.kind).toBe('WEB');
      if (access === 'OWNER') continue;
      for (const call of [enableTemplate, disableTemplate, removeTemplate])
        expect(await refusal(admin, call, { id })).toBe('NO_PERMISSION');
      expect(await refusal(admin, publishTemplate, { id, number: 1, content: webTemplate('改。') })).toBe(
        'NO_PERMISSION',
      );
    }
    for (const [call, input] of [
      [readTemplate, { id }],
      [listVersions, { id }],
      [readVersion, { versionId }],
      [readUsable, { id }],
      [downloadTemplateFile, { id, fileKey }],
    ] as const)
      expect(await refusal(stranger.admin, call as typeof readTemplate, input as never)).toBe('NOT_FOUND');
    expect((await stranger.admin.call(listUsable, {})).total).toBe(0);
    // another file of the owner is none of the template's
    const other = await owner.admin.upload(new TextEncoder().encode('x') as never).catch(() => '');
    expect(other).toBe('');
    const docx = smallDocx();
    const own = await digest(docx);
    await owner.admin.call(uploadFile, { fileKey: own, fileType: 'DOCX', body: docx } as never);
    expect(await refusal(viewer.admin, downloadTemplateFile, { id, fileKey: own })).toBe('NOT_FOUND');
  });

  it('who starts contracts chooses and reads versions, but looks after no template', async () => {
    const { admin, ent, id, versionId } = await enabled();
    const clerk = await newPerson();
    await addMember(ent, clerk, ['SIGN_OPERATOR']);
    const client = await signedIn(clerk, ent);
    expect((await client.call(listUsable, { businessType: 'SALES', sceneType: 'ENT' })).total).toBe(1);
    expect((await client.call(listUsable, { businessType: 'LABOUR' })).total).toBe(0);
    expect((await client.call(listUsable, { sceneType: 'HR' })).total).toBe(0);
    expect((await client.call(listUsable, { templateName: '采购' })).total).toBe(0);
    await client.call(readVersion, { versionId });
    expect(await client.call(readUsable, { id })).toMatchObject({
      businessType: 'SALES',
      status: 'ENABLED',
      businessTypeGiven: true,
      version: { versionId, number: 1 },
    });
    const give = (businessTypes: ('SALES' | 'PURCHASE')[] | null) =>
      admin.call(savePerson, { userId: clerk.id, roles: ['SIGN_OPERATOR'], businessTypes, stamps: [] });
    const given = async () => (await client.call(readUsable, { id })).businessTypeGiven;
    await give(['PURCHASE']);
    expect(await given()).toBe(false);
    await give(['SALES']);
    expect(await given()).toBe(true);
    await give(null);
    expect(await given()).toBe(true);
    for (const call of [readTemplate, enableTemplate, disableTemplate, listVersions])
      expect(await refusal(client, call as typeof readTemplate, { id })).toBe('NO_PERMISSION');
    expect(await refusal(client, getSyncTicket, { room: `template:${id}` })).toBe('NO_PERMISSION');
    await admin.call(disableTemplate, { id });
    expect((await client.call(listUsable, {})).total).toBe(0);
    expect((await client.call(readUsable, { id })).status).toBe('DISABLED');
    await admin.call(removeTemplate, { id });
    expect(await refusal(client, readUsable, { id })).toBe('NOT_FOUND');
  });
});

describe('the room of a template', () => {
  it('[6.3c] opens to no stranger: they get no ticket, and one for their own room does not fit', async () => {
    const owner = await enabled();
    const room = `template:${owner.id}`;
    const stranger = await enabled();
    const colleague = await newPerson();
    await addMember(owner.ent, colleague, ['SEAL_OPERATOR']);
    expect(await refusal(stranger.admin, getSyncTicket, { room })).toBe('NOT_FOUND');
    expect(await refusal(await signedIn(colleague, owner.ent), getSyncTicket, { room })).toBe(
      'NO_PERMISSION',
    );
    expect(await refusal(await signedIn(await newPerson()), getSyncTicket, { room })).not.toBe('OK');
    const own = await enterRoom(stranger.admin, `template:${stranger.id}`);
    await expect(openRoom(room, own.token)).rejects.toBeDefined();
    expect(own.code()).toBe(null);
  });

  it('[6.3c] ends within a minute for those who lose access to it, or write access', async () => {
    const owner = await enabled();
    const [editor, viewer] = [await companyWithAdmin(), await companyWithAdmin()];
    const { id } = owner;
    const room = `template:${id}`;
    const grants = (level: 'EDITABLE' | 'VIEWABLE', ...ents: { id: string }[]) =>
      owner.admin.call(saveTemplateGrants, { id, grants: ents.map((ent) => ({ entId: ent.id, level })) });
    await grants('EDITABLE', editor.ent, viewer.ent);
    const clerk = await newPerson();
    await addMember(owner.ent, clerk, ['BUSINESS_ADMIN']);
    const asClerk = await signedIn(clerk, owner.ent);
    const inside = {
      owner: await enterRoom(owner.admin, room),
      clerk: await enterRoom(asClerk, room),
      editor: await enterRoom(editor.admin, room),
      viewer: await enterRoom(viewer.admin, room),
    };
    const codes = async () => {
      await runJobs();
      return Object.values(inside).map(({ code }) => code());
    };
    expect(await codes()).toEqual([null, null, null, null]);
    // one organization may only see it from now on, the other nothing
    await owner.admin.call(saveTemplateGrants, { id, grants: [{ entId: viewer.ent.id, level: 'VIEWABLE' }] });
    await expect.poll(codes).toEqual([null, null, 4401, 4401]);
    expect(await refusal(editor.admin, getSyncTicket, { room })).toBe('NOT_FOUND');
    // by an old ticket nobody enters; with a new one the viewer reads
    const again = await openRoom(room, inside.editor.token);
    await expect.poll(again).toBe(4401);
    const reading = await enterRoom(viewer.admin, room);
    await owner.admin.call(savePerson, {
      userId: clerk.id,
      roles: ['SEAL_OPERATOR'],
      businessTypes: null,
      stamps: [],
    });
    await expect.poll(codes).toEqual([null, 4401, 4401, 4401]);
    expect(reading.code()).toBe(null);
  });
});

describe('[5.1b] [9.2] files of a template', () => {
  it('a docx by its content up to 3 MB, a picture that can be drawn; nothing else', async () => {
    const { admin } = await companyWithAdmin();
    const id = await draftOf(admin, '来料', 'WORD');
    const put = async (fileType: 'DOCX' | 'PNG' | 'JPEG', body: Uint8Array<ArrayBuffer>) =>
      refusal(admin, uploadTemplateFile, { id, fileKey: await digest(body), fileType, body } as never);
    expect(await put('DOCX', smallDocx())).toBe('OK');
    expect(await put('PNG', PNG)).toBe('OK');
    const wrong: [Uint8Array<ArrayBuffer>, string][] = [
      [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'DOCX_OLD_FORMAT'],
      [new TextEncoder().encode('<w:document/>') as Uint8Array<ArrayBuffer>, 'DOCX_EXPECTED'],
      [smallDocx('application/vnd.ms-word.document.macroEnabled.main+xml'), 'DOCX_MACROS'],
      [
        smallDocx('application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'),
        'DOCX_EXPECTED',
      ],
      [PNG, 'DOCX_EXPECTED'],
    ];
    for (const [bytes, problem] of wrong) expect(await put('DOCX', bytes)).toBe(problem);
    expect(await put('DOCX', new Uint8Array(3 * 1024 * 1024 + 1))).toBe('DOCUMENT_TOO_LARGE');
    expect(await put('DOCX', new Uint8Array())).toBe('DOCUMENT_EMPTY');
    expect(await put('PNG', smallDocx())).toBe('PICTURE_TYPE_WRONG');
    expect(await put('JPEG', PNG)).toBe('PICTURE_TYPE_WRONG');
    expect(await put('PNG', PNG.slice(0, 60))).toBe('PICTURE_TYPE_WRONG');
    // a photograph as a telephone makes it tells where it was taken; cleaned, as pages clean it, it is taken
    const photo = phoneJpeg();
    expect(await put('JPEG', photo)).toBe('PICTURE_TELLS');
    expect(await put('JPEG', pictureAlone(photo, ['JPEG']).bytes)).toBe('OK');
    const held = phoneJpeg(640, 480, { orientation: 6, order: 'II' });
    expect(await put('JPEG', held)).toBe('PICTURE_TELLS');
    expect(await put('JPEG', pictureAlone(held, ['JPEG']).bytes)).toBe('OK');
    expect(await put('PNG', concatBytes(PNG, utf8('39.9087 N')))).toBe('PICTURE_TELLS');
    expect((await admin.call(readTemplate, { id })).files).toHaveLength(4);
  });
});
