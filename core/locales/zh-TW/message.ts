/** Short messages and notices. `{name}` stands for a parameter. */
export default {
  CODE_LOGIN: '【Signet】登入驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_SIGN: '【Signet】簽署驗證碼 {code}，{minutes} 分鐘內有效，僅用於本次簽署，請勿告訴他人。',
  TASK_TO_SIGN: '【Signet】{initiator} 邀請您簽署「{task}」，請登入簽署。',
  TASK_URGED: '【Signet】{initiator} 提醒您簽署「{task}」。',
  TASK_COMPLETED: '【Signet】「{task}」已全部簽署完成。',
  TASK_REJECTED: '【Signet】{operator} 拒簽了「{task}」，原因：{reason}',
  TASK_REVOKED: '【Signet】{operator} 撤回了「{task}」，原因：{reason}',
  TASK_EXPIRED: '【Signet】「{task}」已過簽署截止時間。',
  TASK_COPY: '【Signet】{initiator} 將「{task}」副本抄送給您。',
} as const;
