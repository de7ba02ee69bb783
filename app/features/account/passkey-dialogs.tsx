import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OutputOf } from '#core/call.ts';
import {
  addPasskey,
  beginPasskey,
  type listPasskeys,
  PASSKEY_NAME_MAX,
  removePasskey,
  renamePasskey,
} from '#core/identity/passkey-calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { hasPasskeys, makePasskey } from '../../parts/proof/ask-authenticator.ts';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type PasskeyRow = OutputOf<typeof listPasskeys>[number];
type PasskeyChallenge = OutputOf<typeof beginPasskey>;

const rules = z.object({ name: z.string().trim().min(1).max(PASSKEY_NAME_MAX) });
const noRules = z.object({});

interface Props {
  onClose: () => void;
}

function NameField() {
  const { t } = useTranslation('passkey');
  return (
    <TextField
      name="name"
      label={t('name')}
      hint={t('nameHint')}
      required
      maxLength={PASSKEY_NAME_MAX}
      autoFocus
    />
  );
}

/** Adds a passkey: a second proof, then what the device asks. If the person cancels there, the proof need not be given again. */
export function AddPasskey({ onClose }: Props) {
  const { t } = useTranslation('passkey');
  const { fields, proven } = useProvenForm('PASSKEY');
  const [challenge, setChallenge] = useState<PasskeyChallenge>();
  const [isCancelled, setCancelled] = useState(false);
  if (!hasPasskeys())
    return (
      <Dialog open onClose={onClose} title={t('addTitle')}>
        <Notice tone="warning">{t('unsupported')}</Notice>
      </Dialog>
    );
  const add = async ({ name }: z.output<typeof rules>) => {
    setCancelled(false);
    const current = challenge ?? (await proven((proof) => call(beginPasskey, { proof })));
    if (!current) return false;
    setChallenge(current);
    // Browsers do not tell why nothing was made.
    const response = await makePasskey(current).catch(() => setCancelled(true));
    if (!response) return false;
    // Its challenge is used up, whether or not the login succeeds.
    setChallenge(undefined);
    return call(addPasskey, { name, response });
  };
  return (
    <FormDialog
      title={t('addTitle')}
      submit={t('go')}
      initial={{ name: t('named') }}
      rules={rules}
      save={add}
      done={({ name }) => t('added', { name })}
      onClose={onClose}
      calls={[addPasskey]}
    >
      <p>{t('addAbout')}</p>
      <NameField />
      {!challenge && fields}
      {isCancelled && <Notice tone="error">{t('failed')}</Notice>}
    </FormDialog>
  );
}

export function RenamePasskey({ row, onClose }: Props & { row: PasskeyRow }) {
  const { t } = useTranslation('passkey');
  return (
    <FormDialog
      title={t('rename')}
      submit={t('save')}
      initial={{ name: row.name }}
      rules={rules}
      save={({ name }) => call(renamePasskey, { passkeyId: row.passkeyId, name })}
      done={() => t('renamed')}
      onClose={onClose}
      calls={[renamePasskey]}
    >
      <NameField />
    </FormDialog>
  );
}

export function RemovePasskey({ row, onClose }: Props & { row: PasskeyRow }) {
  const { t } = useTranslation('passkey');
  const { fields, proven } = useProvenForm('PASSKEY');
  return (
    <FormDialog
      title={t('removeTitle')}
      submit={t('remove')}
      initial={{}}
      rules={noRules}
      save={() => proven((proof) => call(removePasskey, { passkeyId: row.passkeyId, proof }))}
      done={() => t('removed', { name: row.name })}
      onClose={onClose}
      calls={[removePasskey]}
    >
      <p>
        <strong>{row.name}</strong>
      </p>
      <p>{t('removeAbout')}</p>
      {fields}
    </FormDialog>
  );
}
