import type { TFunction } from 'i18next';

type BusinessTypeFields = { businessType: string; businessTypeName: string };

/** A business type in the reader's language; an unknown one by the name that the sender gave it. */
export const businessTypeText = (
  t: TFunction,
  { businessType, businessTypeName }: BusinessTypeFields,
): string => t(`ui:businessType.${businessType}`, { defaultValue: businessTypeName || businessType });
