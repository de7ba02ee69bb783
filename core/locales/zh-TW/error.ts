import account from '../../account/error-texts/zh-TW.ts';
import apikey from '../../apikey/error-texts/zh-TW.ts';
import approval from '../../approval/error-texts/zh-TW.ts';
import autosign from '../../autosign/error-texts/zh-TW.ts';
import batch from '../../batch/error-texts/zh-TW.ts';
import certificate from '../../certificate/error-texts/zh-TW.ts';
import company from '../../company/error-texts/zh-TW.ts';
import contact from '../../contact/error-texts/zh-TW.ts';
import credit from '../../credit/error-texts/zh-TW.ts';
import docx from '../../docx/error-texts/zh-TW.ts';
import embed from '../../embed/error-texts/zh-TW.ts';
import employee from '../../employee/error-texts/zh-TW.ts';
import type { ErrorName } from '../../errors.ts';
import help from '../../help/error-texts/zh-TW.ts';
import identity from '../../identity/error-texts/zh-TW.ts';
import invitation from '../../invitation/error-texts/zh-TW.ts';
import ofd from '../../ofd/error-texts/zh-TW.ts';
import order from '../../order/error-texts/zh-TW.ts';
import payment from '../../payment/error-texts/zh-TW.ts';
import pdf from '../../pdf/error-texts/zh-TW.ts';
import pki from '../../pki/error-texts/zh-TW.ts';
import platform from '../../platform/error-texts/zh-TW.ts';
import realname from '../../realname/error-texts/zh-TW.ts';
import seal from '../../seal/error-texts/zh-TW.ts';
import sheet from '../../sheet/error-texts/zh-TW.ts';
import signingLink from '../../signinglink/error-texts/zh-TW.ts';
import sso from '../../sso/error-texts/zh-TW.ts';
import task from '../../task/error-texts/zh-TW.ts';
import template from '../../template/error-texts/zh-TW.ts';
import typeset from '../../typeset/error-texts/zh-TW.ts';
import webhook from '../../webhook/error-texts/zh-TW.ts';

/** What each error says to a person: what happened and what to do. `{name}` stands for a parameter of the error. */
export default {
  INPUT_INVALID: '填寫的內容有誤，請檢查後再送出。',
  REPEATED_REQUEST_DIFFERS: '重複提交的內容與先前不同，請重新整理後再試。',
  UPLOAD_QUOTA:
    '24 小時內最多上傳 {files} 個檔案、共 {megabytes} MB，已達上限。請明天再上傳，或請平台管理員調高上限。',
  NO_PERMISSION: '您沒有執行此操作的權限，請聯絡企業管理員。',
  NOT_FOUND: '找不到您要的內容，可能已被刪除，請重新整理後再試。',
  CONFLICT: '內容已被他人更新，請重新整理後再試。',
  FILE_NOT_UPLOADED: '檔案「{name}」尚未上傳完成，請等上傳完成後再發起。',
  DIGEST_DIFFERS: '檔案在上傳中損壞，請重新上傳。',
  TOO_LARGE: '內容過大，請縮小後再試。',
  TOO_OFTEN: '操作過於頻繁，請稍後再試。',
  INTERNAL: '服務發生問題，請稍後再試。',
  UNAVAILABLE: '服務暫時無法使用，請稍後再試。',
  PICTURE_TYPE_WRONG: '只支援 png、jpg、jpeg 格式的圖片，請更換圖片。',
  PICTURE_TOO_LARGE: '圖片不可超過 {max} MB，請壓縮後上傳。',
  PICTURE_DIMENSIONS: '圖片的邊長應在 {min} 至 {max} 像素之間，請更換圖片。',
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
