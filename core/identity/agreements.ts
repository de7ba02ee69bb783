/** [1.13b] [2.12] 1 service, 2 privacy, 3 digital certificates, 4 electronic signing; texts: app/locales/<lang>/agreement.ts. */
export const AGREEMENTS = [1, 2, 3, 4] as const;
export type AgreementId = (typeof AGREEMENTS)[number];

/** Date of the last substantive change of the texts; new users accept this version. */
export const AGREEMENT_VERSION = '2026-11-20';
