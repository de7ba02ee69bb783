import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fromBase64, toBase64 } from '#core/bytes.ts';
import { saveKeyPolicy } from '#core/config/calls.ts';
import { type KeyAuthority, type KeyPolicy, keyPolicy } from '#core/config/key-policy.ts';
import { SECOND_PROOFS } from '#core/identity/proof.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { fromPem } from '#core/pki/certificate/pem.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form, type FormState } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import style from './config.module.css';
import { useSaved } from './use-saved.ts';

const LARGEST_FILE = 20_000;

/** Requirements for binding a key: the accepted proofs, and whether a hardware authority must attest the key. */
export function KeyPolicyForm({ value, version }: { value: KeyPolicy; version: number }) {
  const { t } = useTranslation('config');
  const saved = useSaved();
  return (
    <Form<KeyPolicy>
      wide
      label={t('tab.keys')}
      initial={value}
      rules={keyPolicy}
      onSubmit={async (policy) => {
        const body = await call(saveKeyPolicy, { value: policy, version });
        if (!isGood(body)) return body;
        await saved();
        return undefined;
      }}
    >
      {(form) => (
        <>
          <p className={style.hint}>{t('keysAbout')}</p>
          <Proofs form={form} />
          <div className={style.part}>
            <Switch name="attestedOnly" label={t('keys.attestedOnly')} />
            <p className={style.hint}>{t('keys.attestedHint')}</p>
          </div>
          <Authorities form={form} />
          <div className={style.buttons}>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

function Proofs({ form }: { form: FormState }) {
  const { t } = useTranslation('config');
  const chosen = form.values.proofs as KeyPolicy['proofs'];
  return (
    <fieldset className={style.part}>
      <legend>{t('keys.proofs')}</legend>
      {SECOND_PROOFS.map((method) => (
        <Checkbox
          key={method}
          value={chosen.includes(method)}
          onChange={(on) =>
            form.setValue(
              'proofs',
              SECOND_PROOFS.filter((one) => (one === method ? on : chosen.includes(one))),
            )
          }
        >
          {t(`keys.proof.${method}`)}
        </Checkbox>
      ))}
      {chosen.length === 0 && (
        <p className={style.wrong} role="alert">
          {t('keys.oneProof')}
        </p>
      )}
    </fieldset>
  );
}

/** Trusted manufacturers of hardware keys, identified by their certificates. */
function Authorities({ form }: { form: FormState }) {
  const { t } = useTranslation('config');
  const input = useRef<HTMLInputElement>(null);
  const authorities = form.values.authorities as KeyAuthority[];
  const set = (next: KeyAuthority[]) => form.setValue('authorities', next);
  const add = async (files: FileList | null) => {
    const next = [...authorities];
    for (const file of files ?? []) {
      const found = await authorityIn(file);
      if (!found) toast({ tone: 'warning', text: t('rule.certificate') });
      else if (next.every(({ certificate }) => certificate !== found.certificate)) next.push(found);
    }
    set(next);
  };
  return (
    <fieldset className={style.part}>
      <legend>{t('keys.authorities')}</legend>
      {authorities.length === 0 && <p className={style.hint}>{t('keys.noAuthorities')}</p>}
      <ul className={style.authorities}>
        {authorities.map((one) => (
          <li key={one.certificate}>
            <span className={style.authority}>
              <strong>{one.name}</strong>
              <small>{t('keys.validTo', { date: formatDate(notAfterOf(one)) })}</small>
            </span>
            <Button
              size="small"
              kind="quiet"
              icon="trash"
              aria-label={t('keys.removeOf', { name: one.name })}
              onClick={() => set(authorities.filter((other) => other !== one))}
            >
              {t('keys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {form.values.attestedOnly === true && authorities.length === 0 && (
        <Notice tone="warning">{t('rule.authority')}</Notice>
      )}
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t('keys.add')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".pem,.crt,.cer,.der"
        aria-label={t('keys.add')}
        onChange={(event) => {
          void add(event.target.files);
          event.target.value = '';
        }}
      />
    </fieldset>
  );
}

const notAfterOf = ({ certificate }: KeyAuthority): number =>
  parseCertificate(fromBase64(certificate)).notAfter;

/** Reads an authority's certificate from a PEM or DER file, named after its subject; undefined if it is not one. */
async function authorityIn(file: File): Promise<KeyAuthority | undefined> {
  if (file.size > LARGEST_FILE) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [pem] = fromPem('CERTIFICATE', new TextDecoder('latin1').decode(bytes));
  try {
    const der = pem ?? bytes;
    const { extensions, subject } = parseCertificate(der);
    if (extensions.basicConstraints?.ca !== true) return undefined;
    return { name: (subject.commonName ?? file.name).slice(0, 60), certificate: toBase64(der) };
  } catch {
    return undefined;
  }
}
