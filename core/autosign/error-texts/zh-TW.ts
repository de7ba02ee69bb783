import type { AUTOSIGN_ERRORS } from '../errors.ts';

export default {
  AUTO_SIGN_NOT_OPEN:
    '沒有適用於此任務的自動簽署：印章「{name}」未開通、已停止或到期，或不含此業務類型、發起人。請改為手動簽署，或聯絡管理員開通。',
  AUTO_SIGN_LIMIT: '印章「{name}」今天的自動簽署已達 {max} 份，請手動簽署，或明天再發起。',
  AUTO_SIGN_NOT_OWN: '自動簽署只能用於本企業，且經辦人須為發起人本人，請修改簽署方。',
  AUTO_SIGN_AGREEMENT: '協議內容已變化，請重新開啟並閱讀後再開通。',
  AUTO_SIGN_ALREADY: '印章「{name}」已開通自動簽署，請先停止原來的開通。',
} satisfies Record<keyof typeof AUTOSIGN_ERRORS, string>;
