import type { SIGNINGLINK_ERRORS } from '../errors.ts';

export default {
  SIGNING_LINK_UNKNOWN: '連結無效或已更換：請向發起方索取新的連結或 QR Code。',
  SIGNING_LINK_STOPPED: '發起方已停用此連結，不再接收新的簽署。如需簽署，請聯絡發起方。',
  SIGNING_LINK_ENDED: '此連結已過有效期，不再接收新的簽署。如需簽署，請聯絡發起方。',
  SIGNING_LINK_FULL: '名額已滿，此連結不再接收新的簽署。如需簽署，請聯絡發起方。',
  SIGNING_LINK_UNAVAILABLE: '發起方目前暫不接收新的簽署，請稍後再試，或聯絡發起方。',
  SIGNING_LINK_NOT_LISTED: '您的手機號碼不在發起方允許的名單中。請改用名單中的手機號碼，或聯絡發起方。',
  SIGNING_LINK_ALREADY: '您已透過此連結提交過一份，每人只能提交一次。請在「我的合約」中查看。',
  SIGNING_LINK_OWN_PARTY: '您的手機號碼已是這份合約的另一方，不能再作為簽署人。請改用其他手機號碼。',
  SIGNING_LINK_NUMBER_NEEDED: '您的帳號沒有手機號碼：請先在帳號資訊中綁定手機號碼，再開啟此連結。',
  SIGNING_LINK_DECIDED: '這份提交已由他人處理，請重新整理後查看。',
  SIGNING_LINK_COUNTER: '此 QR Code 已過期：請掃描櫃檯螢幕上目前的 QR Code。',
} satisfies Record<keyof typeof SIGNINGLINK_ERRORS, string>;
