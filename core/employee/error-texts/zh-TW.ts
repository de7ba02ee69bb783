import type { EMPLOYEE_ERRORS } from '../errors.ts';

export default {
  EMPLOYEE_MOBILE_TAKEN: '花名冊中已有使用該手機號的在職員工，請核對。',
  EMPLOYEE_NUMBER_TAKEN: '花名冊中已有該證件號碼的在職員工，請核對。',
  EMPLOYEE_CHANGED: '該員工的資料已被他人修改，請重新整理後再填寫。',
  EMPLOYEE_DECIDED: '該員工的在職狀態已變更，請重新整理後查看。',
  ONBOARDING_FIELD_GONE: '該欄位已被刪除，請重新整理後查看。',
  ONBOARDING_FIELD_CHANGED: '該欄位已被他人修改，請重新整理後再填寫。',
  ONBOARDING_NAME_TAKEN: '已有名為「{name}」的欄位，請更換名稱。',
  ONBOARDING_FIELDS_FULL: '最多 {max} 個到職欄位，請先刪除不用的欄位。',
  NEWCOMER_CHANGED: '該新員工的資料狀態已變更，請重新整理後查看，已填寫的內容不會遺失。',
  NEWCOMER_LINK_OVER: '連結已過期，請聯絡企業人事重新傳送。',
  NEWCOMER_LINK_USED: '連結已由本人使用，請用該手機號碼的帳號登入後繼續填寫。',
  NEWCOMER_CLOSED: '該到職登記已完成或已終止，不能再填寫。如有疑問，請聯絡企業人事。',
  NEWCOMER_LACKS: '還有未通過的內容，不能完成到職：{names}',
  NEWCOMER_VALUES: '以下內容不能寫入花名冊，請修改或退回：{names}',
  NEWCOMER_NOTHING_TO_CORRECT: '沒有需要修改的內容。請先標出要修改的項目並寫明原因。',
  NEWCOMER_LINK_INVALID: '連結無效，請從簡訊重新開啟完整的連結，或聯絡企業人事重新傳送。',
  NEWCOMER_OTHER_NUMBER:
    '該連結是傳送給 {mobile} 的，請用該手機號碼的帳號登入，或請人事改用您的手機號碼重新新增。',
  NEWCOMER_OTHER_ID: '人事登記的證件號碼與您實名認證的證件不一致，請聯絡企業人事核對後重新新增。',
  SALARY_WITHHELD: '您沒有檢視和修改薪資與社保的權限，其他資料不受影響。如需該權限，請聯絡企業管理員。',
  PAPER_IS_PDF: '材料不能上傳 PDF，請拍照或截圖後上傳 jpg、png 圖片。',
} satisfies Record<keyof typeof EMPLOYEE_ERRORS, string>;
