import type { ValueAtPlace } from '#core/approval/seal-use.ts';
import type { Context } from '#edge/kernel/context.ts';

type SealedValues = { id: string; valuesSealed: string };

/** Decrypts the values of the signer's fields as submitted with the seal use. */
export async function openUseValues({ keys }: Context, use: SealedValues): Promise<ValueAtPlace[]> {
  if (use.valuesSealed === '') return [];
  return JSON.parse(await keys.openField(use.valuesSealed, `sealUse:${use.id}`)) as ValueAtPlace[];
}

export const sealUseValues = async (
  { keys }: Context,
  useId: string,
  values: readonly ValueAtPlace[],
): Promise<string> => (values.length === 0 ? '' : keys.sealField(JSON.stringify(values), `sealUse:${useId}`));
