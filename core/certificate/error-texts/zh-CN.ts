import type { CERTIFICATE_ERRORS } from '../errors.ts';

export default {
  APPLICANT_NOT_TAKEN: '证书机构不在线接收申请人资料，请按机构要求另行提交。',
  CERTIFICATE_TYPE_NOT_CONFIGURED: '未配置此印章类型的证书，请联系平台管理员。',
  CERTIFICATE_UKEY_NO_BATCH: '“{name}”使用单位 UKey 证书，不支持批量更新，请插入 UKey 单独更新。',
  CERTIFICATE_NOT_DUE: '“{name}”的证书未在一个月内到期，或正在更新，无需更新。',
  CERTIFICATE_ORDER_CLOSED: '证书订单已结束，请刷新列表查看最新状态。',
} satisfies Record<keyof typeof CERTIFICATE_ERRORS, string>;
