import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { certifyUkey } from '#core/seal/calls.ts';
import { call, saveFile } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './seal.module.css';

const rules = certifyUkey.input.pick({ serial: true, request: true });

/** Applies for the certificate of a seal with the key of a UKey ([2.19a]); the certificates come as a file for it. */
export function UkeyCertificate({
  stampId,
  serial,
  onClose,
}: {
  stampId: string;
  serial: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('seal');
  const client = useQueryClient();
  const submit = async (values: z.output<typeof rules>) => {
    const { certificates } = await call(certifyUkey, { stampId, ...values });
    saveFile({
      name: `${values.serial}.pem`,
      blob: new Blob(certificates, { type: 'application/x-pem-file' }),
    });
    await client.invalidateQueries({ queryKey: ['seal'] });
    toast({ tone: 'success', text: t('ukey.certified', { serial: values.serial }) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('ukey.certify')}>
      <p className={style.about}>{t('ukey.certifyAbout')}</p>
      <Form initial={{ serial, request: '' }} rules={rules} onSubmit={submit} label={t('ukey.certify')}>
        {(form) => (
          <>
            <TextField name="serial" label={t('ukey.serial')} required maxLength={64} />
            <TextArea name="request" label={t('ukey.request')} required maxLength={8_192} />
            <div className={style.foot}>
              <Button onClick={onClose}>{t('ui:cancel')}</Button>
              <Button type="submit" kind="primary" pending={form.submitting}>
                {t('apply.submit')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
