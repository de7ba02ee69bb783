import type { REALNAME_ERRORS } from '../errors.ts';

export default {
  REAL_NAME_NEEDED: '請先完成實名認證。',
  REALNAME_ID_TAKEN: '該證件號碼無法用於本帳號的實名認證，如證件為您本人所有，請提交人工審核或聯絡客服。',
  REALNAME_UNDER_WAY: '實名認證正在進行中，請等待結果，或撤回後重新提交。',
  REALNAME_OTHER_PERSON: '重新認證只能使用本人原來的證件；證件有變更請提交人工審核。',
  FACE_FAILED: '人臉辨識未通過，請重新認證。',
  FACE_ENDED: '本次人臉辨識已失效，請重新發起。',
  AUTHENTICATION_FAILED: '認證失敗，請檢查填寫的資訊後重試。',
  ALREADY_DECIDED: '該申請剛剛已由其他審核人員處理，請重新整理查看結果。',
  TRANSFER_WRONG: '金額不正確，還可以填寫 {left} 次。',
  TRANSFER_ENDED: '匯款驗證已結束，請重新發起匯款或提交人工審核。',
  ENTERPRISE_NAME_TAKEN: '該企業名稱已認證或正在認證中，如為您的企業，請申請加入該企業或聯絡客服。',
  ENTERPRISE_CODE_TAKEN: '該統一社會信用代碼（登記號）已被其他企業使用，請核對；如無誤，請聯絡客服。',
  CREDIT_CODE_NEEDS_REVIEW: '統一社會信用代碼的檢查碼不符，請核對；如無誤，請提交人工審核。',
  PICTURE_MISSING: '還有圖片沒有上傳，請補充後提交。',
  COMPANY_DISABLED: '該公司已被停用，請聯絡平台管理員。',
  DEPARTMENT_DISABLED: '該部門已被停用，請聯絡平台管理員。',
  COMPANY_AWAITS: '該公司需要認證，請耐心等候。',
  DEPARTMENT_AWAITS: '該部門需要認證，請耐心等候。',
} satisfies Record<keyof typeof REALNAME_ERRORS, string>;
