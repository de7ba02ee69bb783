import type { CERTIFICATE_ERRORS } from '../errors.ts';

export default {
  APPLICANT_NOT_TAKEN: '憑證機構不在線上接收申請人資料，請依機構要求另行提交。',
  CERTIFICATE_TYPE_NOT_CONFIGURED: '未設定此印章類型的憑證，請聯絡平台管理員。',
  CERTIFICATE_UKEY_NO_BATCH: '「{name}」使用單位 UKey 憑證，不支援批次更新，請插入 UKey 單獨更新。',
  CERTIFICATE_NOT_DUE: '「{name}」的憑證未在一個月內到期，或正在更新，無需更新。',
  CERTIFICATE_ORDER_CLOSED: '憑證訂單已結束，請重新整理清單查看最新狀態。',
} satisfies Record<keyof typeof CERTIFICATE_ERRORS, string>;
