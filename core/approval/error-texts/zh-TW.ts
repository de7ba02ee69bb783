import type { APPROVAL_ERRORS } from '../errors.ts';

export default {
  APPROVAL_FLOW_NOT_FOUND: '沒有找到該簽核流程，可能已停用或刪除，請重新選擇。',
  APPROVAL_OWN: '不能簽核自己提交的申請，請由其他簽核人處理。',
  APPROVAL_FLOW_NAME_TAKEN: '已有同名的簽核流程，請更換名稱。',
  APPROVAL_FLOWS_FULL: '最多 {max} 個簽核流程，請先刪除不用的流程。',
  APPROVAL_NO_APPROVER: '簽核節點「{node}」沒有可以簽核的人，未能提交。請聯絡企業管理員調整簽核流程或人員。',
  APPROVAL_CLOSED: '該簽核已經結束，請重新整理查看結果。',
  APPROVAL_NOT_YOUR_TURN: '現在不由您簽核：已有人處理、尚未輪到您，或已轉交他人。請重新整理查看。',
  APPROVAL_ALREADY_APPROVER: '對方已是這一步的簽核人，請選擇其他人。',
  APPROVAL_CHANGED: '待簽核的內容與您看到的不一致，請重新整理後再次查看。',
  APPROVAL_NOT_A_COLLEAGUE: '所選人員已不在本企業，請重新選擇。',
  APPROVAL_RUNNING: '簽核還在進行，請先撤回再刪除。',
  SUBSTITUTE_CIRCLE: '對方的簽核已（間接）由您代為處理，不能互相代理，請選擇其他人。',
  SEAL_NEEDS_APPROVAL: '印章「{name}」須經簽核才能使用，未簽署。請在合約的簽署頁申請用印，通過後再簽。',
  SEAL_USE_DIFFERS:
    '印章「{name}」的用印與簽核通過的不一致（印章、位置或檔案有變動），未簽署。請按通過的內容簽署，或重新申請用印。',
  SEAL_USE_RUNNING: '該簽署的用印申請還在處理中，請等待結果，或先撤回再重新申請。',
  SEAL_USE_NOT_NEEDED: '所選印章可以直接使用，無須申請用印，請直接簽署。',
  SEAL_USE_OTHER_SEAL: '「{name}」是您個人的印章，他人不能代蓋。請改用企業印章，或由持印人作為簽署人簽署。',
  SEAL_USE_CLOSED: '該用印申請已處理完畢或已失效，請重新整理查看。',
  APPROVAL_LINK_USED: '這個連結已經打開過，或已被新的連結取代。請在「合約簽核」中查看，或向發起方重新索取。',
  APPROVAL_END_TIME: '簽核截止時間須晚於現在，且在 {days} 天以內，請重新填寫。',
  APPROVAL_COMMENT_OFF_PAGE: '所選位置不在檔案的頁面上，註解未新增。請在頁面內重新選擇位置。',
  APPROVAL_COMMENTS_FULL: '這份合約的註解已達 {max} 則，請先處理既有的註解，或寫在簽核意見中。',
  APPROVAL_BUSINESS_TAKEN:
    '這個業務編號由其他 API 金鑰或人員提交過簽核，您不能檢視、變更或撤回。請換一個業務編號，或請提交方先撤回。',
  APPROVAL_BUSINESS_APPROVED:
    '這個業務編號已簽核通過，內容不能再變更。請用新的業務編號提交，或先將已通過的簽核作廢。',
} satisfies Record<keyof typeof APPROVAL_ERRORS, string>;
