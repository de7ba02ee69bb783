import { useTranslation } from 'react-i18next';
import {
  type PasswordRuleName,
  passwordPoints,
  strengthA,
  strengthB,
} from '#core/identity/password-rules.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import style from './way-in.module.css';

/** [5.7e] Widget A: 8 to 20 characters (a non-ASCII one counts as two), all four classes; strength 1 to 3. */
export const StrengthA = ({ password }: { password: string }) => (
  <Strength strength={strengthA(password)} most={3} password={password} rule="REGISTER" />
);

/** [5.7f] Widget B: strength 0 to 6, with the special characters that the rule allows. */
export const StrengthB = ({ password, rule }: { password: string; rule: PasswordRuleName }) => (
  <Strength strength={strengthB(rule, password)} most={6} password={password} rule={rule} />
);

type Props = { strength: number; most: number; password: string; rule: PasswordRuleName };

function Strength({ strength, most, password, rule }: Props) {
  const { t } = useTranslation('register');
  const level = strength <= most / 3 ? 'weak' : strength <= (most * 2) / 3 ? 'middling' : 'strong';
  return (
    <div className={style.strength} data-strength={strength}>
      <div className={style.bars} aria-hidden="true">
        {Array.from({ length: most }, (_, i) => (
          <span key={i} className={classes(i < strength && style[level])} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {password && strength > 0 ? t('strength.is', { level: t(`strength.level.${level}`) }) : ''}
      </p>
      <ul className={style.points}>
        {passwordPoints(rule, password).map(({ name, params, met }) => (
          <li key={name} className={classes(met && style.met)}>
            <Icon
              name={met ? 'check' : 'circle'}
              size={14}
              label={met ? t('strength.met') : t('strength.unmet')}
            />
            {t(`strength.${name}`, params)}
          </li>
        ))}
      </ul>
    </div>
  );
}
