import type { APIKEY_ERRORS } from '../errors.ts';

export default {
  API_KEY_INVALID: 'API 金鑰無效，請檢查後重試。',
  API_KEY_ENDED: 'API 金鑰已到期或已撤銷，請聯絡企業管理員更換。',
  API_KEY_ELSEWHERE: '此 API 金鑰不能從此網路位址使用，請聯絡企業管理員調整允許的位址。',
  API_KEY_SCOPE: '此 API 金鑰沒有此操作的權限，請聯絡企業管理員。',
  API_KEY_HOLDER: '此 API 金鑰的持有人已不能代表企業操作，請由企業管理員接管。',
  API_KEY_NOT_YOURS: '只有此 API 金鑰的持有人可以修改或更換它。請先接管，或直接撤銷。',
  API_KEY_TOO_MANY: '企業的 API 金鑰已達上限（{max} 個），請先撤銷不用的金鑰。',
  API_KEY_NO_LONGER:
    '發起此操作的 API 金鑰或單一登入「{name}」已停用、到期或不再有此權限。請由您本人繼續，或換用有權限的金鑰重試。',
  API_VERSION_UNKNOWN: '沒有這個介面版本。請在請求標頭 Signet-Version 中使用：{versions}。',
} satisfies Record<keyof typeof APIKEY_ERRORS, string>;
