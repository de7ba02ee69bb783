import type { Language } from './languages.ts';

/** Words of the agreement by which the parties of a contract make it void. */
interface VoidText {
  heading: string;
  taskName: (name: string) => string;
  about: string;
  title: string;
  number: string;
  completedAt: string;
  reason: string;
  parties: string;
  separator: string;
  files: string;
  file: string;
  digest: string;
  effect: string;
  stays: string;
  party: string;
  operator: (name: string) => string;
}

const TEXTS: Record<Language, VoidText> = {
  'zh-CN': {
    heading: '合同作废协议',
    taskName: (name) => `作废协议：${name}`,
    about: '以下合同的全部签署方经协商一致，同意作废该合同，并签署本协议。',
    title: '合同名称',
    number: '合同编号',
    completedAt: '签署完成时间',
    reason: '作废原因',
    parties: '签署方',
    separator: '、',
    files: '被作废合同的文件及其摘要：',
    file: '文件',
    digest: '摘要（SHA-256）',
    effect: '自全部签署方签署本协议之日起，上述合同作废，不再对各方具有约束力。',
    stays: '上述合同的文件、签名及签署轨迹作为记录予以保留，并标明已作废。',
    party: '签署方：',
    operator: (name) => `（经办人：${name}）`,
  },
  'zh-TW': {
    heading: '合約作廢協議',
    taskName: (name) => `作廢協議：${name}`,
    about: '以下合約的全部簽署方經協商一致，同意作廢該合約，並簽署本協議。',
    title: '合約名稱',
    number: '合約編號',
    completedAt: '簽署完成時間',
    reason: '作廢原因',
    parties: '簽署方',
    separator: '、',
    files: '被作廢合約的檔案及其摘要：',
    file: '檔案',
    digest: '摘要（SHA-256）',
    effect: '自全部簽署方簽署本協議之日起，上述合約作廢，不再對各方具有約束力。',
    stays: '上述合約的檔案、簽名及簽署軌跡作為記錄予以保留，並標明已作廢。',
    party: '簽署方：',
    operator: (name) => `（經辦人：${name}）`,
  },
  'en-US': {
    heading: 'Agreement to void a contract',
    taskName: (name) => `Voiding: ${name}`,
    about: 'All parties to the contract below agree to make it void and sign this agreement.',
    title: 'Contract',
    number: 'Number',
    completedAt: 'Completed at',
    reason: 'Reason',
    parties: 'Parties',
    separator: ', ',
    files: 'Files of the contract, with their digests:',
    file: 'File',
    digest: 'Digest (SHA-256)',
    effect:
      'From the day on which all parties have signed this agreement, the contract is void and binds nobody.',
    stays: 'Its files, signatures and trail are kept as a record and marked as void.',
    party: 'Party: ',
    operator: (name) => ` (operator: ${name})`,
  },
};

export const voidText = (language: Language): VoidText => TEXTS[language];
