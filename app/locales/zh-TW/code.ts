export default {
  title: '檔案查驗',
  about: '此頁只顯示掃碼檔案的編號、狀態和摘要，不顯示內容與簽署方。',
  number: '任務編號',
  state: '狀態',
  digest: '最新檔案的摘要（SHA-256）',
  states: {
    VOIDED: '已作廢',
    PENDING: '簽署中',
    COMPLETED: '已完成',
    REJECTED: '已拒簽',
    EXPIRED: '已逾期',
    WITHDRAWN: '已撤回',
  },
  unknown: {
    title: '沒有找到這份檔案',
    text: 'QR 碼不完整，或檔案不是從本系統發起的。請重新掃碼，或向傳送檔案的一方核實。',
  },
  compare: '核對手中的檔案',
  compareHint: '只在本機計算摘要，檔案不會上傳。',
  same: '「{name}」就是登記的最新檔案。',
  former: '「{name}」是這份檔案較早的版本：內容真實，但之後又有簽署。請向對方索取最新檔案。',
  different: '「{name}」不是這份檔案的任何版本：可能被改動過，也可能是另一份檔案。',
};
