import { eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { getSourceDifference } from '#core/approval/source-calls.ts';
import type { InputOf } from '#core/call.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { document, documentRevision, placement, signer } from '#db/schema/index.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import {
  decideAs,
  enableFlow,
  type Firm,
  firm,
  flowOf,
  node,
  once,
  planOf,
} from '#tests/fixtures/approvals.ts';
import { personSigner } from '#tests/fixtures/contracts.ts';
import { makeFromTemplate } from '#tests/fixtures/made-from-template.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { aField, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

type Plan = InputOf<typeof sendTask>;

const otherFile = (taskId: string) => async () => {
  const documents = await database()
    .select({ id: document.id })
    .from(document)
    .where(eq(document.taskId, taskId));
  const ids = documents.map(({ id }) => id);
  await database()
    .update(documentRevision)
    .set({ sha256: 'a'.repeat(64) })
    .where(inArray(documentRevision.documentId, ids));
};

/** Another value of a field of the template from which the contract is made. */
async function fromTemplate(own: Firm): Promise<(value: string) => Promise<Partial<Plan>>> {
  const content = webTemplate();
  content.fields = [
    aField('合同编号', { key: KEYS.number }),
    aField('合同总价', { key: KEYS.amount, position: 2 }),
  ];
  const { id } = await own.admin.call(saveTemplate, {
    ...{ templateName: '销售合同', templateType: 'WEB', businessType: 'SALES', sceneType: 'ENT' },
  });
  const { versionId } = await own.admin.call(publishTemplate, { id, number: 0, content });
  return async (value) => {
    const values = { fields: { [KEYS.number]: 'XS-1', [KEYS.amount]: value }, rows: {}, options: {} };
    const { source, fileKey } = await makeFromTemplate(own.sender, { versionId, values });
    const plan = await planOf(own, { businessType: 'SALES', businessTypeName: '销售合同' });
    const [file] = plan.planSendDocumentVOList;
    return {
      ...plan,
      endTime: Date.now() + 86_400_000,
      planSendDocumentVOList: [{ ...file!, fileKey, template: source }],
    };
  };
}

/** Each: how it is changed behind the approval's back, how the sender changes it, and what the approver is shown. */
const CHANGES = {
  file: {
    behind: otherFile,
    again: async (own: Firm, plan: Plan) => ({
      ...plan,
      planSendDocumentVOList: [
        {
          ...plan.planSendDocumentVOList[0]!,
          fileKey: await own.sender.upload(await contractPdf('甲方', own.outsidePerson.name)),
        },
      ],
    }),
    shown: () => [{ change: 'FILE_CHANGED', subject: '采购合同.pdf' }],
  },
  party: {
    behind: (taskId: string) => () =>
      database().update(signer).set({ userName: '另一个人' }).where(eq(signer.taskId, taskId)),
    again: async (_own: Firm, plan: Plan) => {
      const other = await newPerson();
      const [first] = plan.planSendSignatoryOrderVOList;
      const named = personSigner({ realName: other.name, mobile: other.mobile });
      return {
        ...plan,
        planSendSignatoryOrderVOList: [{ ...named, signatoryId: first!.signatoryId }],
      };
    },
    shown: (own: Firm, again: Plan) => [
      { change: 'PARTY_ADDED', subject: again.planSendSignatoryOrderVOList[0]!.userName },
      { change: 'PARTY_REMOVED', subject: own.outsidePerson.name },
    ],
  },
  place: {
    behind: (taskId: string) => () =>
      database().update(placement).set({ x: 77 }).where(eq(placement.taskId, taskId)),
    again: async (_own: Firm, plan: Plan) => ({
      ...plan,
      placementList: plan.placementList!.map((one) => ({ ...one, x: 90 })),
    }),
    shown: () => [{ change: 'PLACES', subject: '' }],
  },
};

it.each(Object.entries(CHANGES))(
  'another %s after a yes voids it, and asks everybody again with what changed',
  async (_what, { behind, again, shown }) => {
    const own = await firm(2);
    const people = own.approverPeople.map(({ id, name }) => ({ id, name }));
    await enableFlow(own.admin, flowOf(people.map(({ id }) => node([id]))));
    const plan = await planOf(own, { endTime: Date.now() + 86_400_000 });
    const { planId: taskId } = await own.sender.call(sendTask, plan, once());
    await decideAs(own.approvers[0]!, taskId, 'PASS');
    // No call changes it: its draft is closed until the approval ends.
    const changed: Plan = await again(own, plan);
    expect(await refusal(own.sender, sendTask, changed)).toBe('DRAFT_ALREADY_SENT');
    await behind(taskId)();
    expect((await decideAs(own.approvers[1]!, taskId, 'PASS')).state).toBe('VOIDED');
    expect((await own.sender.call(getTask, { planId: taskId })).endReason).toBe('REVIEW_FAILED');
    expect(await refusal(own.outside, getTask, { planId: taskId })).toBe('NOT_FOUND');

    const { planId: next } = await own.sender.call(sendTask, changed, once());
    const asked = await own.approvers[0]!.call(getApproval, { planId: next });
    expect(asked).toMatchObject({ state: 'REVIEWING', waitingFor: [people[0]!.name] });
    expect(asked.steps.flatMap(({ approvers }) => approvers.map(({ decision }) => decision))).toEqual([
      null,
      null,
    ]);
    expect(asked.changes).toEqual(shown(own, changed));
  },
);

it('another value of a field after a yes voids it, and asks all again with old and new value', async () => {
  const own = await firm(2);
  await enableFlow(own.admin, flowOf(own.approverPeople.map(({ id }) => node([id]))));
  const made = await fromTemplate(own);
  const plan = { ...(await planOf(own)), ...(await made('玖佰元整')) };
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  await decideAs(own.approvers[0]!, taskId, 'PASS');
  await otherFile(taskId)();
  expect((await decideAs(own.approvers[1]!, taskId, 'PASS')).state).toBe('VOIDED');
  expect(await refusal(own.outside, getTask, { planId: taskId })).toBe('NOT_FOUND');
  const { planSendDocumentVOList: files } = await made('捌佰元整');
  const again = {
    ...plan,
    planSendDocumentVOList: [{ ...files![0]!, documentId: plan.planSendDocumentVOList[0]!.documentId }],
  };
  const { planId: next } = await own.sender.call(sendTask, again, once());
  const asked = await own.approvers[0]!.call(getApproval, { planId: next });
  expect(asked).toMatchObject({ state: 'REVIEWING', waitingFor: [own.approverPeople[0]!.name] });
  expect(asked.changes).toEqual([{ change: 'FILE_CHANGED', subject: '采购合同.pdf' }]);
  const { sources } = await own.approvers[0]!.call(getSourceDifference, { approvalId: asked.approvalId });
  expect(sources[0]!.values).toContainEqual(
    expect.objectContaining({ name: '合同总价', value: '捌佰元整', former: '玖佰元整' }),
  );
  expect(sources[0]!.values).toContainEqual(expect.objectContaining({ name: '合同编号', former: null }));
});
