/** Limits that the specification leaves open, and those it names; the platform can change the open ones ([9.x]). */
export const LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  filesPerTask: 50,
  placementsPerTask: 300,
  signersPerTask: 200,
  rowsPerImport: 1_000,
  deadlineDays: 365,
  paymentMinutes: 30,
  dataFilterYears: 3,
  taskNameLength: 100,
  /** [5.11o] [9.8] */
  cancelReason: 100,
  rejectReason: 100,
  /** [9.9] */
  joinReason: 64,
  /** [9.12] */
  crossPageMinimum: 2,
  /** [9.1] */
  templateName: 20,
  /** [9.15] */
  pageSizes: [10, 25, 50],
  /** Access token, ms; it is renewed 10 minutes before it ends ([9.20]). */
  accessTokenMs: 60 * 60_000,
  refreshBeforeMs: 600_000,
  refreshTokenMs: 14 * 24 * 3_600_000,
  /** A code by SMS or mail: 6 digits ([9.14]), valid for so long, tried so often. */
  codeMs: 5 * 60_000,
  codeTries: 5,
  codeResendMs: 60_000,
} as const;
