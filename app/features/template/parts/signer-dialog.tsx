import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { LIMITS } from '#core/config/limits.ts';
import { type ContentSigner, contentSigner } from '#core/template/content.ts';
import { ROLE_TYPES } from '#core/template/parts.ts';
import { lastPosition, putRow } from '#core/template/room.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { newKey } from '../../../parts/room/new-key.ts';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { TemplateParts } from '../room/use-template-room.ts';
import { useKnownRoles } from './use-known-parts.ts';

const shape = contentSigner.pick({ name: true, type: true, order: true });

interface Props {
  doc: Y.Doc;
  parts: TemplateParts;
  /** The signer to change; undefined to add one. */
  signer: ContentSigner | undefined;
  onClose: () => void;
}

/** Adds a signer, in a role from the enterprise's list or one only for this template, or changes one. */
export function SignerDialog({ doc, parts, signer, onClose }: Props) {
  const { t } = useTranslation('templateEdit');
  const roles = useKnownRoles();
  const others = parts.signers.filter(({ key }) => key !== signer?.key);
  const free = roles.filter(({ name }) => !others.some((other) => other.name === name));
  // [5.1e] names of signers must differ
  const rules = shape.superRefine(({ name }, context) => {
    if (others.some((other) => other.name === name))
      context.addIssue({ code: 'custom', path: ['name'], message: 'templateEdit:rule.signerName' });
  });
  const nextOrder = Math.min(LIMITS.signersPerTask, Math.max(0, ...others.map(({ order }) => order)) + 1);
  return (
    <FormDialog
      title={t(signer ? 'signer.editTitle' : 'signer.addTitle')}
      initial={{ name: '', type: 'ENTERPRISE', order: nextOrder, ...signer }}
      rules={rules}
      submit={t('save')}
      save={async (values) => {
        const role = roles.find(({ name, type }) => name === values.name && type === values.type);
        putRow(doc, 'signers', signer?.key ?? newKey(), {
          ...values,
          partId: role?.id,
          position: signer?.position ?? lastPosition(doc, 'signers'),
        });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ComboBox
            name="name"
            label={t('signer.role')}
            hint={t('signer.roleHint')}
            required
            free
            options={free.map(({ name }) => ({ value: name, label: name }))}
            onChange={(typed) => {
              const role = free.find(({ name }) => name === typed);
              if (role) form.setValue('type', role.type);
            }}
          />
          <RadioGroup
            name="type"
            label={t('signer.type')}
            required
            options={ROLE_TYPES.map((value) => ({ value, label: t(`signer.types.${value}`) }))}
          />
          <NumberField
            name="order"
            label={t('signer.order')}
            hint={t('signer.orderHint')}
            required
            min={1}
            max={LIMITS.signersPerTask}
          />
        </>
      )}
    </FormDialog>
  );
}
