import * as account from './account/calls.ts';
import * as apikey from './apikey/calls.ts';
import * as approval from './approval/calls.ts';
import * as approvalComment from './approval/comment-calls.ts';
import * as approvalCount from './approval/count-calls.ts';
import * as approvalExternal from './approval/external-calls.ts';
import * as approvalFlow from './approval/flow-calls.ts';
import * as approvalSeal from './approval/seal-calls.ts';
import * as approvalSource from './approval/source-calls.ts';
import * as approvalTemplate from './approval/template-calls.ts';
import * as autosign from './autosign/calls.ts';
import * as batch from './batch/calls.ts';
import type { AnyCall } from './call.ts';
import * as certificate from './certificate/calls.ts';
import * as certificateSim from './certificate/sim-calls.ts';
import * as companyAdministrator from './company/administrator-calls.ts';
import * as company from './company/calls.ts';
import * as companyDepartment from './company/department-calls.ts';
import * as companyDirectory from './company/directory-calls.ts';
import * as config from './config/calls.ts';
import * as configView from './config/view-calls.ts';
import * as contact from './contact/calls.ts';
import * as contactPrograms from './contact/program-calls.ts';
import * as credit from './credit/calls.ts';
import * as embed from './embed/calls.ts';
import * as employeeBatch from './employee/batch-edit-calls.ts';
import * as employee from './employee/calls.ts';
import * as employeeContract from './employee/contract-calls.ts';
import * as employeeEntry from './employee/entry-calls.ts';
import * as employeeImport from './employee/import-calls.ts';
import * as employeeNewcomer from './employee/newcomer-calls.ts';
import * as employeeOnboarding from './employee/onboarding-calls.ts';
import * as help from './help/calls.ts';
import * as identity from './identity/calls.ts';
import * as identityPasskey from './identity/passkey-calls.ts';
import * as identityUkey from './identity/ukey-calls.ts';
import * as internal from './internal/calls.ts';
import * as invitation from './invitation/calls.ts';
import * as notice from './notice/calls.ts';
import * as order from './order/calls.ts';
import * as orderInvoice from './order/invoice-calls.ts';
import * as orderPlatform from './order/platform-calls.ts';
import * as orderReconciliation from './order/reconciliation-calls.ts';
import * as paymentSim from './payment/sim-calls.ts';
import * as platform from './platform/calls.ts';
import * as platformStatus from './platform/status-calls.ts';
import * as quicksign from './quicksign/calls.ts';
import * as quicksignUkey from './quicksign/ukey-calls.ts';
import * as realname from './realname/calls.ts';
import * as realnameEnterprise from './realname/enterprise-calls.ts';
import * as realnameSubmit from './realname/submit-calls.ts';
import * as seal from './seal/calls.ts';
import * as sealCertificate from './seal/certificate-calls.ts';
import * as sealCloud from './seal/cloud-calls.ts';
import * as sealTemplate from './seal/template-calls.ts';
import * as sealUsable from './seal/usable-calls.ts';
import * as signingLink from './signinglink/calls.ts';
import * as signingLinkOpener from './signinglink/opener-calls.ts';
import * as sso from './sso/calls.ts';
import * as ssoFirm from './sso/firm-calls.ts';
import * as taskBatch from './task/batch-calls.ts';
import * as task from './task/calls.ts';
import * as taskChange from './task/change-calls.ts';
import * as taskCode from './task/code-calls.ts';
import * as taskConsent from './task/consent-calls.ts';
import * as taskCorrect from './task/correct-calls.ts';
import * as taskDelivery from './task/delivery-calls.ts';
import * as taskDraft from './task/draft-calls.ts';
import * as home from './task/home-calls.ts';
import * as taskList from './task/list-calls.ts';
import * as taskPartner from './task/partner-calls.ts';
import * as taskProof from './task/proof-calls.ts';
import * as taskReminder from './task/reminder-calls.ts';
import * as taskUkey from './task/ukey-calls.ts';
import * as taskVerify from './task/verify-calls.ts';
import * as template from './template/calls.ts';
import * as templateClause from './template/clause-calls.ts';
import * as templateGroup from './template/group-calls.ts';
import * as templateRecord from './template/record-calls.ts';
import * as templateVersion from './template/version-calls.ts';
import * as templateWord from './template/word-calls.ts';
import * as webhook from './webhook/calls.ts';

/** Every module that defines calls, one per line. The app imports single calls from them, never this index. */
const MODULES: readonly object[] = [
  account,
  apikey,
  approval,
  approvalComment,
  approvalCount,
  approvalExternal,
  approvalFlow,
  approvalSeal,
  approvalSource,
  approvalTemplate,
  autosign,
  batch,
  certificate,
  certificateSim,
  company,
  companyAdministrator,
  companyDepartment,
  companyDirectory,
  contact,
  contactPrograms,
  credit,
  embed,
  employee,
  employeeBatch,
  employeeContract,
  employeeEntry,
  employeeNewcomer,
  employeeImport,
  employeeOnboarding,
  config,
  configView,
  help,
  identity,
  identityPasskey,
  identityUkey,
  internal,
  invitation,
  notice,
  order,
  orderInvoice,
  orderPlatform,
  orderReconciliation,
  paymentSim,
  platform,
  platformStatus,
  quicksign,
  quicksignUkey,
  realname,
  realnameEnterprise,
  realnameSubmit,
  seal,
  sealTemplate,
  sealCertificate,
  sealCloud,
  sealUsable,
  signingLink,
  signingLinkOpener,
  sso,
  ssoFirm,
  task,
  taskBatch,
  taskChange,
  taskCorrect,
  taskDelivery,
  taskList,
  taskPartner,
  taskReminder,
  taskDraft,
  taskCode,
  taskConsent,
  taskProof,
  taskUkey,
  taskVerify,
  home,
  template,
  templateClause,
  templateGroup,
  templateRecord,
  templateVersion,
  templateWord,
  webhook,
];

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

/**
 * Every call of /ecapi, sorted by path. Used by the OpenAPI document, docs/permissions.md and the tests that iterate
 * over all calls; a listed call that no domain of the edge implements fails tests/unit/calls.
 */
export const allCalls = (): AnyCall[] =>
  MODULES.flatMap((module) => Object.values(module) as unknown[])
    .filter(isCall)
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, 'en'));
