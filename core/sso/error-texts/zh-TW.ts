import type { SSO_ERRORS } from '../errors.ts';

export default {
  SSO_LINK_INCOMPLETE: '單一登入連結缺少參數 {name}，請從原系統重新進入。',
  SSO_LINK_INVALID: '單一登入連結無效，請從原系統重新進入。',
  SSO_LINK_EXPIRED: '單一登入連結已過期，請從原系統重新進入。',
  SSO_LINK_USED: '單一登入連結已使用過，請從原系統重新進入。',
  SSO_PERSON_UNKNOWN: '您不是該企業在本系統的成員，請聯絡企業管理員。',
  SSO_NO_RETURN_ADDRESS: '沒有返回位址，請重試。',
  SSO_REAL_NAME_FAILED: '實名認證未通過，請重新認證。',
  SSO_IDENTITY_FIXED: '單一登入的工作階段不能切換到其他身分，請直接登入後切換。',
  SSO_PATH_TAKEN: '該客戶路徑已被使用，請更換。',
  SSO_NOT_YOURSELF: '單一登入的工作階段不能進行此操作，請直接登入本系統後再試。',
  FIRM_UNKNOWN: '找不到此企業的登入入口，或其已停用：請核對企業登入名。',
  OIDC_ISSUER: '無法使用此身分提供者：請核對簽發者位址（https，公網可存取，且與其探索文件一致）。',
  OIDC_LOGIN_ENDED: '本次登入已失效：請重新登入。',
  OIDC_REFUSED: '企業的身分提供者未完成本次登入：請重試，或聯絡企業管理員。',
  OIDC_PERSON_UNKNOWN: '身分提供者傳回的帳號不是此企業的成員：請聯絡企業管理員核對成員的電子郵箱。',
} satisfies Record<keyof typeof SSO_ERRORS, string>;
