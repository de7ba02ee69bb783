import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';
import style from './realname.module.css';

type Props<W extends string> = {
  value: W;
  onChange: (way: W) => void;
  ways: readonly { way: W; icon: IconName; label: string; hint: string }[];
};

/** Choice of how to prove the identity. */
export function WayChoice<W extends string>({ value, onChange, ways }: Props<W>) {
  const { t } = useTranslation('realname');
  return (
    <fieldset className={style.ways}>
      <legend className="visually-hidden">{t('way.title')}</legend>
      {ways.map(({ way, icon, label, hint }) => (
        <label key={way} className={style.way}>
          <input type="radio" name="way" checked={way === value} onChange={() => onChange(way)} />
          <span className={style.wayWords}>
            <strong>
              <Icon name={icon} size={16} /> {label}
            </strong>
            <span className={style.hint}>{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
