import type { Bytes } from '#core/bytes.ts';
import type { CaAnswerState } from '#core/certificate/states.ts';
import type { IdType } from '#core/validate/id-number.ts';

/** The verified identity of an enterprise's applicant. */
export interface Applicant {
  name: string;
  /** Empty for people who were registered without an identity document. */
  idType: IdType | '';
  idNumber: string;
  mobile: string;
}

/** An application for the certificate of one seal. */
export interface Application {
  orderId: string;
  /** E:… */
  ownerKey: string;
  renewal: boolean;
  organization: string;
  commonName: string;
  /** SubjectPublicKeyInfo. */
  spki: Bytes;
  /** PKCS#10, signed with the key; the same whenever the authority is asked again. */
  request: Bytes;
  /** Null until submitted. */
  applicant: Applicant | null;
}

/** The authority's answer. `chain`: certificates above the issued one, the nearest first. */
export type CaAnswer =
  | { state: 'ISSUED'; certificate: Bytes; chain: Bytes[] }
  | { state: Exclude<CaAnswerState, 'ISSUED'>; reason: string };

/** Requests certificates. Idempotent per application. Throws if the authority cannot be reached. */
export interface CertificateAuthority {
  /** Whether its protocol has a field for the applicant. */
  takesApplicant: boolean;
  enroll(application: Application): Promise<CaAnswer>;
}
