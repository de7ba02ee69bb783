import type { ParsedInputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { signTask as call } from '#core/task/calls.ts';

/** The signer's input for each placement. */
export type Fillings = ParsedInputOf<typeof call>['fillings'];

/** What a placement shows. */
export interface Picture {
  of: 'UNIT_SEAL' | 'PERSONAL_SEAL' | 'HANDWRITING' | 'DATE' | 'FIELD';
  /** Equal for placements with the same content, regardless of size. */
  key: string;
  /** Display name: of the seal, the signer or the field, or the date. */
  name: string;
  sealId?: string;
  drawing: Drawing;
  /** Offset of its top left corner from the placement's, in mm. */
  x: number;
  y: number;
}
