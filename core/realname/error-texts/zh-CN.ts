import type { REALNAME_ERRORS } from '../errors.ts';

export default {
  REAL_NAME_NEEDED: '请先完成实名认证。',
  REALNAME_ID_TAKEN: '该证件号码无法用于本账号的实名认证，如证件为您本人所有，请提交人工审核或联系客服。',
  REALNAME_UNDER_WAY: '实名认证正在进行中，请等待结果，或撤回后重新提交。',
  REALNAME_OTHER_PERSON: '重新认证只能使用本人原来的证件；证件有变更请提交人工审核。',
  FACE_FAILED: '人脸识别未通过，请重新认证。',
  FACE_ENDED: '本次人脸识别已失效，请重新发起。',
  AUTHENTICATION_FAILED: '认证失败，请检查填写的信息后重试。',
  ALREADY_DECIDED: '该申请刚刚已由其他审核人员处理，请刷新查看结果。',
  TRANSFER_WRONG: '金额不正确，还可以填写 {left} 次。',
  TRANSFER_ENDED: '打款验证已结束，请重新发起打款或提交人工审核。',
  ENTERPRISE_NAME_TAKEN: '该企业名称已认证或正在认证中，如为您的企业，请申请加入该企业或联系客服。',
  ENTERPRISE_CODE_TAKEN: '该统一社会信用代码（登记号）已被其他企业使用，请核对；如确认无误，请联系客服。',
  CREDIT_CODE_NEEDS_REVIEW: '统一社会信用代码的校验位不符，请核对；如确认无误，请提交人工审核。',
  PICTURE_MISSING: '还有图片没有上传，请补充后提交。',
  COMPANY_DISABLED: '该公司已被停用，请联系平台管理员。',
  DEPARTMENT_DISABLED: '该部门已被停用，请联系平台管理员。',
  COMPANY_AWAITS: '该公司需要认证，请耐心等待。',
  DEPARTMENT_AWAITS: '该部门需要认证，请耐心等待。',
} satisfies Record<keyof typeof REALNAME_ERRORS, string>;
