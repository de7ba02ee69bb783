/**
 * Inputs of calls as the reference shows them, by the id of the call, in an order in which they can be made: `npm run
 * examples` makes each, with real values in place of `PLACES`. A test reads each by the rules of its call.
 */
export const EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  'task.countTasks': {},
  'template.listUsable': { templateName: '采购合同', size: 10 },
  'template.readUsable': { id: 'template00000000000000001' },
  'batch.sendFromTemplate': {
    templateId: 'template00000000000000001',
    taskName: '采购合同 2026-118',
    fields: { 合同编号: 'HT-2026-118', 金额: '12000.50' },
    signers: [
      { role: '甲方', entName: '某某有限公司', userName: '张三', mobile: '13800000000' },
      { role: '乙方（个人）', userName: '李四', mobile: '13900000000' },
    ],
  },
  'task.listTasks': { box: 'startWithMe', size: 10 },
  'task.getTask': { planId: 'contract00000000000000001' },
  'task.getTrail': { planId: 'contract00000000000000001' },
  'task.downloadDocument': { planId: 'contract00000000000000001', fileIndex: 0 },
  'task.urgeTask': { planId: 'contract00000000000000001' },
  'task.extendTask': { planId: 'contract00000000000000001', endTime: 1_798_675_200_000 },
  'task.revokeTask': { planId: 'contract00000000000000001', reason: '订单取消' },
  'task.verifyDocument': { planId: 'finished00000000000000001', fileIndex: 0 },
  'task.downloadEvidence': { planId: 'finished00000000000000001', language: 'zh-CN' },
  'task.findFiles': {
    fileKeys: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  },
  'template.listTemplates': { templateName: '采购合同', size: 10 },
  'template.saveTemplate': {
    templateName: '采购合同（示例）',
    templateType: 'WEB',
    businessType: 'SALES',
    sceneType: 'ENT',
  },
  'contact.saveContacts': {
    contacts: [
      {
        type: 'ENTERPRISE',
        name: '宏远贸易有限公司',
        person: '王芳',
        phone: '13700000000',
        groups: ['供应商'],
      },
    ],
  },
  'contact.listContacts': { groupName: '供应商', size: 50 },
  'contact.removeContacts': { contactIds: ['contact000000000000000001'] },
  'batch.listBatches': { size: 10 },
  'embed.listEmbedLinks': { size: 10 },
};

/** What in the examples stands for something of one's own. */
export const PLACES = {
  templateId: 'template00000000000000001',
  planId: 'contract00000000000000001',
  finishedId: 'finished00000000000000001',
  contactId: 'contact000000000000000001',
  entName: '某某有限公司',
  userName: '张三',
  mobile: '13800000000',
  otherName: '李四',
  otherMobile: '13900000000',
  newTemplate: '采购合同（示例）',
  endTime: 1_798_675_200_000,
} as const;

/** The example with real values. */
export function filled(example: Record<string, unknown>, real: Record<keyof typeof PLACES, string | number>) {
  const values = new Map<unknown, string | number>(
    Object.entries(PLACES).map(([name, place]) => [place, real[name as keyof typeof PLACES]]),
  );
  return JSON.parse(JSON.stringify(example, (_, value) => values.get(value) ?? value)) as Record<
    string,
    unknown
  >;
}
