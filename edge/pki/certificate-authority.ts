import type { Bytes } from '#core/bytes.ts';
import type { CaAnswerState } from '#core/certificate/states.ts';
import type { IdType } from '#core/validate/id-number.ts';

/** Who applies for an enterprise, as their real name was verified here. */
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
  /** Null while nobody sent theirs. */
  applicant: Applicant | null;
}

/** What the authority says. `chain`: certificates above the issued one, the nearest first. */
export type CaAnswer =
  | { state: 'ISSUED'; certificate: Bytes; chain: Bytes[] }
  | { state: Exclude<CaAnswerState, 'ISSUED'>; reason: string };

/** Gets certificates. Asked twice with the same application it issues one. Throws where it cannot be reached. */
export interface CertificateAuthority {
  /** Whether its protocol has a place for who applies. */
  takesApplicant: boolean;
  enroll(application: Application): Promise<CaAnswer>;
}
