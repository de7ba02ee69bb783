import type { ParsedInputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { signPlan as call } from '#core/task/calls.ts';

/** What a signer says of each of their places. */
export type Fillings = ParsedInputOf<typeof call>['fillings'];

/** What a placement shows. */
export interface Picture {
  of: 'UNIT_SEAL' | 'PERSONAL_SEAL' | 'HANDWRITING' | 'DATE' | 'FIELD';
  /** The same for placements that show the same, whatever their size. */
  key: string;
  /** As people are to read it: the seal's name, the signer's, the day, or the field's name. */
  name: string;
  sealId?: string;
  drawing: Drawing;
  /** Its left top corner from the placement's, mm. */
  x: number;
  y: number;
}
