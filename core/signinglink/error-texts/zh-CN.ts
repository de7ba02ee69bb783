import type { SIGNINGLINK_ERRORS } from '../errors.ts';

export default {
  SIGNING_LINK_UNKNOWN: '链接无效或已更换：请向发起方索取新的链接或二维码。',
  SIGNING_LINK_STOPPED: '发起方已停用此链接，不再接收新的签署。如需签署，请联系发起方。',
  SIGNING_LINK_ENDED: '此链接已过有效期，不再接收新的签署。如需签署，请联系发起方。',
  SIGNING_LINK_FULL: '名额已满，此链接不再接收新的签署。如需签署，请联系发起方。',
  SIGNING_LINK_UNAVAILABLE: '发起方目前暂不接收新的签署，请稍后再试，或联系发起方。',
  SIGNING_LINK_NOT_LISTED: '您的手机号不在发起方允许的名单中。请换用名单中的手机号，或联系发起方。',
  SIGNING_LINK_ALREADY: '您已通过此链接提交过一份，每人只能提交一次。请在“我的合同”中查看。',
  SIGNING_LINK_OWN_PARTY: '您的手机号已是这份合同的另一方，不能再作为签署人。请换用其他手机号。',
  SIGNING_LINK_NUMBER_NEEDED: '您的账号没有手机号：请先在账号信息中绑定手机号，再打开此链接。',
  SIGNING_LINK_DECIDED: '这份提交已由他人处理，请刷新后查看。',
  SIGNING_LINK_COUNTER: '此二维码已过期：请扫描柜台屏幕上当前的二维码。',
} satisfies Record<keyof typeof SIGNINGLINK_ERRORS, string>;
