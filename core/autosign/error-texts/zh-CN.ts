import type { AUTOSIGN_ERRORS } from '../errors.ts';

export default {
  AUTO_SIGN_NOT_OPEN:
    '没有适用于此任务的自动签署：印章“{name}”未开通、已停止或到期，或不含此业务类型、发起人。请改为手动签署，或联系管理员开通。',
  AUTO_SIGN_LIMIT: '印章“{name}”今天的自动签署已达 {max} 份，请手动签署，或明天再发起。',
  AUTO_SIGN_NOT_OWN: '自动签署只能用于本企业，且经办人须为发起人本人，请修改签署方。',
  AUTO_SIGN_AGREEMENT: '协议内容已变化，请重新打开并阅读后再开通。',
  AUTO_SIGN_ALREADY: '印章“{name}”已开通自动签署，请先停止原来的开通。',
} satisfies Record<keyof typeof AUTOSIGN_ERRORS, string>;
