import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import type { ComponentFlags } from '#core/identity/component-flags.ts';
import type { OwnerType } from '#core/identity/states.ts';
import { type RoleRow, saveRole, updateRole } from '#core/template/calls.ts';
import { roleName, roleNote, roleType } from '#core/template/parts.ts';
import { call } from '../../call.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PartDialog } from './part-dialog.tsx';
import { useDictionary } from './use-dictionary.ts';

/** [5.2a,b,c] Name, type and note of a role. */
const rules = z.object({ roleName, roleType, note: roleNote });
const NOTHING = { roleName: '', roleType: '', note: '' };

type Props = {
  /** The role to change; undefined to add one. */
  row: RoleRow | undefined;
  ownerType: OwnerType | undefined;
  flags: ComponentFlags['add'];
  onClose: () => void;
  onSettled: () => unknown;
};

/** Adds a role, or changes one ([7.3a,b]). */
export function RoleDialog({ row, ownerType, flags, onClose, onSettled }: Props) {
  const { t } = useTranslation('template');
  const types = useDictionary('TEMPLATE_SIGN_ROLE_TYPE');
  const owner = ownerType ? { ownerType } : {};
  return (
    <PartDialog
      title={t(row ? 'role.edit' : 'role.add')}
      initial={row ? { roleName: row.roleName, roleType: row.roleType, note: row.note } : NOTHING}
      rules={rules}
      flags={flags}
      types={types}
      save={(values) =>
        row
          ? call(updateRole, { id: row.id, ...values, ...owner, updateTime: row.updateTime ?? undefined })
          : call(saveRole, { ...values, ...owner })
      }
      done={({ roleName: name }) => t(row ? 'changed' : 'added', { name })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {() => (
        <>
          <TextField
            name="roleName"
            label={t('role.name')}
            hint={t('role.nameHint')}
            required
            maxLength={LIMITS.templateRoleName}
            autoFocus
          />
          <Select name="roleType" label={t('role.type')} required options={types.options ?? []} />
          <TextArea name="note" label={t('role.note')} required maxLength={LIMITS.templateRoleNote} />
        </>
      )}
    </PartDialog>
  );
}
