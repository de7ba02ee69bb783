import account from '../../account/error-texts/zh-CN.ts';
import apikey from '../../apikey/error-texts/zh-CN.ts';
import approval from '../../approval/error-texts/zh-CN.ts';
import autosign from '../../autosign/error-texts/zh-CN.ts';
import batch from '../../batch/error-texts/zh-CN.ts';
import certificate from '../../certificate/error-texts/zh-CN.ts';
import company from '../../company/error-texts/zh-CN.ts';
import contact from '../../contact/error-texts/zh-CN.ts';
import credit from '../../credit/error-texts/zh-CN.ts';
import docx from '../../docx/error-texts/zh-CN.ts';
import embed from '../../embed/error-texts/zh-CN.ts';
import employee from '../../employee/error-texts/zh-CN.ts';
import type { ErrorName } from '../../errors.ts';
import help from '../../help/error-texts/zh-CN.ts';
import identity from '../../identity/error-texts/zh-CN.ts';
import invitation from '../../invitation/error-texts/zh-CN.ts';
import ofd from '../../ofd/error-texts/zh-CN.ts';
import order from '../../order/error-texts/zh-CN.ts';
import payment from '../../payment/error-texts/zh-CN.ts';
import pdf from '../../pdf/error-texts/zh-CN.ts';
import pki from '../../pki/error-texts/zh-CN.ts';
import platform from '../../platform/error-texts/zh-CN.ts';
import realname from '../../realname/error-texts/zh-CN.ts';
import seal from '../../seal/error-texts/zh-CN.ts';
import sheet from '../../sheet/error-texts/zh-CN.ts';
import signingLink from '../../signinglink/error-texts/zh-CN.ts';
import sso from '../../sso/error-texts/zh-CN.ts';
import task from '../../task/error-texts/zh-CN.ts';
import template from '../../template/error-texts/zh-CN.ts';
import typeset from '../../typeset/error-texts/zh-CN.ts';
import webhook from '../../webhook/error-texts/zh-CN.ts';

/** What each error says to a person: what happened and what to do. `{name}` stands for a parameter of the error. */
export default {
  INPUT_INVALID: '填写的内容有误，请检查后再提交。',
  REPEATED_REQUEST_DIFFERS: '重复提交的内容与之前不同，请刷新后重试。',
  UPLOAD_QUOTA:
    '24 小时内最多上传 {files} 个文件、共 {megabytes} MB，已达上限。请明天再上传，或请平台管理员调高上限。',
  NO_PERMISSION: '您没有执行此操作的权限，请联系企业管理员。',
  NOT_FOUND: '没有找到您要的内容，可能已被删除，请刷新后重试。',
  CONFLICT: '内容已被他人更新，请刷新后重试。',
  FILE_NOT_UPLOADED: '文件“{name}”还没有上传完，请等上传完成后再发起。',
  DIGEST_DIFFERS: '文件在上传中损坏，请重新上传。',
  TOO_LARGE: '内容过大，请缩小后重试。',
  TOO_OFTEN: '操作过于频繁，请稍后再试。',
  INTERNAL: '服务出现问题，请稍后重试。',
  UNAVAILABLE: '服务暂时不可用，请稍后重试。',
  PICTURE_TYPE_WRONG: '只支持 png、jpg、jpeg 格式的图片，请更换图片。',
  PICTURE_TOO_LARGE: '图片不能超过 {max} MB，请压缩后上传。',
  PICTURE_DIMENSIONS: '图片的边长应在 {min} 至 {max} 像素之间，请更换图片。',
  ...account,
  ...apikey,
  ...approval,
  ...autosign,
  ...batch,
  ...certificate,
  ...company,
  ...contact,
  ...credit,
  ...docx,
  ...embed,
  ...employee,
  ...help,
  ...identity,
  ...invitation,
  ...ofd,
  ...order,
  ...payment,
  ...pdf,
  ...pki,
  ...platform,
  ...realname,
  ...seal,
  ...sheet,
  ...signingLink,
  ...sso,
  ...task,
  ...template,
  ...typeset,
  ...webhook,
} satisfies Record<ErrorName, string>;
