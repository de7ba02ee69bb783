import type { APPROVAL_ERRORS } from '../errors.ts';

export default {
  APPROVAL_FLOW_NOT_FOUND: '没有找到该审批流程，可能已停用或删除，请重新选择。',
  APPROVAL_OWN: '不能审批自己提交的申请，请由其他审批人处理。',
  APPROVAL_FLOW_NAME_TAKEN: '已有同名的审批流程，请更换名称。',
  APPROVAL_FLOWS_FULL: '最多 {max} 个审批流程，请先删除不用的流程。',
  APPROVAL_NO_APPROVER: '审批节点“{node}”没有可以审批的人，未能提交。请联系企业管理员调整审批流程或人员。',
  APPROVAL_CLOSED: '该审批已经结束，请刷新查看结果。',
  APPROVAL_NOT_YOUR_TURN: '现在不由您审批：已有人处理、尚未轮到您，或已转交他人。请刷新查看。',
  APPROVAL_ALREADY_APPROVER: '对方已是这一步的审批人，请选择其他人。',
  APPROVAL_CHANGED: '待审批的内容与您看到的不一致，请刷新后重新查看再审批。',
  APPROVAL_NOT_A_COLLEAGUE: '所选人员已不在本企业，请重新选择。',
  APPROVAL_RUNNING: '审批还在进行，请先撤回再删除。',
  SUBSTITUTE_CIRCLE: '对方的审批已（间接）由您代为处理，不能互相代理，请选择其他人。',
  SEAL_NEEDS_APPROVAL: '印章“{name}”须经审批才能使用，未签署。请在合同的签署页申请用印，通过后再签。',
  SEAL_USE_DIFFERS:
    '印章“{name}”的用印与审批通过的不一致（印章、位置或文件有变动），未签署。请按通过的内容签署，或重新申请用印。',
  SEAL_USE_RUNNING: '该签署的用印申请还在处理中，请等待结果，或先撤回再重新申请。',
  SEAL_USE_NOT_NEEDED: '所选印章可以直接使用，无须申请用印，请直接签署。',
  SEAL_USE_OTHER_SEAL: '“{name}”是您个人的印章，他人不能代盖。请改用企业印章，或由持印人作为签署人签署。',
  SEAL_USE_CLOSED: '该用印申请已处理完毕或已失效，请刷新查看。',
  APPROVAL_LINK_USED: '这个链接已经打开过，或已被新的链接取代。请在“合同审批”中查看，或向发起方重新索取。',
  APPROVAL_END_TIME: '审批截止时间须晚于现在，且在 {days} 天以内，请重新填写。',
  APPROVAL_COMMENT_OFF_PAGE: '所选位置不在文件的页面上，批注未添加。请在页面内重新选择位置。',
  APPROVAL_COMMENTS_FULL: '这份合同的批注已达 {max} 条，请先处理已有的批注，或写在审批意见中。',
  APPROVAL_BUSINESS_TAKEN:
    '这个业务编号由其他 API 密钥或人员提交过审批，您不能查看、变更或撤回。请换一个业务编号，或请提交方先撤回。',
  APPROVAL_BUSINESS_APPROVED:
    '这个业务编号已审批通过，内容不能再变更。请用新的业务编号提交，或先将已通过的审批作废。',
} satisfies Record<keyof typeof APPROVAL_ERRORS, string>;
