import { useTranslation } from 'react-i18next';
import style from './platform.module.css';

type Field = { name: string; value: string };

/** What was filled in. Texts are shown as they are; codes of types by their words. */
export function ReviewFacts({ fields }: { fields: readonly Field[] }) {
  const { t } = useTranslation(['platform', 'realname']);
  const wordsOf = ({ name, value }: Field): string => {
    const part = name.slice(name.indexOf('.') + 1);
    if (part === 'idType' || part === 'legalIdType') return t(`realname:idType.${value}`);
    if (part === 'region') return t(`realname:region.${value}`);
    if (part === 'certTypeId') return t(`realname:certType.${value}`);
    if (value === 'LONG_TERM') return t('realname:field.longTerm');
    return value;
  };
  return (
    <dl className={style.facts}>
      {fields.map((field) => {
        const [part, name] = field.name.split('.');
        return (
          <div key={field.name} style={{ display: 'contents' }}>
            <dt>{t(`field.${part}.${name}`)}</dt>
            <dd>{wordsOf(field)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
