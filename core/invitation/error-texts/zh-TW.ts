import type { INVITATION_ERRORS } from '../errors.ts';

export default {
  INVITATION_UNKNOWN: '連結無效：請開啟最近一則簡訊中的完整連結，或登入後在「合約」中查找。',
  INVITATION_ENDED: '此連結所指的簽署已結束，不能再用它登入。',
} satisfies Record<keyof typeof INVITATION_ERRORS, string>;
