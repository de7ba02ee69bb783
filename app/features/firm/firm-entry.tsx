import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './firm.module.css';
import { FirmSheet } from './firm-sheet.tsx';
import { keepTicket } from './ticket.ts';

/** /firmLogin: leads to the identity provider of an enterprise, which is named by its short name. */
export function FirmEntry() {
  const { t } = useTranslation('firm');
  const [params] = useSearchParams();
  const [path, setPath] = useState(params.get('firm') ?? '');
  const [failure, setFailure] = useState('');
  const [pending, setPending] = useState(false);
  const go = async () => {
    if (path.trim() === '' || pending) return;
    setPending(true);
    setFailure('');
    try {
      const { beginFirmLogin } = await import('#core/sso/firm-calls.ts');
      const { address, ticket } = await call(beginFirmLogin, { path });
      keepTicket(ticket);
      window.location.assign(address);
    } catch (error) {
      setFailure(errorText(error, t));
      setPending(false);
    }
  };
  return (
    <FirmSheet title={t('login')}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <p>{t('loginText')}</p>
        <TextField
          label={t('path')}
          hint={t('pathHint')}
          value={path}
          onChange={setPath}
          maxLength={31}
          autoComplete="organization"
        />
        {failure && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" kind="primary" wide pending={pending} disabled={path.trim() === ''}>
          {t('go')}
        </Button>
        <Link to="/login">{t('otherWay')}</Link>
      </form>
    </FirmSheet>
  );
}
