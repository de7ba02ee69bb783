import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { DICTIONARIES } from '#core/locales/dictionary-text.ts';
import type { searchDictionary as call } from '#core/template/calls.ts';
import { FIELD_TYPES, ROLE_TYPES } from '#core/template/parts.ts';
import { needBusinessEdition } from '#edge/identity/business-edition.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** [7.4] [3.10a] Types of roles or of fields, with names in the language of the request. */
export async function searchDictionary(
  { dicType }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  await needBusinessEdition(context);
  const { roleType, fieldType } = DICTIONARIES[context.language];
  const item = (dicCode: string, dicName: string) => ({ id: `${dicType}.${dicCode}`, dicName, dicCode });
  return dicType === 'TEMPLATE_SIGN_ROLE_TYPE'
    ? ROLE_TYPES.map((type) => item(type, roleType[type]))
    : FIELD_TYPES.map((type) => item(type, fieldType[type]));
}
