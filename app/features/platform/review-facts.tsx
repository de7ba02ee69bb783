import { useTranslation } from 'react-i18next';
import { type Fact, Facts } from '../../ui/facts.tsx';

type Field = { name: string; value: string };

/** The application's values: texts unchanged, type codes translated. `rest` are additional facts. */
export function ReviewFacts({ fields, rest }: { fields: readonly Field[]; rest: readonly (Fact | false)[] }) {
  const { t } = useTranslation(['platform', 'realname']);
  const factText = ({ name, value }: Field): string => {
    const part = name.slice(name.indexOf('.') + 1);
    if (part === 'idType' || part === 'legalIdType') return t(`realname:idType.${value}`);
    if (part === 'region') return t(`realname:region.${value}`);
    if (part === 'certTypeId') return t(`realname:certType.${value}`);
    if (value === 'LONG_TERM') return t('realname:field.longTerm');
    return value;
  };
  return (
    <Facts
      facts={[
        ...fields.map((field): Fact => {
          const [part, name] = field.name.split('.');
          return [t(`field.${part}.${name}`), factText(field)];
        }),
        ...rest,
      ]}
    />
  );
}
