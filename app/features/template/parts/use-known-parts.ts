import { useQuery } from '@tanstack/react-query';
import { listFields, listRoles } from '#core/template/calls.ts';
import { FIELD_TYPES, type FieldType, type RoleType } from '#core/template/parts.ts';
import { standardFields, standardRoles } from '#core/template/standard-parts.ts';
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

/** Large enough for all that an enterprise may define plus the system's own. */
const ALL = { size: 300 };
/** If the call fails (an enterprise without lists of its own, or no network), the system's own are used silently. */
const SILENT = { retry: false, meta: { silent: true } } as const;

/** Fields to choose from: the enterprise's own, if any, and the system's. */
export function useKnownFields(): readonly KnownField[] {
  const [language] = useLanguage();
  const { data } = useQuery({ ...queryOf(listFields, ALL), ...SILENT });
  return (
    data?.records.map(({ id, fieldName, fieldType, fieldLength }) => ({
      id,
      name: fieldName,
      types: FIELD_TYPES.filter((one) => fieldType.split(',').includes(one)),
      length: fieldLength,
    })) ?? standardFields(language)
  );
}

/** Roles to choose from: the enterprise's own, if any, and the system's. */
export function useKnownRoles(): readonly KnownRole[] {
  const [language] = useLanguage();
  const { data } = useQuery({ ...queryOf(listRoles, ALL), ...SILENT });
  return (
    data?.records.map(({ id, roleName, roleType }) => ({ id, name: roleName, type: roleType })) ??
    standardRoles(language)
  );
}
