import type { EMBED_ERRORS } from '../errors.ts';

export default {
  EMBED_LINK_INVALID: '嵌入链接无效：请回到原系统重新打开。',
  EMBED_LINK_USED: '该嵌入链接已使用过：请回到原系统重新打开。',
  EMBED_LINK_ENDED: '该嵌入链接已失效：请回到原系统重新打开。',
  EMBED_ORIGIN: '该 API 密钥未允许在此网站中嵌入：请由企业管理员在“API 密钥”中添加该来源。',
  EMBED_NOT_HERE: '嵌入页面中不能执行此操作，请登录系统办理。',
  EMBED_NOT_READY: '该签署人暂时不能签署：须已注册，且轮到其签署。请核对签署人和合同状态。',
  EMBED_NOT_MEMBER: '该手机号不是本企业有相应权限的成员：请核对手机号，或请管理员为其授权。',
  EMBED_NOT_WEB: '只有网页模板可以嵌入编辑：Word 模板请登录系统编辑。',
} satisfies Record<keyof typeof EMBED_ERRORS, string>;
