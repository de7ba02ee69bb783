import type { EMPLOYEE_ERRORS } from '../errors.ts';

export default {
  EMPLOYEE_MOBILE_TAKEN: '花名册中已有使用该手机号的在职员工，请核对。',
  EMPLOYEE_NUMBER_TAKEN: '花名册中已有该证件号码的在职员工，请核对。',
  EMPLOYEE_CHANGED: '该员工的资料已被他人修改，请刷新后重新填写。',
  EMPLOYEE_DECIDED: '该员工的在职状态已变更，请刷新后查看。',
  ONBOARDING_FIELD_GONE: '该字段已被删除，请刷新后查看。',
  ONBOARDING_FIELD_CHANGED: '该字段已被他人修改，请刷新后重新填写。',
  ONBOARDING_NAME_TAKEN: '已有名为“{name}”的字段，请更换名称。',
  ONBOARDING_FIELDS_FULL: '最多 {max} 个入职字段，请先删除不用的字段。',
  NEWCOMER_CHANGED: '该新员工的资料状态已变更，请刷新后查看，已填写的内容不会丢失。',
  NEWCOMER_LINK_OVER: '链接已过期，请联系企业人事重新发送。',
  NEWCOMER_LINK_USED: '链接已被本人使用，请用该手机号的账号登录后继续填写。',
  NEWCOMER_CLOSED: '该入职登记已完成或已终止，不能再填写。如有疑问，请联系企业人事。',
  NEWCOMER_LACKS: '还有未通过的内容，不能完成入职：{names}',
  NEWCOMER_VALUES: '以下内容不能写入花名册，请修改或退回：{names}',
  NEWCOMER_NOTHING_TO_CORRECT: '没有需要修改的内容。请先标出要修改的项并写明原因。',
  NEWCOMER_LINK_INVALID: '链接无效，请从短信重新打开完整的链接，或联系企业人事重新发送。',
  NEWCOMER_OTHER_NUMBER: '该链接是发给 {mobile} 的，请用该手机号的账号登录，或请人事改用您的手机号重新添加。',
  NEWCOMER_OTHER_ID: '人事登记的证件号码与您实名认证的证件不一致，请联系企业人事核对后重新添加。',
  SALARY_WITHHELD: '您没有查看和修改薪资与社保的权限，其他资料不受影响。如需该权限，请联系企业管理员。',
  PAPER_IS_PDF: '材料不能上传 PDF，请拍照或截图后上传 jpg、png 图片。',
} satisfies Record<keyof typeof EMPLOYEE_ERRORS, string>;
