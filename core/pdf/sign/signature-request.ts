import type { Box } from '#core/drawing.ts';
import type { SealAppearance } from '../draw/appearance.ts';

/** Which fields a signature locks (FieldMDP, 12.8.2.4). */
export type FieldLock =
  | { readonly action: 'All' }
  | { readonly action: 'Include' | 'Exclude'; readonly fields: readonly string[] };

/** A digest algorithm for the byte ranges. */
export type PdfDigest = 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SM3';

/** A signature to add to a file. */
export interface SignatureRequest {
  /** Fully qualified name of the field; with `newField` the name of the field to create (no dots). */
  readonly field: string;
  /** Creates the field: at a place on a page (from 0; mm from the top left corner as displayed), or invisible. */
  readonly newField?: { readonly page: number; readonly box: Box } | 'invisible';
  /** Appearance of the field's widgets. */
  readonly appearance?: SealAppearance;
  /**
   * Appearances of widgets that were reserved for a part (`part` in the plan), such as a date; overrides `appearance`.
   */
  readonly parts?: Readonly<Record<string, SealAppearance>>;
  readonly reason?: string;
  readonly location?: string;
  readonly name?: string;
  readonly contactInfo?: string;
  /** /M in epoch ms: the signing time that the signer claims. */
  readonly signingTime?: number;
  /** ETSI.CAdES.detached by default; older readers support only the other one. */
  readonly subFilter?: 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached';
  /** Makes it a certification signature: 1 allows no changes, 2 filling in and signing, 3 annotations too. */
  readonly certify?: 1 | 2 | 3;
  readonly fieldLock?: FieldLock;
  /** Bytes reserved for the CMS; 16,384 by default. */
  readonly reservedBytes?: number;
  /** SHA-256 by default. */
  readonly digestAlgorithm?: PdfDigest;
}
