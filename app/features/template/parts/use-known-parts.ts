import { useQuery } from '@tanstack/react-query';
import { listFields, listRoles } from '#core/template/calls.ts';
import { givenFields, givenRoles } from '#core/template/given.ts';
import { FIELD_TYPES, type FieldType, type RoleType } from '#core/template/parts.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { queryOf } from '../../../query.ts';

export interface KnownField {
  id: string;
  name: string;
  types: readonly FieldType[];
  length: number;
}
export interface KnownRole {
  id: string;
  name: string;
  type: RoleType;
}

/** As many as an enterprise may keep, and what the system gives. */
const ALL = { size: 300 };
/** An enterprise without lists of its own, or a page without a network, has what the system gives. */
const SILENT = { retry: false, meta: { silent: true } } as const;

/** Fields to choose from: the enterprise's own, where it keeps any, and those that the system gives. */
export function useKnownFields(): readonly KnownField[] {
  const [language] = useLanguage();
  const { data } = useQuery({ ...queryOf(listFields, ALL), ...SILENT });
  return (
    data?.records.map(({ id, fieldName, fieldType, fieldLength }) => ({
      id,
      name: fieldName,
      types: FIELD_TYPES.filter((one) => fieldType.split(',').includes(one)),
      length: fieldLength,
    })) ?? givenFields(language)
  );
}

/** Roles to choose from, alike. */
export function useKnownRoles(): readonly KnownRole[] {
  const [language] = useLanguage();
  const { data } = useQuery({ ...queryOf(listRoles, ALL), ...SILENT });
  return (
    data?.records.map(({ id, roleName, roleType }) => ({ id, name: roleName, type: roleType })) ??
    givenRoles(language)
  );
}
