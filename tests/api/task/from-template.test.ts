import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { removeTemplate, saveTemplate, saveTemplateGrants } from '#core/template/record-calls.ts';
import type { TemplateSource } from '#core/template/source.ts';
import { disableTemplate, publishTemplate, readTemplate, readVersion } from '#core/template/version-calls.ts';
import { document, templateVersion } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { type Made, makeFromTemplate } from '#tests/fixtures/made-from-template.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

const VALUES = { fields: { [KEYS.number]: 'XS-2026-㐂', [KEYS.amount]: '12000.50' }, rows: {}, options: {} };

/** The file of a filled version, made and uploaded as the browser does. */
const make = (client: ApiClient, versionId: string, change: Partial<TemplateSource> = {}): Promise<Made> =>
  makeFromTemplate(client, { versionId, values: VALUES, ...change });

/** A plan of one document that was made from a template. */
async function planOf(client: ApiClient, { source, fileKey }: Made) {
  const person = await newPerson();
  const plan = await taskToSend(client, [personSigner({ realName: person.name, mobile: person.mobile })], {
    businessType: 'SALES',
    businessTypeName: '销售合同',
  });
  Object.assign(plan.planSendDocumentVOList[0]!, { fileKey, template: source });
  return { plan, person };
}

async function published(content = webTemplate()) {
  const one = await companyWithAdmin();
  const { id } = await one.admin.call(saveTemplate, {
    templateName: '销售合同',
    templateType: 'WEB',
    businessType: 'SALES',
    sceneType: 'ENT',
  });
  const { versionId } = await one.admin.call(publishTemplate, { id, number: 0, content });
  return { ...one, id, versionId };
}

describe('a contract from a web template', () => {
  it('stores version and values encrypted; sender and trail have the origin, also after changes', async () => {
    const { admin, id, versionId } = await published();
    const { plan, person } = await planOf(admin, await make(admin, versionId));
    const { planId: taskId } = await admin.call(sendTask, plan);
    const [row] = await database().select().from(document).where(eq(document.taskId, taskId));
    expect(row?.templateVersionId).toBe(versionId);
    expect(row?.valuesSealed.startsWith('v1.')).toBe(true);
    const from = { versionId, templateName: '销售合同', number: 1 };
    expect((await admin.call(getTask, { planId: taskId })).documents[0]?.template).toEqual(from);
    // the other party is told nothing of how the sender calls its templates
    const other = await signedIn(person);
    expect((await other.call(getTask, { planId: taskId })).documents[0]?.template).toBeNull();
    const trail = await trailEntries(other, taskId);
    const [version] = await database()
      .select()
      .from(templateVersion)
      .where(eq(templateVersion.id, versionId));
    expect(trail[0]?.evidence['template 1']).toBe(version?.hash);
    expect((await admin.call(readTemplate, { id })).running).toBe(1);
    // a new version and disabling leave it as it is; removal waits for its end
    await admin.call(publishTemplate, { id, number: 1, content: webTemplate('第二版。') });
    await admin.call(disableTemplate, { id });
    expect(await refusal(admin, removeTemplate, { id })).toBe('TEMPLATE_IN_USE');
    expect((await admin.call(getTask, { planId: taskId })).documents[0]?.template).toEqual(from);
    await admin.call(revokeTask, { planId: taskId, reason: '条款有误' });
    await admin.call(removeTemplate, { id });
    expect((await admin.call(getTask, { planId: taskId })).documents[0]?.template).toEqual(from);
    const left = await database().select().from(templateVersion).where(eq(templateVersion.templateId, id));
    expect(left.map((one) => one.number)).toEqual([1]);
  });

  it('is rejected if the file differs from the one that the version generates from the values', async () => {
    const { admin, versionId } = await published();
    const made = await make(admin, versionId);
    const { plan } = await planOf(admin, made);
    const [one] = plan.planSendDocumentVOList;
    const sendAs = (template: Partial<TemplateSource>) =>
      refusal(admin, sendTask, {
        ...plan,
        planSendDocumentVOList: [{ ...one!, template: { ...made.source, ...template } }],
      });
    const cheaper = { ...VALUES, fields: { ...VALUES.fields, [KEYS.amount]: '1.00' } };
    expect(await sendAs({ values: cheaper })).toBe('TEMPLATE_FILE_DIFFERS');
    expect(await sendAs({ title: '另一份' })).toBe('TEMPLATE_FILE_DIFFERS');
    expect(await sendAs({ madeAt: 1 })).toBe('TEMPLATE_FILE_DIFFERS');
    expect(await sendAs({ language: 'en-US' })).toBe('TEMPLATE_FILE_DIFFERS');
    expect(await sendAs({ versionId: 'nothing0here' })).toBe('NOT_FOUND');
    const envelope = await admin.envelope(sendTask, {
      ...plan,
      planSendDocumentVOList: [
        { ...one!, template: { ...made.source, values: { fields: {}, rows: {}, options: {} } } },
      ],
    });
    expect(envelope.fields).toEqual([
      { path: `planSendDocumentVOList.0.template.values.${KEYS.number}`, problem: 'required' },
    ]);
    expect(await sendAs({})).toBe('OK');
  });

  it('[5.11c] [5.11d] is of the business type chosen before, and no template is used twice', async () => {
    const { admin, id, versionId } = await published();
    const made = await make(admin, versionId);
    const { plan } = await planOf(admin, made);
    const other = await admin.envelope(sendTask, { ...plan, businessType: 'PURCHASE' });
    expect(other.fields).toEqual([
      { path: 'planSendDocumentVOList.0.template', problem: 'templateOtherBusiness' },
    ]);
    const twice = (second: Made) => ({
      ...plan,
      planSendDocumentVOList: [
        plan.planSendDocumentVOList[0]!,
        { documentId: newKey(), fileName: '第二份.pdf', fileKey: second.fileKey, template: second.source },
      ],
    });
    const repeated = [{ path: 'planSendDocumentVOList.1.template', problem: 'templateRepeated' }];
    expect((await admin.envelope(sendTask, twice(made))).fields).toEqual(repeated);
    // nor by another version of it
    const next = await admin.call(publishTemplate, { id, number: 1, content: webTemplate('第二版。') });
    expect((await admin.envelope(sendTask, twice(await make(admin, next.versionId)))).fields).toEqual(
      repeated,
    );
  });

  it('[6.3c] an authorized organization starts it, until it is disabled or taken away', async () => {
    const owner = await published();
    const user = await companyWithAdmin();
    const { id, versionId } = owner;
    expect(await refusal(user.admin, readVersion, { versionId })).toBe('NOT_FOUND');
    await owner.admin.call(saveTemplateGrants, { id, grants: [{ entId: user.ent.id, level: 'VIEWABLE' }] });
    const made = await make(user.admin, versionId);
    const { planId: taskId } = await user.admin.call(sendTask, (await planOf(user.admin, made)).plan);
    expect((await owner.admin.call(readTemplate, { id })).running).toBe(1);
    expect(await refusal(owner.admin, getTask, { planId: taskId })).toBe('NOT_FOUND');
    const disabled = await planOf(user.admin, made);
    await owner.admin.call(disableTemplate, { id });
    expect(await refusal(user.admin, sendTask, disabled.plan)).toBe('TEMPLATE_DISABLED');
    const { message } = await user.admin.envelope(sendTask, disabled.plan);
    expect(message).toContain('“销售合同”已停用');
    await owner.admin.call(saveTemplateGrants, { id, grants: [] });
    expect(await refusal(user.admin, sendTask, disabled.plan)).toBe('NOT_FOUND');
  });
});
