import type { Box } from '#core/drawing.ts';
import type { SealAppearance } from '../draw/appearance.ts';

/** Which fields a signature locks (FieldMDP, 12.8.2.4). */
export type FieldLock =
  | { readonly action: 'All' }
  | { readonly action: 'Include' | 'Exclude'; readonly fields: readonly string[] };

/** A digest that the byte ranges can be hashed with. */
export type PdfDigest = 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SM3';

/** One signature to be put into a file. */
export interface SignatureRequest {
  /** Fully qualified name of the field; with `newField` the name of the one to be made (no dots). */
  readonly field: string;
  /** Make the field: at a place on a page (from 0; mm from the top left as seen), or without one. */
  readonly newField?: { readonly page: number; readonly box: Box } | 'invisible';
  /** What is shown in the field's widgets. */
  readonly appearance?: SealAppearance;
  /** What is shown in widgets that were reserved for a part (`part` in the plan), such as a date; over `appearance`. */
  readonly parts?: Readonly<Record<string, SealAppearance>>;
  readonly reason?: string;
  readonly location?: string;
  readonly name?: string;
  readonly contactInfo?: string;
  /** /M, epoch ms: the time that the signer claims. */
  readonly signingTime?: number;
  /** ETSI.CAdES.detached unless told; the other is what older readers know. */
  readonly subFilter?: 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached';
  /** Makes this a certification: 1 allows no change, 2 filling in and signing, 3 annotations too. */
  readonly certify?: 1 | 2 | 3;
  readonly fieldLock?: FieldLock;
  /** Room for the CMS; 16,384 unless told. */
  readonly reservedBytes?: number;
  /** SHA-256 unless told. */
  readonly digestAlgorithm?: PdfDigest;
}
