import account from '../../account/error-texts/en-US.ts';
import apikey from '../../apikey/error-texts/en-US.ts';
import approval from '../../approval/error-texts/en-US.ts';
import autosign from '../../autosign/error-texts/en-US.ts';
import batch from '../../batch/error-texts/en-US.ts';
import certificate from '../../certificate/error-texts/en-US.ts';
import company from '../../company/error-texts/en-US.ts';
import contact from '../../contact/error-texts/en-US.ts';
import credit from '../../credit/error-texts/en-US.ts';
import docx from '../../docx/error-texts/en-US.ts';
import embed from '../../embed/error-texts/en-US.ts';
import employee from '../../employee/error-texts/en-US.ts';
import type { ErrorName } from '../../errors.ts';
import help from '../../help/error-texts/en-US.ts';
import identity from '../../identity/error-texts/en-US.ts';
import invitation from '../../invitation/error-texts/en-US.ts';
import ofd from '../../ofd/error-texts/en-US.ts';
import order from '../../order/error-texts/en-US.ts';
import payment from '../../payment/error-texts/en-US.ts';
import pdf from '../../pdf/error-texts/en-US.ts';
import pki from '../../pki/error-texts/en-US.ts';
import platform from '../../platform/error-texts/en-US.ts';
import realname from '../../realname/error-texts/en-US.ts';
import seal from '../../seal/error-texts/en-US.ts';
import sheet from '../../sheet/error-texts/en-US.ts';
import signingLink from '../../signinglink/error-texts/en-US.ts';
import sso from '../../sso/error-texts/en-US.ts';
import task from '../../task/error-texts/en-US.ts';
import template from '../../template/error-texts/en-US.ts';
import typeset from '../../typeset/error-texts/en-US.ts';
import webhook from '../../webhook/error-texts/en-US.ts';

/** What each error says to a person: what happened and what to do. `{name}` stands for a parameter of the error. */
export default {
  INPUT_INVALID: 'Some of what you entered is not valid. Check it and try again.',
  REPEATED_REQUEST_DIFFERS: 'This request was sent before with other content. Reload and try again.',
  UPLOAD_QUOTA:
    'At most {files} {files|file|files} and {megabytes} MB can be uploaded in 24 hours, and that is reached. Upload tomorrow, or ask the platform administrator for more.',
  NO_PERMISSION: 'You have no permission for this. Contact your enterprise administrator.',
  NOT_FOUND: 'This could not be found. It may have been deleted; refresh and try again.',
  CONFLICT: 'Someone else changed this meanwhile. Refresh and try again.',
  FILE_NOT_UPLOADED: 'The file “{name}” is not uploaded yet. Wait until it is, then send.',
  DIGEST_DIFFERS: 'The file was damaged on its way. Upload it again.',
  TOO_LARGE: 'This is too large. Make it smaller and try again.',
  TOO_OFTEN: 'Too many attempts. Wait a moment and try again.',
  INTERNAL: 'Something went wrong on our side. Please try again later.',
  UNAVAILABLE: 'The service is not available right now. Please try again later.',
  PICTURE_TYPE_WRONG: 'Only png, jpg and jpeg pictures are accepted. Change the picture.',
  PICTURE_TOO_LARGE: 'The picture may not exceed {max} MB. Make it smaller and upload it again.',
  PICTURE_DIMENSIONS: 'Each side of the picture must have {min} to {max} px. Choose another picture.',
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
