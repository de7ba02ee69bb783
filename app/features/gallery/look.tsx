import { useTranslation } from 'react-i18next';
import { ICONS, Icon } from '../../ui/icon.tsx';
import style from './gallery.module.css';
import { Section } from './section.tsx';

const SURFACES = ['paper', 'surface', 'sunken', 'raised', 'hover'] as const;
const FILLS = ['cinnabar', 'cinnabar-strong'] as const;
const STATES = [
  ['blue', 'blue-wash'],
  ['green', 'green-wash'],
  ['amber', 'amber-wash'],
  ['red', 'red-wash'],
  ['grey', 'grey-wash'],
] as const;

/** Colours on their backgrounds, and the icons. */
export function Look() {
  const { t } = useTranslation('gallery');
  return (
    <>
      <Section id="tokens" title={t('tokens')}>
        <ul className={style.swatches}>
          {SURFACES.map((name) => (
            <li
              key={name}
              className={style.swatch}
              style={{ background: `var(--${name})`, color: 'var(--ink-faint)' }}
            >
              {name}
            </li>
          ))}
          {FILLS.map((name) => (
            <li
              key={name}
              className={style.swatch}
              style={{ background: `var(--${name})`, color: 'var(--ink-on-fill)' }}
            >
              {name}
            </li>
          ))}
          {STATES.map(([ink, wash]) => (
            <li
              key={ink}
              className={style.swatch}
              style={{ background: `var(--${wash})`, color: `var(--${ink})` }}
            >
              {ink}
            </li>
          ))}
        </ul>
      </Section>
      <Section id="icons" title={t('icons')}>
        <ul className={style.icons}>
          {ICONS.map((name) => (
            <li key={name}>
              <Icon name={name} size={24} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
