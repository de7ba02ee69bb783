import type { SSO_ERRORS } from '../errors.ts';

export default {
  SSO_LINK_INCOMPLETE: '单点登录链接缺少参数 {name}，请从原系统重新进入。',
  SSO_LINK_INVALID: '单点登录链接无效，请从原系统重新进入。',
  SSO_LINK_EXPIRED: '单点登录链接已过期，请从原系统重新进入。',
  SSO_LINK_USED: '单点登录链接已使用过，请从原系统重新进入。',
  SSO_PERSON_UNKNOWN: '您不是该企业在本系统的成员，请联系企业管理员。',
  SSO_NO_RETURN_ADDRESS: '没有返回地址，请重试。',
  SSO_REAL_NAME_FAILED: '实名认证未通过，请重新认证。',
  SSO_IDENTITY_FIXED: '单点登录的会话不能切换到其他身份，请直接登录后切换。',
  SSO_PATH_TAKEN: '该客户路径已被使用，请更换。',
  SSO_NOT_YOURSELF: '单点登录的会话不能进行此操作，请直接登录本系统后再试。',
  FIRM_UNKNOWN: '没有找到该企业的登录入口，或其已停用：请核对企业登录名。',
  OIDC_ISSUER: '无法使用该身份提供方：请核对签发者地址（https，公网可访问，且与其发现文档一致）。',
  OIDC_LOGIN_ENDED: '本次登录已失效：请重新登录。',
  OIDC_REFUSED: '企业的身份提供方未完成本次登录：请重试，或联系企业管理员。',
  OIDC_PERSON_UNKNOWN: '身份提供方返回的账号不是该企业的成员：请联系企业管理员核对成员的电子邮箱。',
} satisfies Record<keyof typeof SSO_ERRORS, string>;
