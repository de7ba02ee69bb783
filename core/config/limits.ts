import { DAY_MS } from '#core/time.ts';

/** Limits that the specification defines or leaves open ([9.x]); the platform can change the open ones. */
export const LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  filesPerTask: 50,
  /** Files that are shown with a task but not signed. */
  attachmentsPerTask: 20,
  placementsPerTask: 300,
  signersPerTask: 200,
  /** Tasks that are signed with one consent. */
  batchTasks: 100,
  deadlineDays: 365,
  /** Seconds before the signing notice can be accepted. */
  signNoticeSeconds: 5,
  /** Days before the deadline at which pending signers are reminded; 0: never. */
  remindDays: 3,
  /** Rows of one import from a sheet, such as the counterparts of a batch. */
  rowsPerImport: 1_000,
  paymentMinutes: 30,
  /** Lists of contracts show this many years unless all are requested ([9.34]). */
  dataFilterYears: 3,
  /** Free copies of an enterprise after its first verification, and days until they expire. */
  trialCopies: 20,
  trialDays: 365,
  /** The administrators are warned when fewer copies are left, once until copies are added. */
  lowCopies: 5,
  /** Uploads of one owner within 24 hours, and open drafts: no owner can fill the storage for all. */
  uploadsPerDay: 2_000,
  uploadBytesPerDay: 20 * 1024 * 1024 * 1024,
  draftsPerOwner: 1_000,
  taskNameLength: 100,
  /** Characters of the reason for cancelling or refusing a task ([5.11o], [9.8]). */
  cancelReason: 100,
  rejectReason: 100,
  /** Departments of an enterprise: total, depth, and characters of a name. */
  departments: 1_000,
  departmentLevels: 10,
  departmentName: 50,
  /** Comments and replies on the pages of what is approved, over all its submissions. */
  commentsPerApproval: 500,
  /** Contacts and groups of one address book; characters of a note and of a group's name. */
  contacts: 10_000,
  contactGroups: 200,
  contactNote: 200,
  contactGroupName: 20,
  /** Approval flows of an enterprise. */
  approvalFlows: 50,
  /** Messages about approvals to one person within ten minutes, by SMS and mail; the rest they find in the list. */
  approvalMessages: 5,
  /** Characters of the reason for joining an enterprise ([9.9]). */
  joinReason: 64,
  /** Minimum number of pages of a cross-page seal, or of a seal on a page range. */
  crossPageMinimum: 2,
  /** Characters of a template's name ([9.1]). */
  templateName: 20,
  /** Bytes of a template's docx ([9.2]), and of a picture in its text. */
  templateDocx: 3 * 1024 * 1024,
  templatePicture: 5 * 1024 * 1024,
  /** Characters of a role's name and note ([9.3]). */
  templateRoleName: 20,
  templateRoleNote: 50,
  /** Characters of a field's name; maximum length of its value ([9.4]). */
  templateFieldName: 10,
  templateFieldLength: 30,
  /** Roles, fields and templates of an enterprise, for each; fields that one call can add. */
  templateParts: 200,
  templateFieldsAtOnce: 20,
  /** Characters of a clause's name and category, and of its text as JSON. */
  clauseName: 20,
  clauseCategory: 10,
  clauseSize: 100_000,
  /** Organizations that can be authorized to use a template. */
  templateOrganizations: 100,
  /** Templates that are sent together. */
  templateGroupMembers: 20,
  /** Fields of one template; rows that one of its tables can repeat. */
  templateFields: 300,
  templateRepeatedRows: 500,
  /** Page sizes that lists offer ([9.15]). */
  pageSizes: [10, 25, 50],
  /** Lifetime of access tokens, ms; they are renewed 10 minutes before they expire ([9.20]). */
  accessTokenMs: 60 * 60_000,
  refreshBeforeMs: 600_000,
  refreshTokenMs: 14 * DAY_MS,
  /** Maximum lifetime of a session after its login, ms, regardless of refreshes. */
  sessionMs: 30 * DAY_MS,
  /** Sessions of one account at once; a login beyond them ends the one that was used longest ago. */
  sessionsPerAccount: 100,
  /** Codes by SMS or mail: 6 digits ([9.14]); lifetime, number of attempts, and time before another one can be sent. */
  codeMs: 5 * 60_000,
  codeTries: 5,
  codeResendMs: 60_000,
  /** Lifetime of a face verification; verifications that can be started per day ([4.15b]). */
  faceMs: 10 * 60_000,
  facesPerDay: 10,
  /** Verification by a small transfer: time to answer; wrong answers before the last attempt; transfers per day. */
  transferMs: 7 * DAY_MS,
  transferWrong: 3,
  transfersPerDay: 3,
  /** Maximum side length of a seal. */
  sealMm: 80,
  /** Photos that a person may submit per day. */
  photosPerDay: 100,
  /** Unrevoked API keys of an enterprise, and calls per minute with one key. */
  apiKeys: 50,
  keyCallsPerMinute: 600,
  /** Automatic signing: contracts a day with one seal, and for how many days it can be opened. */
  autoSignsPerDay: 1_000,
  autoSignDays: 365,
  /** Webhooks of an enterprise. */
  webhooks: 20,
} as const;

const MB = 1024 * 1024;

/**
 * Range and default of each open limit. `most` is what the product is built and tested for: the schemas of calls never
 * accept more. Code uses the value in force: `limitsInForce` in the edge, `useLimits` in the app.
 */
export const OPEN_LIMITS = {
  fileBytes: { least: MB, most: LIMITS.fileBytes, step: MB, standard: LIMITS.fileBytes },
  filesPerTask: { least: 1, most: LIMITS.filesPerTask, step: 1, standard: LIMITS.filesPerTask },
  placementsPerTask: {
    least: 10,
    most: LIMITS.placementsPerTask,
    step: 1,
    standard: LIMITS.placementsPerTask,
  },
  signersPerTask: { least: 2, most: LIMITS.signersPerTask, step: 1, standard: LIMITS.signersPerTask },
  signNoticeSeconds: { least: 0, most: 60, step: 1, standard: LIMITS.signNoticeSeconds },
  remindDays: { least: 0, most: 30, step: 1, standard: LIMITS.remindDays },
  deadlineDays: { least: 1, most: 1_095, step: 1, standard: LIMITS.deadlineDays },
  rowsPerImport: { least: 10, most: LIMITS.rowsPerImport, step: 1, standard: LIMITS.rowsPerImport },
  paymentMinutes: { least: 5, most: 120, step: 1, standard: LIMITS.paymentMinutes },
  crossPageMinimum: { least: 2, most: 20, step: 1, standard: LIMITS.crossPageMinimum },
  dataFilterYears: { least: 1, most: 10, step: 1, standard: LIMITS.dataFilterYears },
  trialCopies: { least: 0, most: 1_000, step: 1, standard: LIMITS.trialCopies },
  trialDays: { least: 1, most: 1_095, step: 1, standard: LIMITS.trialDays },
  lowCopies: { least: 0, most: 1_000, step: 1, standard: LIMITS.lowCopies },
  uploadsPerDay: { least: 50, most: 20_000, step: 1, standard: LIMITS.uploadsPerDay },
  uploadBytesPerDay: { least: 100 * MB, most: 200 * 1024 * MB, step: MB, standard: LIMITS.uploadBytesPerDay },
  draftsPerOwner: { least: 20, most: 10_000, step: 1, standard: LIMITS.draftsPerOwner },
} as const satisfies Record<string, { least: number; most: number; step: number; standard: number }>;

export type OpenLimit = keyof typeof OPEN_LIMITS;
export const OPEN_LIMIT_NAMES = Object.keys(OPEN_LIMITS) as OpenLimit[];

/** Values of the open limits, in the units of `LIMITS`. */
export type Limits = Record<OpenLimit, number>;

export const STANDARD_LIMITS: Limits = Object.fromEntries(
  OPEN_LIMIT_NAMES.map((name) => [name, OPEN_LIMITS[name].standard]),
) as Limits;

/** Whether a value is valid for a limit. */
export function mayBeLimit(name: OpenLimit, value: unknown): value is number {
  const { least, most, step } = OPEN_LIMITS[name];
  return typeof value === 'number' && value >= least && value <= most && value % step === 0;
}

/** The limits in force: the chosen values if they are valid, the defaults otherwise. */
export function limitsFrom(chosen: Readonly<Record<string, unknown>>): Limits {
  return Object.fromEntries(
    OPEN_LIMIT_NAMES.map((name) => [
      name,
      mayBeLimit(name, chosen[name]) ? chosen[name] : OPEN_LIMITS[name].standard,
    ]),
  ) as Limits;
}
