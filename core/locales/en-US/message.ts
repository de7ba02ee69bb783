/** Short messages and notices. `{name}` stands for a parameter. */
export default {
  CODE_LOGIN: '[Signet] Your sign-in code is {code}. It is valid for {minutes} minutes. Tell it to nobody.',
  CODE_SIGN:
    '[Signet] Your signing code is {code}. It is valid for {minutes} minutes, for this signing only. Tell it to nobody.',
  TASK_TO_SIGN: '[Signet] {initiator} asks you to sign “{task}”. Log in to sign.',
  TASK_URGED: '[Signet] {initiator} reminds you to sign “{task}”.',
  TASK_COMPLETED: '[Signet] “{task}” is signed by everybody.',
  TASK_REJECTED: '[Signet] {operator} refused to sign “{task}”: {reason}',
  TASK_REVOKED: '[Signet] {operator} revoked “{task}”: {reason}',
  TASK_EXPIRED: '[Signet] The signing deadline of “{task}” has passed.',
  TASK_COPY: '[Signet] {initiator} sent you a copy of “{task}”.',
} as const;
