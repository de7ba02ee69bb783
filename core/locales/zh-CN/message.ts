/** Short messages and notices. `{name}` stands for a parameter. */
export default {
  CODE_LOGIN: '【Signet】登录验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_SIGN: '【Signet】签署验证码 {code}，{minutes} 分钟内有效，仅用于本次签署，请勿告诉他人。',
  TASK_TO_SIGN: '【Signet】{initiator} 邀请您签署“{task}”，请登录签署。',
  TASK_URGED: '【Signet】{initiator} 提醒您签署“{task}”。',
  TASK_COMPLETED: '【Signet】“{task}”已全部签署完成。',
  TASK_REJECTED: '【Signet】{operator} 拒签了“{task}”，原因：{reason}',
  TASK_REVOKED: '【Signet】{operator} 撤回了“{task}”，原因：{reason}',
  TASK_EXPIRED: '【Signet】“{task}”已过签署截止时间。',
  TASK_COPY: '【Signet】{initiator} 将“{task}”抄送给您。',
} as const;
