import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import style from './way-in.module.css';

export const RESULTS = ['success', 'fail'] as const;
/** The password operation: registration, reset of a forgotten one, change, or replacement of a default one. */
export const RESULT_TYPES = ['register', 'forgot', 'change', 'default'] as const;
export type Result = (typeof RESULTS)[number];
export type ResultType = (typeof RESULT_TYPES)[number];

/** [2.12] The result of the operation, with a link to the next page. */
export function PasswordResult({ result, type }: { result: Result; type: ResultType }) {
  const { t } = useTranslation('register');
  const good = result === 'success';
  const home = good && type === 'register';
  return (
    <div className={style.result}>
      <span className={style.mark} data-failed={!good || undefined}>
        <Icon name={good ? 'success' : 'error'} size={48} />
      </span>
      <p>{t(`result.${result}.${type}`)}</p>
      <LinkButton
        kind="primary"
        to={home ? '/home' : good ? '/login' : type === 'register' ? '/register' : '/forgotPassword'}
      >
        {t(home ? 'result.home' : good ? 'result.login' : 'result.again')}
      </LinkButton>
    </div>
  );
}
